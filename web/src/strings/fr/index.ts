// French. The build combines these texts into one file, which is loaded if the page is shown in this language.
import type { Translation } from "../translation.ts";
import { assignments } from "./assignments.ts";
import { changes } from "./changes.ts";
import { charts } from "./charts.ts";
import { components } from "./components.ts";
import { drive } from "./drive.ts";
import { embed } from "./embed.ts";
import { exampleNames, examples } from "./examples.ts";
import { face } from "./face.ts";
import { graphEditor } from "./graphEditor.ts";
import { imports } from "./imports.ts";
import { kept } from "./kept.ts";
import { keys } from "./keys.ts";
import { labParts } from "./labParts.ts";
import { lessons } from "./lessons.ts";
import { main } from "./main.ts";
import { matrix } from "./matrix.ts";
import { models } from "./models.ts";
import { numbers } from "./numbers.ts";
import { paperRuns } from "./paperRuns.ts";
import { papers } from "./papers.ts";
import { program } from "./program.ts";
import { race } from "./race.ts";
import { sentences } from "./sentences.ts";
import { vary } from "./vary.ts";
import { views } from "./views.ts";
import { why } from "./why.ts";

export const fr: Translation = {
  main,
  assignments,
  changes,
  charts,
  components,
  drive,
  embed,
  exampleNames,
  examples,
  face,
  graphEditor,
  imports,
  kept,
  keys,
  labParts,
  lessons,
  matrix,
  models,
  numbers,
  paperRuns,
  papers,
  program,
  race,
  sentences,
  vary,
  views,
  why,
};

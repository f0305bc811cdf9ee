// The parts of a translation. A file of English texts has one entry here, one file in de/ and one file in fr/.
import type { A } from "./assignments.ts";
import type { CHANGES } from "./changes.ts";
import type { CHART } from "./charts.ts";
import type { WORDS } from "./components.ts";
import type { DRIVE } from "./drive.ts";
import type { E } from "./embed.ts";
import type { F } from "./face.ts";
import type { GRAPH } from "./graphEditor.ts";
import type { I } from "./imports.ts";
import type { S } from "./index.ts";
import type { KEPT } from "./kept.ts";
import type { KEY_TEXTS } from "./keys.ts";
import type { PARTS } from "./labParts.ts";
import type { L } from "./lessons.ts";
import type { M } from "./matrix.ts";
import type { MODELS } from "./models.ts";
import type { NUMBER_TEXTS } from "./numbers.ts";
import type { R } from "./paperRuns.ts";
import type { P } from "./papers.ts";
import type { PROGRAM } from "./program.ts";
import type { RACE } from "./race.ts";
import type { SENTENCES } from "./sentences.ts";
import type { VARY } from "./vary.ts";
import type { V } from "./views.ts";
import type { WHY } from "./why.ts";

/** The texts of an example (scenario/examples.ts). */
export interface ExampleTexts {
  readonly title: string;
  readonly point: string;
  /** The labels of the suggested changes. */
  readonly suggestions: readonly [string, string, string];
}

export interface Translation {
  readonly main: typeof S;
  readonly assignments: typeof A;
  readonly changes: typeof CHANGES;
  readonly charts: typeof CHART;
  readonly components: typeof WORDS;
  readonly drive: typeof DRIVE;
  readonly embed: typeof E;
  readonly face: typeof F;
  readonly graphEditor: typeof GRAPH;
  readonly imports: typeof I;
  readonly kept: typeof KEPT;
  readonly keys: typeof KEY_TEXTS;
  readonly labParts: typeof PARTS;
  readonly lessons: typeof L;
  readonly matrix: typeof M;
  readonly models: typeof MODELS;
  readonly numbers: typeof NUMBER_TEXTS;
  readonly paperRuns: typeof R;
  readonly papers: typeof P;
  readonly program: typeof PROGRAM;
  readonly race: typeof RACE;
  readonly sentences: typeof SENTENCES;
  readonly vary: typeof VARY;
  readonly views: typeof V;
  readonly why: typeof WHY;
  /** The texts of the examples by their ids. */
  readonly examples: Readonly<Record<string, ExampleTexts>>;
  /** The names of flows in the examples by their English ones. Names of algorithms are the same in all languages. */
  readonly exampleNames: Readonly<Record<string, string>>;
}

/** A part of texts: those that are missing are shown in English. */
type Part<T> = T extends string | readonly unknown[] | ((...args: never) => string)
  ? T
  : { readonly [Key in keyof T]?: Part<T[Key]> };

/** The texts of a language that is not yet translated completely. */
export type PartialTranslation = Part<Omit<Translation, "examples" | "exampleNames">> &
  Partial<Pick<Translation, "examples" | "exampleNames">>;

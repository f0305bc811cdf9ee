// The title and the note of the scenario as the page shows them.
import { exampleTexts } from "../../../examples/exampleTexts.ts";
import { findExample } from "../../../examples/firstExample.ts";
import { textsFit } from "../../../examples/suggestions.ts";
import { pageTexts } from "../../../texts/index.ts";
import { useServices } from "./context.tsx";
import { useScenario } from "./hooks.ts";

export interface ScenarioTexts {
  /** The title without the words about changes. */
  readonly title: string;
  /** The title as the heading of the Lab shows it. */
  readonly heading: string;
  /** Empty if there is no note, or if it does not fit the changed scenario. */
  readonly note: string;
}

/** The title and the note of an example are in the language of the page until they are edited. */
export function useScenarioTexts(): ScenarioTexts {
  const example = useScenario((s) => findExample(s.origin.example));
  const doc = useScenario((s) => s.doc);
  const opened = useScenario((s) => s.opened);
  const { catalogue } = useServices();
  const fit = textsFit(doc, example?.doc ?? opened, catalogue);
  const texts = example && exampleTexts(example);
  const title = texts && doc.title === example.title ? texts.title : (doc.title ?? "");
  const note = texts && doc.note === example.point ? texts.point : (doc.note ?? "");
  return {
    title,
    heading:
      fit === "no" && doc.title ? pageTexts.lab.changedFrom({ title }) : title || pageTexts.lab.untitled,
    note: note === "" || fit === "no" ? "" : fit === "before" ? pageTexts.lab.noteBefore({ note }) : note,
  };
}

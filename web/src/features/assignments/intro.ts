// The introduction of a question. It names measures as `{name}`, as the text of a lesson does. A sentence with numbers is
// shown when they are known, and when the answers that they could give away are given.
import type { ScenarioDocument } from "../../generated/types.ts";
import { sameRun } from "../../scenario/edit.ts";
import { type LessonRun, valueText } from "../../tasks/measures.ts";
import { numbersOf } from "../../tasks/numbers.ts";
import type { TextNumbers } from "../../tasks/play.ts";
import type { Question } from "./model.ts";

const NAME = /\{(\w+)\}/g;

export const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(NAME)].flatMap(([, name]) => name ?? []);

/** A text in its sentences. A point within a number or a name ends no sentence. */
export const sentencesOf = (text: string): readonly string[] =>
  text.split(/(?<=[.!?\u2026]["\u201d\u201c\u00bb]?)\s+(?=[\p{Lu}{])/u);

/**
 * The numbers of an introduction that a run gives. Properties of the path hold in every run of the scenario of the
 * question, however long it is; results only in its complete run.
 */
export function numbersIn(
  { intro = "", values = {} }: Question,
  run: (LessonRun & { readonly doc: ScenarioDocument }) | null,
  start: ScenarioDocument,
): TextNumbers {
  if (!run) return {};
  const isComplete = run.summary !== null && sameRun(run.doc, start);
  const isSame = isComplete || sameRun({ ...run.doc, duration: 1 }, { ...start, duration: 1 });
  const known = Object.entries(values).filter(([, { kind }]) => (kind === "link" ? isSame : isComplete));
  return numbersOf(intro, Object.fromEntries(known), run);
}

/** The sentences of an introduction whose numbers are known. With `isEarly`, only those of properties of the path. */
export function introText(
  { intro = "", values = {} }: Question,
  numbers: TextNumbers,
  isEarly: boolean,
): string {
  const isShown = (name: string): boolean =>
    !Object.hasOwn(values, name) ||
    (Object.hasOwn(numbers, name) && !(isEarly && values[name]?.kind !== "link"));
  const filled = (sentence: string): string =>
    sentence.replace(NAME, (all, name: string) => {
      const [what, number] = [values[name], numbers[name]];
      return what && number ? valueText(number.value, what) : all;
    });
  return sentencesOf(intro)
    .filter((sentence) => namesIn(sentence).every(isShown))
    .map(filled)
    .join(" ");
}

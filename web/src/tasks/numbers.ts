// The numbers in the text of a step, and the times that numbers and tasks cover. The number that a task asks for is
// `valueAskedFor` in tasks.ts. The numbers of a text belong to the run with which the step begins, before the student
// changes something or reveals a prediction, and stay when the run changes. Each states which time it covers.
import type { Measure } from "../engine/numbers.ts";
import { sameRun } from "../scenario/edit.ts";
import { formatQuantity } from "../scenario/units.ts";
import { type LessonRun, measure, valueText } from "./measures.ts";
import type { Lesson, Step, Task } from "./model.ts";
import { documentOf, type LessonState, stateBefore, type TextNumber, type TextNumbers } from "./play.ts";
import { readText } from "./text.ts";
import { taskTexts } from "./texts/index.ts";

type Interval = readonly [from: number, to: number];

export function intervalOf({ record }: LessonRun, what: Measure): Interval | null {
  if (what.kind === "link") return null;
  if (what.kind === "ratio") return intervalOf({ record, summary: null }, what.of);
  const { from, to } = "from" in what || "to" in what ? what : {};
  const end = Math.min(to ?? record.computedTo, record.computedTo);
  return [Math.min(from ?? record.document.warmup ?? 0, end), end];
}

/** The numbers of a text in a run. */
export function numbersOf(
  text: string,
  values: Readonly<Record<string, Measure>>,
  run: LessonRun,
): TextNumbers {
  const numbers: Record<string, TextNumber> = {};
  for (const part of readText(text)) {
    const what = part.kind === "value" ? values[part.name] : undefined;
    if (part.kind === "value" && what)
      numbers[part.name] = { value: measure(run, what), interval: intervalOf(run, what) };
  }
  return numbers;
}

/** A text without its markup, with the numbers of a complete run. */
export const textWithNumbers = (
  text: string,
  values: Readonly<Record<string, Measure>>,
  run: LessonRun,
): string =>
  readText(text)
    .map((part) => {
      if (part.kind !== "value") return part.text;
      const what = values[part.name];
      return what ? valueText(measure(run, what), what) : "";
    })
    .join("");

/**
 * The numbers that the text of a step shows, for the run of a state: those of the run with which the step began,
 * also after the student changed something or revealed a prediction. Null if they are not known.
 */
export function shownNumbers(
  lesson: Lesson,
  state: LessonState,
  step: Step,
  run: LessonRun | null,
): TextNumbers | null {
  const isFirstRun = sameRun(documentOf(lesson, state), documentOf(lesson, stateBefore(state, step)));
  if (isFirstRun && run) return numbersOf(step.text, lesson.values, run);
  return state.numbers?.[step.id] ?? null;
}

/** The measures by which the run answers a task. */
function measuresOf(task: Task): readonly Measure[] {
  switch (task.kind) {
    case "watch":
      return [];
    case "number":
      return [task.measure];
    case "predict":
      return task.what.kind === "bars" ? task.what.bars.map((bar) => bar.measure) : [];
    case "choose":
      return task.options.flatMap(({ when }) => when.map(({ of }) => of));
    case "change":
    case "goal":
    case "program":
      return (task.when ?? []).map(({ of }) => of);
  }
}

/** The intervals that numbers cover, each once, in their order. */
function distinct(intervals: readonly (Interval | null)[]): readonly Interval[] {
  const found = intervals.filter((interval) => interval !== null);
  return found.filter(
    ([from, to], i) => found.findIndex((other) => other[0] === from && other[1] === to) === i,
  );
}

/** The intervals that decide about a task. */
export const taskIntervals = (task: Task, run: LessonRun): readonly Interval[] =>
  distinct(measuresOf(task).map((what) => intervalOf(run, what)));

export const textIntervals = (numbers: TextNumbers): readonly Interval[] =>
  distinct(Object.values(numbers).map(({ interval }) => interval));

/** Intervals as text, such as "10 s to 40 s". */
export const intervalsText = (intervals: readonly Interval[]): string =>
  intervals
    .map(([from, to]) => taskTexts.span({ from: formatQuantity(from, "s"), to: formatQuantity(to, "s") }))
    .join(", ");

// Every sentence of every lesson, in each state in which it can be read and in each language, with its numbers
// computed again: nothing that a student reads may be false.

import { beforeAll, describe, expect, test } from "vitest";
import type { Measure } from "../../engine/numbers.ts";
import { computeRun } from "../../engine/testRuns.ts";
import { loadWasm } from "../../engine/testWasm.ts";
import type { ScenarioDocument } from "../../generated/types.ts";
import { LANGUAGE_TAGS } from "../../language/language.ts";
import { type LessonRun, measure, unitOf, valueText } from "../../tasks/measures.ts";
import type { Lesson, Step, Task } from "../../tasks/model.ts";
import { numbersOf, shownNumbers } from "../../tasks/numbers.ts";
import {
  documentOf,
  type LessonState,
  NEW_STATE,
  stateBefore,
  withAnswer,
  withNumbers,
} from "../../tasks/play.ts";
import { actualValues } from "../../tasks/prediction.ts";
import type { Answer } from "../../tasks/tasks.ts";
import { plainText, readText } from "../../tasks/text.ts";
import { LESSONS } from "./content/index.ts";
import { lessonsIn } from "./translatedLessons.ts";

beforeAll(loadWasm);

const runs = new Map<string, LessonRun>();
function runOf(doc: ScenarioDocument): LessonRun {
  // Names of flows do not change a run.
  const key = JSON.stringify(doc, (name, value: unknown) =>
    name === "label" || name === "title" ? undefined : value,
  );
  let run = runs.get(key);
  if (!run) {
    const record = computeRun(doc);
    run = { record, summary: record.summary };
    runs.set(key, run);
  }
  return run;
}

/** Each answer that changes the run of a step, and the answer that only reveals it. */
function answersTo(task: Task, run: LessonRun): readonly Answer[] {
  switch (task.kind) {
    case "change":
      return task.control.options.slice(1).map((_, i) => ({ kind: "change", option: i + 1 }));
    case "goal":
      return task.controls.flatMap(({ id, options }) =>
        options.slice(1).map((_, i): Answer => ({ kind: "goal", options: { [id]: i + 1 } })),
      );
    case "program":
      return [{ kind: "program", code: task.solution }];
    case "predict":
      return [{ kind: "predict", drawing: actualValues(run, task).map(() => 0), revealed: true }];
    default:
      return [];
  }
}

/** A state of a step, with the text's numbers as the page keeps them. */
interface Moment {
  readonly step: Step;
  readonly state: LessonState;
  readonly run: LessonRun;
}

/** All states in which a step can be read: as it begins, and after each answer that changes the run. */
function momentsOf(lesson: Lesson): readonly Moment[] {
  return lesson.steps.flatMap((step, index) => {
    const begun: LessonState = { ...NEW_STATE, step: index };
    const first = runOf(documentOf(lesson, begun));
    // The page keeps the numbers of the first run of the step.
    const kept = withNumbers(begun, step, shownNumbers(lesson, begun, step, first) ?? {});
    const later = answersTo(step.task, first).map((answer) => withAnswer(kept, step, answer));
    return [kept, ...later].map((state) => ({ step, state, run: runOf(documentOf(lesson, state)) }));
  });
}

/** The text as a student reads it. */
const rendered = (lesson: Lesson, text: string, value: (name: string) => number): string =>
  readText(text)
    .map((part) => {
      const what = part.kind === "value" ? lesson.values[part.name] : undefined;
      if (part.kind !== "value") return part.text;
      return what ? valueText(value(part.name), what) : "?";
    })
    .join("");

/** The texts that the page shows with a verdict, with the numbers of the student's run. */
function remarksOn(task: Task, { answers }: LessonState, { id }: Step): readonly string[] {
  if (task.kind === "watch") return [];
  const answer = answers[id];
  if (task.kind === "predict") return answer?.kind === "predict" && answer.revealed ? [task.after] : [];
  const own = task.kind === "choose" ? task.options.map(({ hint }) => hint) : [];
  return [task.hint, task.after, ...own].filter((text) => text !== undefined);
}

/** The measures whose interval can be chosen. */
const WINDOWED = new Set(["goodput", "total", "jain", "utilisation", "wait", "signal", "events"]);

/** The numbers of a text with their intervals must be those of a run. */
function expectNumbersOf(
  lesson: Lesson,
  text: string,
  shown: ReturnType<typeof numbersOf>,
  run: LessonRun,
): void {
  for (const part of readText(text)) {
    if (part.kind !== "value") continue;
    const what = lesson.values[part.name];
    if (!what) throw new Error(`${lesson.id}: there is no value ${part.name}.`);
    const number = shown[part.name];
    expect(number?.value, `${lesson.id}: {${part.name}} in "${text}"`).toBe(measure(run, what));
    if (what.kind !== "link") {
      const [from = -1, to = -1] = number?.interval ?? [];
      expect(from).toBeGreaterThanOrEqual(0);
      expect(to).toBeGreaterThan(from);
      expect(to).toBeLessThanOrEqual(run.record.computedTo);
      // The stated interval gives the number: measured over it, the run has the same value.
      if (WINDOWED.has(what.kind)) expect(measure(run, { ...what, from, to } as Measure)).toBe(number?.value);
    }
    // 0.000829 ms would be 829 ns: a number has the unit in which it is readable.
    const words = valueText(number?.value ?? Number.NaN, what);
    if (unitOf(what) !== "" && number?.value !== 0) expect(words).not.toMatch(/^0\.00\d/);
  }
}

describe.each(LESSONS.map((lesson) => [lesson.id, lesson] as const))("%s", (id, english) => {
  test("states the numbers of the run with which each step begins, also after a change", () => {
    for (const { step, state, run } of momentsOf(english)) {
      const first = runOf(documentOf(english, stateBefore(state, step)));
      expectNumbersOf(english, step.text, shownNumbers(english, state, step, run) ?? {}, first);
      // A hint and an explanation speak about the student's own run.
      for (const remark of remarksOn(step.task, state, step))
        expectNumbersOf(english, remark, numbersOf(remark, english.values, run), run);
    }
  }, 120_000);

  test("states the times that its words name", () => {
    for (const { step, state, run } of momentsOf(english)) {
      const [, named] = /^(?:After|From) (\d+(?:\.\d+)?) s\b/.exec(step.text) ?? [];
      if (named === undefined) continue;
      for (const { interval } of Object.values(shownNumbers(english, state, step, run) ?? {}))
        if (interval) expect(interval[0], `${id}: ${step.text}`).toBe(Number(named));
    }
  });

  test("gives a flow the name of its algorithm after each change", () => {
    for (const { step, state } of momentsOf(english)) {
      const { task } = step;
      const controls = task.kind === "change" ? [task.control] : task.kind === "goal" ? task.controls : [];
      const before = new Map(
        (documentOf(english, stateBefore(state, step)).flows ?? []).map((flow) => [flow.id, flow]),
      );
      for (const flow of documentOf(english, state).flows ?? []) {
        const old = before.get(flow.id);
        if (!old || old.algorithm === flow.algorithm) continue;
        const names = controls.flatMap(({ options }) => options.map(({ label }) => label));
        if (names.includes(old.label ?? "")) expect(flow.label, `${id}, ${step.id}`).not.toBe(old.label);
      }
    }
  });

  test.each(LANGUAGE_TAGS)(
    "is read in %s without markup and without an unknown number",
    async (language) => {
      const { lessons } = await lessonsIn(language);
      const lesson = lessons.find((one) => one.id === id) ?? english;
      for (const { step, state, run } of momentsOf(english)) {
        const local = lesson.steps.find((one) => one.id === step.id);
        if (!local) throw new Error(`${language}, ${id}: there is no step ${step.id}.`);
        const numbers = shownNumbers(english, state, step, run) ?? {};
        const { task } = local;
        const sentences = [
          rendered(lesson, local.text, (name) => numbers[name]?.value ?? Number.NaN),
          ...("ask" in task ? [plainText(task.ask)] : []),
          ...remarksOn(task, state, step).map((remark) =>
            rendered(
              lesson,
              remark,
              (name) => numbersOf(remark, lesson.values, run)[name]?.value ?? Number.NaN,
            ),
          ),
        ];
        for (const sentence of sentences) {
          expect(sentence, `${id}, ${step.id}`).not.toMatch(
            /[{}[\]]|\]\(|\u2013 *(%|s|ms|b\/s)|NaN|undefined|Infinity|\?\?/,
          );
          expect(sentence.trim(), `${id}, ${step.id}`).not.toBe("");
        }
      }
    },
    120_000,
  );
});

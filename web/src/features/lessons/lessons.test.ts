// Plays every lesson to its end with the simulator, with right and wrong answers. The answers come from the
// runs, so a lesson whose scenario, question or hint no longer fits the simulator fails here.
import { beforeAll, describe, expect, test } from "vitest";
import { computeRun } from "../../engine/testRuns.ts";
import { loadWasm } from "../../engine/testWasm.ts";
import type { ScenarioDocument } from "../../generated/types.ts";
import { readLayout } from "../../scenario/layout.ts";
import { readPath } from "../../scenario/path.ts";
import { holds, type LessonRun, measure, valueText } from "../../tasks/measures.ts";
import { type GoalTask, type Lesson, type PredictTask, type Step, TOPICS } from "../../tasks/model.ts";
import {
  documentOf,
  horizonOf,
  isFinished,
  type LessonState,
  NEW_STATE,
  withAnswer,
  withSolved,
} from "../../tasks/play.ts";
import { actualValues, type Drawing, timeOfPoint, valuesAt } from "../../tasks/prediction.ts";
import { type Answer, check, type Verdict } from "../../tasks/tasks.ts";
import { readText } from "../../tasks/text.ts";
import { chartAmong } from "../lab/face/FaceChart.tsx";
import { LESSONS } from "./content/index.ts";
import { TEMPLATE } from "./content/template.ts";
import { isFound, isMentioned } from "./LessonsView.tsx";

beforeAll(loadWasm);

/** Runs by document, because most steps of a lesson show the same run. */
const runs = new Map<string, LessonRun>();

function runOf(doc: ScenarioDocument): LessonRun {
  const key = JSON.stringify(doc);
  const known = runs.get(key);
  if (known) return known;
  const record = computeRun(doc);
  const run = { record, summary: record.summary };
  runs.set(key, run);
  return run;
}

const runIn = (lesson: Lesson, state: LessonState): LessonRun => runOf(documentOf(lesson, state));

/** The verdict about an answer, with the run of the document that results from it. */
function judge(lesson: Lesson, state: LessonState, step: Step, answer: Answer): Verdict {
  return check(step.task, answer, runIn(lesson, withAnswer(state, step, answer)));
}

function goalAnswers(task: GoalTask): readonly Answer[] {
  return task.controls.flatMap(({ id, options }) =>
    options.slice(1).map((_, i): Answer => ({ kind: "goal", options: { [id]: i + 1 } })),
  );
}

function playPrediction(lesson: Lesson, state: LessonState, step: Step, task: PredictTask): Answer {
  const { what } = task;
  const before = runIn(lesson, state);
  if (what.kind === "curve" && !task.set) {
    expect(horizonOf(lesson, state), step.id).toBeLessThanOrEqual(what.from);
    expect(before.record.computedTo, step.id).toBeLessThanOrEqual(what.from);
  }
  const empty: Drawing = actualValues(before, task).map(() => 0);
  const revealed = withAnswer(state, step, { kind: "predict", drawing: empty, revealed: true });
  const after = runIn(lesson, revealed);
  expect(documentOf(lesson, revealed), step.id).not.toEqual(documentOf(lesson, state));
  if (what.kind === "curve" && !task.set) {
    // The run that stops at the moment of the prediction is the beginning of the complete run.
    const t = before.record.computedTo;
    const [[early = Number.NaN], [late = Number.NaN]] = [
      valuesAt(before, what, [t]),
      valuesAt(after, what, [t]),
    ];
    if (!Number.isNaN(early)) expect(Math.abs(early - late), step.id).toBeLessThan(0.1 * what.max);
    expect(timeOfPoint(what, 23), step.id).toBeLessThanOrEqual(after.record.duration);
  }
  const actual = actualValues(after, task);
  for (const value of actual) {
    if (what.kind === "bars") expect(value, step.id).not.toBeNaN();
    // A value above the axis could not be drawn.
    if (!Number.isNaN(value)) expect(value, step.id).toBeLessThanOrEqual(what.max);
  }
  const answer = (drawing: Drawing): Answer => ({ kind: "predict", drawing, revealed: true });
  const right = answer(actual.map((value) => (Number.isNaN(value) ? 0 : value)));
  const closeness = (given: Answer): string => {
    const verdict = judge(lesson, state, step, given);
    return verdict.state === "right" ? (verdict.distance?.closeness ?? "none") : verdict.state;
  };
  expect(closeness(right), step.id).toBe("close");
  expect(
    [0, what.max].map((value) => closeness(answer(actual.map(() => value)))),
    step.id,
  ).toContain("far");
  // Nothing is checked before the reveal, and an incomplete drawing cannot be revealed.
  expect(judge(lesson, state, step, { ...right, revealed: false } as Answer).state, step.id).toBe("open");
  expect(judge(lesson, state, step, answer(actual.map(() => null))).state, step.id).toBe("open");
  return right;
}

/** Checks that wrong answers to a step are wrong, and returns a right one. */
function playStep(lesson: Lesson, state: LessonState, step: Step): Answer {
  const { task } = step;
  const run = runIn(lesson, state);
  const isRight = (answer: Answer): boolean => judge(lesson, state, step, answer).state === "right";
  const choose = (answers: readonly Answer[], mustFail: boolean): Answer => {
    const right = answers.filter(isRight);
    if (mustFail) expect(right.length, `${step.id}: an answer must be wrong`).toBeLessThan(answers.length);
    const [first] = right;
    if (!first) throw new Error(`${lesson.id}, ${step.id}: no answer is right. ${describeRun(lesson, run)}`);
    return first;
  };
  switch (task.kind) {
    case "watch":
      expect(task.until, step.id).toBeLessThanOrEqual(run.record.computedTo);
      expect(isRight({ kind: "watch", reached: task.until / 2 })).toBe(false);
      return { kind: "watch", reached: task.until };
    case "change": {
      expect(isRight({ kind: "change", option: 0 })).toBe(false);
      const answers = task.control.options
        .slice(1)
        .map((_, i): Answer => ({ kind: "change", option: i + 1 }));
      return choose(answers, task.when !== undefined && answers.length > 1);
    }
    case "goal": {
      expect(holds(run, task.when), `${step.id}: the goal must not be reached already`).toBe(false);
      const [first, second] = task.controls;
      if (second) {
        const both = { kind: "goal", options: { [first.id]: 1, [second.id]: 1 } } as const;
        expect(judge(lesson, state, step, both)).toEqual({ state: "wrong", reason: { kind: "several" } });
      }
      return choose(goalAnswers(task), true);
    }
    case "choose": {
      const right = task.options.filter(({ when }) => holds(run, when));
      expect(right.length, `${step.id}: ${describeRun(lesson, run)}`).toBe(1);
      const hints = task.options
        .filter((option) => !right.includes(option))
        .map(({ hint }) => hint ?? task.hint);
      expect(new Set(hints).size, `${step.id}: each wrong answer has a hint of its own`).toBe(hints.length);
      return choose(
        task.options.map((_, option): Answer => ({ kind: "choose", option })),
        true,
      );
    }
    case "program": {
      expect(holds(run, task.when), `${step.id}: the goal must not be reached already`).toBe(false);
      expect(isRight({ kind: "program", code: "on_congestion { ssthresh = max(base / 2, 2) }" })).toBe(false);
      return choose([{ kind: "program", code: task.solution }], false);
    }
    case "number": {
      const value = measure(run, task.measure) * task.factor;
      expect(value, step.id).not.toBeNaN();
      for (const factor of [1 + 2 * task.tolerance, 1 - 2 * task.tolerance, 10])
        expect(isRight({ kind: "number", value: value * factor })).toBe(false);
      return choose([{ kind: "number", value }], false);
    }
    case "predict":
      return playPrediction(lesson, state, step, task);
  }
}

const describeRun = (lesson: Lesson, run: LessonRun): string =>
  Object.entries(lesson.values)
    .map(([name, what]) => `${name} ${valueText(measure(run, what), what)}`)
    .join(", ");

/** All texts of a step that may contain live values. */
function textsOf({ text, task }: Step): readonly string[] {
  return [
    text,
    "ask" in task ? task.ask : "",
    "hint" in task ? (task.hint ?? "") : "",
    "after" in task ? (task.after ?? "") : "",
    ...(task.kind === "choose" ? task.options.map(({ hint }) => hint ?? "") : []),
  ];
}

// The template, which `npm run new` copies, must work like every lesson.
describe.each([...LESSONS, TEMPLATE].map((lesson) => [lesson.id, lesson] as const))("%s", (_id, lesson) => {
  test("can be played to its end with right answers", () => {
    let state = NEW_STATE;
    for (const step of lesson.steps) {
      const answer = playStep(lesson, state, step);
      state = withSolved(withAnswer(state, step, answer), step);
      const run = runIn(lesson, state);
      for (const text of textsOf(step))
        for (const part of readText(text)) {
          if (part.kind === "value") {
            const what = lesson.values[part.name];
            if (!what) throw new Error(`${lesson.id}, ${step.id}: there is no value ${part.name}.`);
            expect(valueText(measure(run, what), what), `${step.id}: {${part.name}}`).not.toBe("\u2013");
          }
          if (part.kind === "link" && part.target.kind === "curve") {
            const { flow } = part.target;
            const ids = run.record.derived.flows.map(({ id }) => id.split(".")[0]);
            expect(ids, step.id).toContain(flow);
          }
          if (part.kind === "link" && part.target.kind === "moment")
            expect(part.target.t, step.id).toBeLessThan(run.record.computedTo);
          if (part.kind === "link" && part.target.kind === "control")
            expect(["change", "goal"], step.id).toContain(step.task.kind);
        }
      state = { ...state, step: state.step + 1 };
    }
    expect(isFinished(lesson, state)).toBe(true);
    expect(JSON.parse(JSON.stringify(state))).toEqual(state);
  }, 120_000);

  test("is complete", () => {
    expect(lesson.point.length).toBeGreaterThan(20);
    expect(lesson.learn).toMatch(/^(how|what|when|why)\b[^.]{10,}[^.]$/);
    expect(lesson.freePlay.length).toBeGreaterThan(20);
    expect(lesson.reading.length).toBeGreaterThan(0);
    expect(new Set(lesson.steps.map(({ id }) => id)).size).toBe(lesson.steps.length);
    for (const [i, { id, task, notes }] of lesson.steps.entries())
      if (i === 0 || task.kind === "predict")
        expect(notes, `${id}: the first step and predictions need notes for the lecturer`).toBeTruthy();
    // "Right." is not enough: the explanation has numbers of the student's run.
    for (const { id, task } of lesson.steps)
      if (task.kind !== "watch" && task.kind !== "predict")
        expect(task.after, `${id}: the explanation of a right answer needs a number of the run`).toMatch(
          /\{\w+\}/,
        );
    const shown = new Set<string>();
    for (const { task } of lesson.steps) {
      if (task.kind === "predict" && task.set) expect(shown).not.toContain(JSON.stringify(task.set));
      const controls = task.kind === "change" ? [task.control] : task.kind === "goal" ? task.controls : [];
      for (const { options } of controls) for (const { set } of options) shown.add(JSON.stringify(set));
    }
  });
});

test("a course of 14 weeks has lessons in each week, and needs come before what needs them", () => {
  expect(LESSONS.length).toBeLessThanOrEqual(33);
  expect([...new Set(LESSONS.map(({ week }) => week))]).toEqual(Array.from({ length: 14 }, (_, i) => i + 1));
  const topics = LESSONS.map(({ topic }) => TOPICS.indexOf(topic));
  expect(topics).toEqual([...topics].sort((a, b) => a - b));
  const ids = LESSONS.map(({ id }) => id);
  for (const [place, { id, needs, terms }] of LESSONS.entries()) {
    expect(terms.length, id).toBeGreaterThan(0);
    for (const need of needs) expect(ids.slice(0, place), `${id} needs ${need}`).toContain(need);
  }
});

test("a lesson is found by the terms of the field", () => {
  for (const [term, id] of [
    ["ECN", "ecn"],
    ["dctcp", "data-centre"],
    ["Codel", "aqm"],
    ["max min", "parking-lot"],
    ["webrtc", "call-in-browser"],
    ["pto", "quic"],
    ["fqcodel", "aqm"],
  ] as const)
    expect(
      LESSONS.filter((lesson) => isFound(lesson, term)).map((lesson) => lesson.id),
      term,
    ).toContain(id);
  expect(LESSONS.filter((lesson) => isFound(lesson, "zebra") || isMentioned(lesson, "zebra"))).toEqual([]);
  expect(LESSONS.filter((lesson) => isFound(lesson, "Wi-Fi"))).toEqual([]);
  // A word that no title, term or aim has is looked for in the steps.
  expect(LESSONS.some((lesson) => isFound(lesson, "router buffers"))).toBe(false);
  expect(LESSONS.filter((lesson) => isMentioned(lesson, "router buffers")).map(({ id }) => id)).toContain(
    "bufferbloat",
  );
});

test("ids of lessons are unique and can be part of an address", () => {
  expect(new Set(LESSONS.map(({ id }) => id)).size).toBe(LESSONS.length);
  for (const { id } of LESSONS) expect(id).toMatch(/^[a-z0-9-]+$/);
});

test("a lesson that asks for a layout names a setting of its scenario and pictures that a layout can show", () => {
  const withLayout = LESSONS.filter(({ layout }) => layout);
  expect(withLayout.map(({ id }) => id)).toContain("overshoot");
  for (const { id, scenario, layout } of withLayout) {
    expect(readPath(scenario, layout?.control ?? ""), id).toBeDefined();
    expect(readLayout(layout), id).toEqual(layout);
    expect(chartAmong(layout?.pictures ?? []), id).toBeDefined();
  }
});

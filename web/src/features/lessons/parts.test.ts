// The parts of lessons: markup, drawings, stored progress, translations.
import { describe, expect, test } from "vitest";
import thumbs from "../../generated/lessonThumbs.json";
import type { Lesson, Step } from "../../tasks/model.ts";
import {
  documentOf,
  horizonOf,
  type LessonState,
  NEW_STATE,
  shownProgram,
  withAnswer,
} from "../../tasks/play.ts";
import { CURVE_POINTS, distanceOf, drawLine } from "../../tasks/prediction.ts";
import { readText } from "../../tasks/text.ts";
import { BEAT_CUBIC } from "./content/beatCubic.ts";
import { fileOfLesson, LESSONS } from "./content/index.ts";
import { INVENT_AIMD } from "./content/inventAimd.ts";
import { SAWTOOTH } from "./content/sawtooth.ts";
import { knownState } from "./progress.ts";
import { textsOf, translated } from "./translation.ts";

test("a text has values and links between its words", () => {
  expect(readText("A [flow](curve:a) got {rate} at [12 s](at:12).")).toEqual([
    { kind: "text", text: "A " },
    { kind: "link", text: "flow", target: { kind: "curve", flow: "a" } },
    { kind: "text", text: " got " },
    { kind: "value", name: "rate" },
    { kind: "text", text: " at " },
    { kind: "link", text: "12 s", target: { kind: "moment", t: 12 } },
    { kind: "text", text: "." },
  ]);
  expect(() => readText("[x](nowhere)")).toThrow("nowhere");
});

describe("a drawing", () => {
  const empty = Array.from({ length: CURVE_POINTS }, () => null);

  test("has no gaps between two points, in both directions", () => {
    expect(drawLine(empty, [2, 10], [4, 20]).slice(1, 6)).toEqual([null, 10, 15, 20, null]);
    expect(drawLine(empty, [4, 20], [2, 10]).slice(1, 6)).toEqual([null, 10, 15, 20, null]);
  });

  test("that begins at the end of the run so far continues from its value", () => {
    expect(drawLine(empty, [-1, 0], [1, 20]).slice(0, 3)).toEqual([10, 20, null]);
  });

  test("is compared only when it is complete", () => {
    const bars = { kind: "bars", max: 10 } as const;
    expect(distanceOf([1, null], [1, 1], bars)).toBeNull();
    expect(distanceOf([1, 1], [Number.NaN, Number.NaN], bars)).toBeNull();
    expect(distanceOf([1, 5], [1, 2], bars)).toMatchObject({
      closeness: "partly",
      level: "high",
      form: null,
      worst: 1,
      drawn: 5,
      actual: 2,
    });
    expect(distanceOf([1, 2.5], [1, 2], bars)?.closeness).toBe("roughly");
  });
});

test("the run ends at the first curve that is not revealed", () => {
  expect(horizonOf(SAWTOOTH, NEW_STATE)).toBe(8);
  expect(documentOf(SAWTOOTH, NEW_STATE).duration).toBe(8);
  const step = SAWTOOTH.steps[1];
  if (!step) throw new Error("The lesson has no second step.");
  const drawn = withAnswer(NEW_STATE, step, { kind: "predict", drawing: [], revealed: false });
  expect(documentOf(SAWTOOTH, drawn).duration).toBe(8);
  const revealed = withAnswer(NEW_STATE, step, { kind: "predict", drawing: [], revealed: true });
  expect(documentOf(SAWTOOTH, revealed).duration).toBe(60);
});

test("the steps after a skipped prediction show its settings, as their texts describe", () => {
  const settings = LESSONS.flatMap((lesson) =>
    lesson.steps.flatMap((step, index) =>
      step.task.kind === "predict" && step.task.set ? [{ lesson, step, index }] : [],
    ),
  );
  expect(settings.length).toBeGreaterThan(3);
  for (const { lesson, step, index } of settings) {
    const at = { ...NEW_STATE, step: index };
    const revealed = withAnswer(at, step, { kind: "predict", drawing: [], revealed: true });
    expect(documentOf(lesson, at), step.id).not.toEqual(documentOf(lesson, revealed));
    const later = { ...at, step: index + 1 };
    expect(documentOf(lesson, later), step.id).toEqual(documentOf(lesson, { ...revealed, step: index + 1 }));
  }
});

test("the program of a lesson is shown from its first step on, but not while a prediction is open", () => {
  for (const [lesson, flow] of [
    [INVENT_AIMD, "first"],
    [BEAT_CUBIC, "mine"],
  ] as const) {
    const shown = (state: LessonState): string | null =>
      shownProgram(lesson.steps[state.step], state, documentOf(lesson, state));
    const predict = lesson.steps.findIndex(({ task }) => task.kind === "predict");
    const step = lesson.steps[predict];
    if (!step) throw new Error("The lesson has no prediction.");
    expect(shown(NEW_STATE)).toBe(flow);
    const open = { ...NEW_STATE, step: predict };
    expect(shown(open)).toBe(null);
    expect(shown(withAnswer(open, step, { kind: "predict", drawing: [1], revealed: false }))).toBe(null);
    expect(shown(withAnswer(open, step, { kind: "predict", drawing: [1], revealed: true }))).toBe(flow);
    expect(shown({ ...NEW_STATE, step: lesson.steps.length })).toBe(null);
  }
  expect(shownProgram(SAWTOOTH.steps[0], NEW_STATE, SAWTOOTH.scenario)).toBe(null);
});

test("the picture of the sawtooth has several teeth", () => {
  const [line = []] =
    (thumbs as Readonly<Record<string, readonly (readonly (number | null)[])[]>>).sawtooth ?? [];
  const falls = line.filter((value, i) => Number(value) < Number(line[i - 1] ?? 0) * 0.7);
  expect(falls.length).toBeGreaterThan(3);
});

test("stored progress that does not fit the lesson is dropped", () => {
  expect(knownState(SAWTOOTH, null)).toEqual(NEW_STATE);
  expect(knownState(SAWTOOTH, "text")).toEqual(NEW_STATE);
  const answers = {
    watch: { kind: "watch", reached: 8 },
    count: { kind: "watch", reached: 1 },
    gone: { kind: "watch", reached: 1 },
  };
  expect(knownState(SAWTOOTH, { v: 1, step: 99, answers, solved: ["watch", "gone"] })).toEqual({
    v: 1,
    step: SAWTOOTH.steps.length,
    answers: { watch: { kind: "watch", reached: 8 } },
    solved: ["watch"],
  });
});

test("a translation replaces the texts and nothing else", () => {
  for (const lesson of LESSONS) {
    const texts = textsOf(lesson);
    for (const step of lesson.steps) expect(texts[`steps.${step.id}.text`]).toBe(step.text);
    expect(translated(lesson, texts)).toEqual(lesson);
    expect(translated(lesson, { ...texts, title: "Titel" })).toEqual({ ...lesson, title: "Titel" });
  }
});

test("a text follows its step to another position", () => {
  for (const lesson of LESSONS) {
    const reversed: Lesson = { ...lesson, steps: [...lesson.steps].reverse() };
    const ofStep = (step: Step): string => `text of ${step.id}`;
    const texts = Object.fromEntries(lesson.steps.map((step) => [`steps.${step.id}.text`, ofStep(step)]));
    expect(translated(reversed, texts).steps.map(({ text }) => text)).toEqual(reversed.steps.map(ofStep));
  }
});

test("lessons have different ids and different places in the order", () => {
  expect(new Set(LESSONS.map(({ id }) => id)).size).toBe(LESSONS.length);
  expect(new Set(LESSONS.map(({ order }) => order)).size).toBe(LESSONS.length);
  expect(new Set(LESSONS.map(({ id }) => fileOfLesson(id))).size).toBe(LESSONS.length);
});

test("the items of a list have ids, which differ", () => {
  for (const lesson of LESSONS) {
    const paths: string[] = [];
    const texts = textsOf(lesson);
    translated(lesson, new Proxy(texts, { get: (_, path) => void paths.push(String(path)) }));
    expect(paths).toHaveLength(new Set(paths).size);
    expect(
      paths.filter((path) => path.includes("..")),
      "items without an id",
    ).toEqual([]);
  }
});

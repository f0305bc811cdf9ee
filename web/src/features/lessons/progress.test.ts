// The progress in a lesson is stored in texts of decreasing length, because a learning platform stores few characters.
import { expect, test } from "vitest";
import { NEW_STATE } from "../../tasks/play.ts";
import { SAWTOOTH } from "./content/sawtooth.ts";
import { knownState, storedStates } from "./progress.ts";

/** The length of the field of SCORM 1.2 for the state. */
const FIELD = 4096;
const drawing = Array.from({ length: 24 }, (_, i) => Math.PI * (i + 1));

test("the state of a lesson fits into the field of a platform, and each text continues it", () => {
  const id = SAWTOOTH.steps.find(({ task }) => task.kind === "predict")?.id ?? "";
  const answers = { [id]: { kind: "predict" as const, drawing, revealed: true } };
  const [first = "", ...others] = storedStates({ ...NEW_STATE, step: 2, solved: [id], answers });
  expect(first.length).toBeLessThan(FIELD);
  expect(knownState(SAWTOOTH, JSON.parse(first)).answers[id]).toMatchObject({ revealed: true });
  for (const text of [first, ...others])
    expect(knownState(SAWTOOTH, JSON.parse(text))).toMatchObject({ step: 2, solved: [id] });
});

test("a long state is shortened by leaving out revealed drawings", () => {
  const predict = { kind: "predict" as const, drawing, revealed: true };
  const answers = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`step-${i}`, predict]));
  const fitting = storedStates({ ...NEW_STATE, answers }).find(({ length }) => length <= FIELD) ?? "";
  expect(JSON.parse(fitting).answers["step-0"]).toEqual({ kind: "predict", drawing: [], revealed: true });
});

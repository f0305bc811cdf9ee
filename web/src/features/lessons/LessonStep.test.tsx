// @vitest-environment jsdom
// A numeric task: what the page says about wrong answers, and how a student gets past it.
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { type ReactNode, useState } from "react";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { computeRun } from "../../engine/testRuns.ts";
import { loadWasm } from "../../engine/testWasm.ts";
import type { LessonRun } from "../../tasks/measures.ts";
import { documentOf, isFinished, type LessonState, NEW_STATE } from "../../tasks/play.ts";
import { valueAskedFor } from "../../tasks/tasks.ts";
import { LESSONS } from "./content/index.ts";
import { ShownStep, StepButtons } from "./LessonStep.tsx";
import { knownState } from "./progress.ts";

const lesson = LESSONS.find(({ id }) => id === "near-far");
const index = lesson?.steps.findIndex(({ task }) => task.kind === "number") ?? -1;
const step = lesson?.steps[index];
if (!lesson || step?.task.kind !== "number") throw new Error("The lesson has no numeric task.");
const { task } = step;

let run: LessonRun;
let state: LessonState;
beforeAll(async () => {
  await loadWasm();
  const record = computeRun(documentOf(lesson, { ...NEW_STATE, step: index }));
  run = { record, summary: record.summary };
});
beforeEach(() => {
  state = { ...NEW_STATE, step: index };
  render(<Student />);
});
afterEach(cleanup);

function Student(): ReactNode {
  const [shown, setShown] = useState(state);
  state = shown;
  return (
    <>
      <ShownStep
        lesson={lesson as NonNullable<typeof lesson>}
        presenting={false}
        step={{ ...(step as NonNullable<typeof step>), text: "" }}
        run={run}
        state={shown}
        onState={setShown}
      />
      <StepButtons
        lesson={lesson as NonNullable<typeof lesson>}
        state={shown}
        onState={setShown}
        onRestart={() => undefined}
      />
    </>
  );
}

function enter(value: number): void {
  fireEvent.change(screen.getByRole("textbox"), { target: { value: String(value) } });
  fireEvent.click(screen.getByRole("button", { name: "Check" }));
}
const offer = (): HTMLElement | null => screen.queryByRole("button", { name: "Show the answer" });
const canGoOn = (): boolean => !screen.getByRole("button", { name: "Next step" }).hasAttribute("disabled");

test("a wrong number is called too high or too low, without a factor", () => {
  enter(3 * valueAskedFor(task, run));
  expect(screen.getByText("Too high for your run.")).toBeTruthy();
  enter(valueAskedFor(task, run) / 3);
  expect(screen.getByText("Too low for your run.")).toBeTruthy();
  expect(screen.getByRole("status").textContent).not.toMatch(/times/);
});

test("the page offers the answer after two different wrong numbers", () => {
  enter(3 * valueAskedFor(task, run));
  enter(3 * valueAskedFor(task, run));
  expect(offer()).toBeNull();
  enter(2 * valueAskedFor(task, run));
  expect(offer()).not.toBeNull();
  expect(canGoOn()).toBe(false);
});

test("a shown answer opens the next step, and does not count as solved", () => {
  enter(3 * valueAskedFor(task, run));
  enter(2 * valueAskedFor(task, run));
  fireEvent.click(offer() as HTMLElement);
  expect(screen.getByText(/^The value of your run is/).textContent).toContain(
    valueAskedFor(task, run)
      .toPrecision(3)
      .replace(/\.?0+$/, ""),
  );
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(canGoOn()).toBe(true);
  expect(state.solved).toEqual([]);
  expect(knownState(lesson, JSON.parse(JSON.stringify(state)))).toEqual(state);
  const rest = lesson.steps.map(({ id }) => id).filter((id) => id !== step.id);
  expect(isFinished(lesson, { ...state, solved: rest })).toBe(true);
});

test("a right number after two wrong ones counts as solved", () => {
  enter(3 * valueAskedFor(task, run));
  enter(2 * valueAskedFor(task, run));
  enter(valueAskedFor(task, run));
  expect(offer()).toBeNull();
  expect(state.solved).toEqual([step.id]);
});

test("a program that is only shown has no numbers of the student's run", () => {
  cleanup();
  const aimd = LESSONS.find(({ id }) => id === "invent-aimd") as (typeof LESSONS)[number];
  const invent = aimd.steps.findIndex(({ task }) => task.kind === "program");
  const shown = aimd.steps[invent] as (typeof aimd.steps)[number];
  const record = computeRun(documentOf(aimd, { ...NEW_STATE, step: invent }));
  render(
    <ShownStep
      lesson={aimd}
      presenting={false}
      step={{ ...shown, text: "" }}
      run={{ record, summary: record.summary }}
      state={{ ...NEW_STATE, step: invent, shown: [shown.id] }}
      onState={() => undefined}
    />,
  );
  const text = screen.getByRole("status").textContent;
  expect(text).toContain("This program reaches the goal.");
  expect(text).not.toMatch(/Mb\/s|index/);
});

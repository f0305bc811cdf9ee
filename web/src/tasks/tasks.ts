// Checks the answers to tasks. The page, the tests and every other part that asks questions use this module.
import { holds, type LessonRun, measure } from "./measures.ts";
import type { Control, GoalTask, NumberTask, Task } from "./model.ts";
import {
  actualValues,
  type Distance,
  type Drawing,
  distanceOf,
  pointCount,
  surroundingsOf,
} from "./prediction.ts";

/** An answer as it is stored. Its kind is the kind of the task. */
export type Answer =
  | { readonly kind: "watch"; readonly reached: number }
  | { readonly kind: "change"; readonly option: number }
  | { readonly kind: "choose"; readonly option: number }
  | { readonly kind: "number"; readonly value: number }
  /** The position of each control, by the control's id. */
  | { readonly kind: "goal"; readonly options: Readonly<Record<string, number>> }
  /** The program of all flows that have one. */
  | { readonly kind: "program"; readonly code: string }
  | {
      readonly kind: "predict";
      readonly drawing: Drawing;
      readonly revealed: boolean;
      /** Whether it is the median of a class. */
      readonly ofClass?: boolean;
    };

export type Verdict =
  | { readonly state: "open" }
  /** The run that decides is not complete. */
  | { readonly state: "pending" }
  | { readonly state: "right"; readonly distance?: Distance }
  | { readonly state: "wrong"; readonly reason: Reason };

/** Why an answer is wrong. The page adds the hint of the task, whose values come from the student's run. */
export type Reason =
  | { readonly kind: "notReached" }
  | { readonly kind: "unchanged" }
  | { readonly kind: "several" }
  | { readonly kind: "option" }
  | { readonly kind: "condition" }
  /** A number that is too high or too low. How far it is off would state the answer. */
  | { readonly kind: "high" }
  | { readonly kind: "low" };

const wrong = (reason: Reason): Verdict => ({ state: "wrong", reason });
const RIGHT: Verdict = { state: "right" };
const PENDING: Verdict = { state: "pending" };

/** Checks an answer with the run of the document that results from it. */
export function check(task: Task, answer: Answer | undefined, run: LessonRun | null): Verdict {
  if (answer?.kind !== task.kind) return { state: "open" };
  if (task.kind === "watch" && answer.kind === "watch")
    return answer.reached >= task.until ? RIGHT : wrong({ kind: "notReached" });
  const complete = run !== null && run.summary !== null;
  if (task.kind === "change" && answer.kind === "change") {
    if (answer.option === 0) return wrong({ kind: "unchanged" });
    if (!complete) return PENDING;
    return holds(run, task.when ?? []) ? RIGHT : wrong({ kind: "condition" });
  }
  if (task.kind === "goal" && answer.kind === "goal") {
    const changed = changedControls(task, answer.options);
    if (changed.length === 0) return wrong({ kind: "unchanged" });
    if (changed.length > 1) return wrong({ kind: "several" });
    if (!complete) return PENDING;
    return holds(run, task.when) ? RIGHT : wrong({ kind: "condition" });
  }
  if (!complete) return PENDING;
  if (task.kind === "program" && answer.kind === "program")
    return holds(run, task.when) ? RIGHT : wrong({ kind: "condition" });
  if (task.kind === "choose" && answer.kind === "choose") {
    const chosen = task.options[answer.option];
    return chosen && holds(run, chosen.when) ? RIGHT : wrong({ kind: "option" });
  }
  if (task.kind === "number" && answer.kind === "number") {
    const value = valueAskedFor(task, run);
    if (Math.abs(answer.value / value - 1) <= task.tolerance) return RIGHT;
    return wrong({ kind: answer.value > value ? "high" : "low" });
  }
  if (task.kind === "predict" && answer.kind === "predict") {
    if (!answer.revealed || !isDrawn(task, answer.drawing)) return { state: "open" };
    const actual = actualValues(run, task);
    const distance = distanceOf(answer.drawing, actual, task.what, surroundingsOf(run, task));
    return distance ? { state: "right", distance } : PENDING;
  }
  return { state: "open" };
}

/** The value of the run for which a task asks, in the unit of the answer. */
export const valueAskedFor = (task: NumberTask, run: LessonRun): number =>
  measure(run, task.measure) * task.factor;

/** Whether a drawing is complete, so that the run may be revealed. */
export function isDrawn(task: Extract<Task, { kind: "predict" }>, drawing: Drawing): boolean {
  return drawing.length === pointCount(task) && drawing.every((value) => value !== null);
}

/** The controls of a goal that are not in their first position. */
export function changedControls(
  task: GoalTask,
  options: Readonly<Record<string, number>>,
): readonly Control[] {
  return task.controls.filter(({ id }) => (options[id] ?? 0) !== 0);
}

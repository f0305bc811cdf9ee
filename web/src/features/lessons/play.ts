// The state of a student in a lesson, and the document that belongs to it. Both are plain data: the document
// is a function of lesson and state, so a stored state gives the same run again.
import type { ScenarioDocument } from "../../generated/types.ts";
import { withSettings } from "../../scenario/edit.ts";
import type { Control, Lesson, Setting, Step } from "./model.ts";
import type { Answer } from "./tasks.ts";

export interface LessonState {
  readonly v: 1;
  /** The index of the shown step; the number of steps after the last one. */
  readonly step: number;
  /** Answers by the ids of steps. */
  readonly answers: Readonly<Record<string, Answer>>;
  /** The ids of the steps whose task was solved. */
  readonly solved: readonly string[];
}

export const NEW_STATE: LessonState = { v: 1, step: 0, answers: {}, solved: [] };

export const isFinished = (lesson: Lesson, { solved }: LessonState): boolean =>
  lesson.steps.every(({ id }) => solved.includes(id));

export const withAnswer = (state: LessonState, step: Step, answer: Answer): LessonState => ({
  ...state,
  answers: { ...state.answers, [step.id]: answer },
});

export const withSolved = (state: LessonState, step: Step): LessonState =>
  state.solved.includes(step.id) ? state : { ...state, solved: [...state.solved, step.id] };

/**
 * The document that the page runs in a state. It contains the settings of all steps up to the shown one and
 * the student's changes. The settings of a prediction apply in all later steps, also if the student skipped
 * the prediction with an address or the list of steps, because later texts describe that run. The document
 * ends at the first prediction that is not revealed, so that nothing after this moment is ever computed
 * before.
 */
export function documentOf(lesson: Lesson, state: LessonState): ScenarioDocument {
  let doc = lesson.scenario;
  for (const [index, step] of lesson.steps.slice(0, state.step + 1).entries()) {
    const isPast = index < state.step;
    doc = withSettings(doc, [...(step.set ?? []), ...changes(step, state, isPast)]);
  }
  const end = horizonOf(lesson, state);
  return end === null ? doc : { ...doc, duration: end };
}

/**
 * The moment at which the run must stop: the moment of the first curve that is not revealed, now or in a
 * later step. Null if there is none.
 */
export function horizonOf(lesson: Lesson, { step, answers }: LessonState): number | null {
  const moments = lesson.steps.slice(step).flatMap(({ id, task }) => {
    const answer = answers[id];
    if (task.kind !== "predict" || task.set || task.what.kind !== "curve") return [];
    return answer?.kind === "predict" && answer.revealed ? [] : [task.what.from];
  });
  return moments.length > 0 ? Math.min(...moments) : null;
}

/**
 * The settings that the student's answer to a step changed, and those of a prediction that was revealed or
 * skipped.
 */
function changes({ id, task }: Step, { answers }: LessonState, isPast: boolean): readonly Setting[] {
  const answer = answers[id];
  if (task.kind === "predict" && isPast) return task.set ?? [];
  if (task.kind === "change" && answer?.kind === "change") return settingsOf(task.control, answer.option);
  if (task.kind === "goal" && answer?.kind === "goal")
    return task.controls.flatMap((control) => settingsOf(control, answer.options[control.id] ?? 0));
  if (task.kind === "predict" && answer?.kind === "predict" && answer.revealed) return task.set ?? [];
  return [];
}

const settingsOf = ({ options }: Control, index: number): readonly Setting[] =>
  index === 0 ? [] : (options[index]?.set ?? []);

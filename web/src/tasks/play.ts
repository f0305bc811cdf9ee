// The state of a student in a lesson, and the document that belongs to it. Both are plain data: the document
// is a function of lesson and state, so a stored state gives the same run again.
import { withPlainFlows } from "../examples/example.ts";
import type { ScenarioDocument } from "../generated/types.ts";
import { withSettings } from "../scenario/edit.ts";
import { programFlows } from "../scenario/programs.ts";
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
  /**
   * The numbers in the texts of steps, by the ids of the steps: those of the run with which a step began, so that
   * a text stays true when the student changes the run.
   */
  readonly numbers?: Readonly<Record<string, TextNumbers>>;
  /** How many different wrong numbers or programs were entered, by the ids of steps. */
  readonly tries?: Readonly<Record<string, number>>;
  /** The ids of the steps whose answer was shown. They are passed, but not solved. */
  readonly shown?: readonly string[];
}

/** A value with the interval that it covers, in seconds. The interval is null for what does not depend on time. */
export interface TextNumber {
  readonly value: number;
  readonly interval: readonly [from: number, to: number] | null;
}

export type TextNumbers = Readonly<Record<string, TextNumber>>;

export const NEW_STATE: LessonState = { v: 1, step: 0, answers: {}, solved: [] };

/** The number of wrong answers after which the page offers to show the answer. */
const TRIES = 2;

/** Whether the answer to a step was shown. */
export const isShown = ({ shown }: LessonState, { id }: Step): boolean => shown?.includes(id) ?? false;

/** Whether the student may go on: the task was solved, or its answer was shown. */
export const isPassed = (state: LessonState, step: Step): boolean =>
  state.solved.includes(step.id) || isShown(state, step);

export const isFinished = (lesson: Lesson, state: LessonState): boolean =>
  lesson.steps.every((step) => isPassed(state, step));

/** Whether the page offers to show the answer. */
export const canShow = (state: LessonState, step: Step): boolean =>
  !isPassed(state, step) && (state.tries?.[step.id] ?? 0) >= TRIES;

export const withAnswer = (state: LessonState, step: Step, answer: Answer): LessonState => ({
  ...state,
  answers: { ...state.answers, [step.id]: answer },
});

/** Counts a wrong number or program. The same one again is no other try. */
export function withTry(
  state: LessonState,
  { id }: Step,
  before: Answer | undefined,
  next: Answer,
): LessonState {
  if (next.kind !== "number" && next.kind !== "program") return state;
  if (JSON.stringify(before) === JSON.stringify(next)) return state;
  return { ...state, tries: { ...state.tries, [id]: (state.tries?.[id] ?? 0) + 1 } };
}

export const withShown = (state: LessonState, step: Step): LessonState =>
  isPassed(state, step) ? state : { ...state, shown: [...(state.shown ?? []), step.id] };

export const withSolved = (state: LessonState, step: Step): LessonState =>
  isPassed(state, step) ? state : { ...state, solved: [...state.solved, step.id] };

export const withNumbers = (state: LessonState, { id }: Step, numbers: TextNumbers): LessonState => ({
  ...state,
  numbers: { ...state.numbers, [id]: numbers },
});

/** The state in which a step begins: without the answer to the step. */
export function stateBefore(state: LessonState, { id }: Step): LessonState {
  const { [id]: _answer, ...answers } = state.answers;
  return { ...state, answers };
}

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
    doc = withPlainFlows(withSettings(doc, [...(step.set ?? []), ...changes(step, state, isPast, doc)]));
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
function changes(
  { id, task }: Step,
  { answers }: LessonState,
  isPast: boolean,
  doc: ScenarioDocument,
): readonly Setting[] {
  const answer = answers[id];
  if (task.kind === "predict" && isPast) return task.set ?? [];
  if (task.kind === "change" && answer?.kind === "change")
    return settingsOf(task.control, answer.option, doc);
  if (task.kind === "goal" && answer?.kind === "goal")
    return task.controls.flatMap((control) => settingsOf(control, answer.options[control.id] ?? 0, doc));
  if (task.kind === "program" && answer?.kind === "program")
    return programFlows(doc).flatMap((id): readonly Setting[] => [
      [`flows.${id}.params.code`, answer.code],
      [`flows.${id}.params.settings`, undefined],
    ]);
  if (task.kind === "predict" && answer?.kind === "predict" && answer.revealed) return task.set ?? [];
  return [];
}

/**
 * The settings of a position. A flow that has the name of the first position, such as the name of its algorithm,
 * gets the name of the chosen one.
 */
function settingsOf({ options }: Control, index: number, doc: ScenarioDocument): readonly Setting[] {
  const set = index === 0 ? [] : (options[index]?.set ?? []);
  const names = set.flatMap(([path]): readonly Setting[] => {
    const id = /^flows\.([^.]+)\.algorithm$/.exec(path)?.[1];
    const flow = doc.flows?.find((one) => one.id === id);
    return flow && flow.label === options[0].label
      ? [[`flows.${id}.label`, options[index]?.label ?? ""]]
      : [];
  });
  return [...set, ...names];
}

/** The first flow whose program a step shows. Null while a prediction is open: a trial would answer it. */
export function shownProgram(
  step: Step | undefined,
  { answers }: LessonState,
  doc: ScenarioDocument,
): string | null {
  const answer = step && answers[step.id];
  const isOpen = step?.task.kind === "predict" && !(answer?.kind === "predict" && answer.revealed);
  return step && !isOpen ? (programFlows(doc)[0] ?? null) : null;
}

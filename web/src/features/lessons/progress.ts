// The progress in lessons, which is kept in this browser or, in a SCORM package, by the learning management
// system.
import type { LearningPlatform } from "../../extension/offers.ts";
import { browserStorage, readPreference, savePreference } from "../../storage/storage.ts";
import type { Lesson } from "../../tasks/model.ts";
import { isFinished, type LessonState, NEW_STATE } from "../../tasks/play.ts";
import type { Answer } from "../../tasks/tasks.ts";

let platform: LearningPlatform | null = null;

/** Keeps progress in a learning platform instead of this browser. */
export function keepProgressIn(chosen: LearningPlatform | null): void {
  platform = chosen;
}

export const isInPlatform = (): boolean => platform !== null;

const nameOf = (id: string): string => `lesson.${id}`;

/** The stored state of a lesson, or the state at its beginning. */
export function readProgress(lesson: Lesson): LessonState {
  try {
    const text = platform ? platform.state : readPreference(browserStorage(), nameOf(lesson.id));
    return knownState(lesson, JSON.parse(text || "null"));
  } catch {
    return NEW_STATE;
  }
}

export function saveProgress(lesson: Lesson, state: LessonState): void {
  if (!platform) {
    savePreference(browserStorage(), nameOf(lesson.id), JSON.stringify(state));
    return;
  }
  platform.report({
    score: (100 * state.solved.length) / lesson.steps.length,
    finished: isFinished(lesson, state),
    states: storedStates(state),
  });
}

/**
 * The digits to which the values of drawings are rounded, so that the state of a long lesson is short enough.
 */
const DIGITS = [4, 3, 2] as const;

/** A state as texts of decreasing length: with less exact drawings, and without those that are revealed. */
export function storedStates(state: LessonState): readonly string[] {
  const withDrawings = (change: (answer: Answer & { readonly kind: "predict" }) => Answer): string => {
    const answers = Object.entries(state.answers).map(
      ([id, answer]) => [id, answer.kind === "predict" ? change(answer) : answer] as const,
    );
    return JSON.stringify({ ...state, answers: Object.fromEntries(answers) });
  };
  const rounded = DIGITS.map((digits) =>
    withDrawings((answer) => ({
      ...answer,
      drawing: answer.drawing.map((value) => (value === null ? null : Number(value.toPrecision(digits)))),
    })),
  );
  const coarse = withDrawings((answer) => (answer.revealed ? { ...answer, drawing: [] } : answer));
  return [...rounded, coarse, JSON.stringify({ ...state, answers: {}, numbers: {} })];
}

/** The parts of a stored state that fit the lesson, which may have changed since. */
export function knownState(lesson: Lesson, stored: unknown): LessonState {
  const state = stored as Partial<LessonState> | null;
  if (state?.v !== 1 || typeof state.step !== "number" || !Array.isArray(state.solved)) return NEW_STATE;
  const kinds = new Map<string, string>(lesson.steps.map(({ id, task }) => [id, task.kind]));
  const answers = Object.entries(state.answers ?? {}).filter(
    ([id, answer]) => kinds.get(id) === answer?.kind,
  );
  const numbers = Object.entries(state.numbers ?? {}).filter(([id]) => kinds.has(id));
  const tries = Object.entries(state.tries ?? {}).filter(
    ([id, count]) => kinds.get(id) === "number" && typeof count === "number",
  );
  const shown = Array.isArray(state.shown) ? state.shown.filter((id) => kinds.get(id) === "number") : [];
  return {
    v: 1,
    ...(tries.length > 0 ? { tries: Object.fromEntries(tries) } : {}),
    ...(shown.length > 0 ? { shown } : {}),
    ...(numbers.length > 0 ? { numbers: Object.fromEntries(numbers) } : {}),
    step: Math.max(0, Math.min(lesson.steps.length, Math.floor(state.step))),
    answers: Object.fromEntries(answers),
    solved: state.solved.filter((id) => kinds.has(id)),
  };
}

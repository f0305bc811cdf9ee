// The progress in lessons, which is kept in this browser.
import { browserStorage, readPreference, savePreference } from "../../scenario/storage.ts";
import type { Lesson } from "./model.ts";
import { type LessonState, NEW_STATE } from "./play.ts";

const nameOf = (id: string): string => `lesson.${id}`;

/** The stored state of a lesson, or the state at its beginning. */
export function readProgress(lesson: Lesson): LessonState {
  try {
    return knownState(lesson, JSON.parse(readPreference(browserStorage(), nameOf(lesson.id)) ?? "null"));
  } catch {
    return NEW_STATE;
  }
}

export function saveProgress(lesson: Lesson, state: LessonState): void {
  savePreference(browserStorage(), nameOf(lesson.id), JSON.stringify(state));
}

/** The parts of a stored state that fit the lesson, which may have changed since. */
export function knownState(lesson: Lesson, stored: unknown): LessonState {
  const state = stored as Partial<LessonState> | null;
  if (state?.v !== 1 || typeof state.step !== "number" || !Array.isArray(state.solved)) return NEW_STATE;
  const kinds = new Map<string, string>(lesson.steps.map(({ id, task }) => [id, task.kind]));
  const answers = Object.entries(state.answers ?? {}).filter(
    ([id, answer]) => kinds.get(id) === answer?.kind,
  );
  return {
    v: 1,
    step: Math.max(0, Math.min(lesson.steps.length, Math.floor(state.step))),
    answers: Object.fromEntries(answers),
    solved: state.solved.filter((id) => kinds.has(id)),
  };
}

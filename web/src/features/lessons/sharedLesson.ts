// What the two windows of a presentation share of a lesson: the student's state, which `desk` keeps the same in both, and
// the notes for the lecturer.
import { useCallback, useEffect } from "react";
import { notesStore } from "../../extension/notes.ts";
import { useDeskPart } from "../../extension/useDeskPart.ts";
import { significant } from "../../scenario/units.ts";
import { holds, type LessonRun } from "../../tasks/measures.ts";
import type { Lesson, Task } from "../../tasks/model.ts";
import { type LessonState, NEW_STATE } from "../../tasks/play.ts";
import { valueAskedFor } from "../../tasks/tasks.ts";
import { plainText } from "../../tasks/text.ts";

/** The state of a lesson since it was begun for the last time. */
interface AttemptState {
  readonly number: number;
  readonly state: LessonState;
}

interface SharedAttempt {
  readonly attempt: AttemptState;
  readonly setState: (state: LessonState) => void;
  readonly restart: () => void;
}

/** The state of the lesson, which is the same in both windows. `start` is called once. */
export function useSharedAttempt(lesson: Lesson, start: () => LessonState): SharedAttempt {
  const [attempt, change] = useDeskPart<AttemptState>(`lesson ${lesson.id}`, () => ({
    number: 1,
    state: start(),
  }));
  const setState = useCallback(
    (state: LessonState): void => change(({ number }) => ({ number, state })),
    [change],
  );
  const restart = useCallback(
    (): void => change(({ number }) => ({ number: number + 1, state: NEW_STATE })),
    [change],
  );
  return { attempt, setState, restart };
}

/** Gives the lecturer's panel the notes of the shown step and the beginning of the next one. */
export function usePresenterNotes(
  lesson: Lesson,
  state: LessonState,
  run: LessonRun | null,
  onState: (state: LessonState) => void,
): void {
  useEffect(() => {
    const step = lesson.steps[state.step];
    const next = lesson.steps[state.step + 1];
    const ask = next && "ask" in next.task ? [plainText(next.task.ask)] : [];
    notesStore.setState({
      title: lesson.title,
      step: Math.min(state.step + 1, lesson.steps.length),
      steps: lesson.steps.length,
      id: step?.id ?? null,
      solved: state.solved,
      text: step?.notes ?? null,
      expected: step && run?.summary ? expectedOf(step.task, run) : null,
      next: next ? [plainText(next.text), ...ask] : null,
      page: step ? `${lesson.id}/${step.id}` : lesson.id,
      show: (index) => onState({ ...state, step: index }),
    });
  }, [lesson, state, run, onState]);
  useEffect(() => () => notesStore.setState(null, true), []);
}

/** The answer that is expected, from the complete run. A prediction is not computed before it is revealed. */
function expectedOf(task: Task, run: LessonRun): string | null {
  switch (task.kind) {
    case "choose":
      return task.options.find(({ when }) => holds(run, when))?.text ?? null;
    case "number":
      return `${significant(valueAskedFor(task, run), 3)}\u202f${task.unit}`;
    case "change":
    case "goal":
      return task.hint === undefined ? null : plainText(task.hint);
    case "program":
      return task.solution;
    case "predict":
    case "watch":
      return null;
  }
}

// The shown step of a lesson with its task, and the buttons that lead to the other steps.
import { type ReactNode, useEffect, useId, useMemo, useRef } from "react";
import { Button } from "../../components/Button.tsx";
import { Parts } from "../../extension/parts.tsx";
import type { LessonRun } from "../../tasks/measures.ts";
import type { Lesson, Step } from "../../tasks/model.ts";
import { intervalsText, shownNumbers, taskIntervals, textIntervals } from "../../tasks/numbers.ts";
import {
  canShow,
  isPassed,
  isShown,
  type LessonState,
  type TextNumbers,
  withAnswer,
  withNumbers,
  withShown,
  withSolved,
  withTry,
} from "../../tasks/play.ts";
import { type Answer, check } from "../../tasks/tasks.ts";
import { StepText } from "./StepText.tsx";
import { showStart } from "./showStart.ts";
import { TaskPanel } from "./TaskPanel.tsx";
import { lessonTexts } from "./texts/index.ts";

interface ShownStepProps {
  readonly lesson: Lesson;
  readonly step: Step;
  readonly run: LessonRun | null;
  readonly state: LessonState;
  /** Whether the page is projected, with large text. */
  readonly presenting: boolean;
  readonly onState: (state: LessonState) => void;
}

export function ShownStep({ lesson, step, run, state, presenting, onState }: ShownStepProps): ReactNode {
  const answer = state.answers[step.id];
  const verdict = check(step.task, answer, run);
  const isDone = isPassed(state, step);
  const heading = useRef<HTMLHeadingElement>(null);
  // The next step begins with its heading, also for a keyboard or a screen reader.
  useEffect(() => showStart(heading.current), []);
  useEffect(() => {
    if (verdict.state === "right" && !isDone) onState(withSolved(state, step));
  }, [verdict.state, isDone, onState, state, step]);
  const numbers = useTextNumbers({ lesson, step, run, state, onState });
  const textSpans = numbers ? textIntervals(numbers) : [];
  const coversAnswer =
    textSpans.length === 1 &&
    Boolean(run?.summary) &&
    run !== null &&
    intervalsText(textSpans) === intervalsText(taskIntervals(step.task, run));
  const setAnswer = (next: Answer): void => {
    const isWrong = check(step.task, next, run).state === "wrong";
    onState(withAnswer(isWrong ? withTry(state, step, answer, next) : state, step, next));
  };
  return (
    <div className="lesson-step stack">
      <h2 ref={heading} tabIndex={-1}>
        {lessonTexts.stepOf({ step: state.step + 1, all: lesson.steps.length })}
      </h2>
      <StepText text={step.text} values={lesson.values} numbers={numbers} coversAnswer={coversAnswer} />
      <TaskPanel
        task={step.task}
        values={lesson.values}
        run={run}
        answer={answer}
        verdict={verdict}
        hasStatedInterval={coversAnswer}
        onAnswer={setAnswer}
        isShown={isShown(state, step)}
        onShow={canShow(state, step) ? () => onState(withShown(state, step)) : null}
      />
      <Parts place="lessonTask" {...{ lesson, step, run, presenting }} onAnswer={setAnswer} />
    </div>
  );
}

/** The numbers of the text: those of the run with which the step begins, also after the student changed it. */
function useTextNumbers({
  lesson,
  step,
  run,
  state,
  onState,
}: Omit<ShownStepProps, "presenting">): TextNumbers | null {
  const known = state.numbers?.[step.id] ?? null;
  const numbers = useMemo(() => shownNumbers(lesson, state, step, run), [lesson, state, step, run]);
  const isComplete = run !== null && run.summary !== null;
  useEffect(() => {
    if (isComplete && numbers && JSON.stringify(numbers) !== JSON.stringify(known))
      onState(withNumbers(state, step, numbers));
  }, [isComplete, numbers, known, onState, state, step]);
  return numbers;
}

interface StepButtonsProps {
  readonly lesson: Lesson;
  readonly state: LessonState;
  readonly onState: (state: LessonState) => void;
  readonly onRestart: () => void;
}

export function StepButtons({ lesson, state, onState, onRestart }: StepButtonsProps): ReactNode {
  const step = lesson.steps[state.step];
  const goTo = (index: number): void => onState({ ...state, step: index });
  const isOpen = step !== undefined && isPassed(state, step);
  const hint = useId();
  return (
    <div className="lesson-buttons cluster gap-3">
      <Button disabled={state.step === 0} onClick={() => goTo(state.step - 1)}>
        {lessonTexts.back}
      </Button>
      {step ? (
        <Button
          primary
          disabled={!isOpen}
          aria-describedby={isOpen ? undefined : hint}
          onClick={() => goTo(state.step + 1)}
        >
          {lessonTexts.next}
        </Button>
      ) : (
        <Button onClick={onRestart}>{lessonTexts.restart}</Button>
      )}
      {step && !isOpen && (
        <span className="faint text-s" id={hint}>
          {lessonTexts.taskFirst}
        </span>
      )}
    </div>
  );
}

// A lesson: its text and task on the left, the charts of its run on the right.
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import type { Catalogue, ScenarioDocument } from "../../generated/types.ts";
import { sameRun } from "../../scenario/edit.ts";
import { addressOf } from "../../scenario/route.ts";
import { L } from "../../strings/lessons.ts";
import { LabProvider, type LabServices, useServices } from "../lab/context.tsx";
import { useLab, useSample } from "../lab/hooks.ts";
import { LabCharts } from "../lab/LabCharts.tsx";
import { LessonCourse } from "./LessonCourse.tsx";
import { LessonEnd } from "./LessonEnd.tsx";
import { LessonTransport } from "./LessonTransport.tsx";
import { showDocument, useLessonLab } from "./lessonLab.ts";
import type { LessonRun } from "./measures.ts";
import type { Lesson, Step } from "./model.ts";
import { documentOf, type LessonState, NEW_STATE, withAnswer, withSolved } from "./play.ts";
import { readProgress, saveProgress } from "./progress.ts";
import { StepText } from "./StepText.tsx";
import { TaskPanel } from "./TaskPanel.tsx";
import { type Answer, check } from "./tasks.ts";

interface LessonPlayerProps {
  readonly lesson: Lesson;
  readonly catalogue: Catalogue;
  readonly onOpen: (doc: ScenarioDocument) => void;
}

export function LessonPlayer(props: LessonPlayerProps): ReactNode {
  const [attempt, setAttempt] = useState(() => ({ number: 1, state: readProgress(props.lesson) }));
  // A new attempt gets a new lab, which has no runs of the attempt before.
  const restart = (): void => setAttempt({ number: attempt.number + 1, state: NEW_STATE });
  return <Attempt key={attempt.number} {...props} initialState={attempt.state} onRestart={restart} />;
}

interface AttemptProps extends LessonPlayerProps {
  readonly initialState: LessonState;
  readonly onRestart: () => void;
}

function Attempt({ lesson, catalogue, initialState, onOpen, onRestart }: AttemptProps): ReactNode {
  const [state, setState] = useState(initialState);
  const start = useLessonLab(lesson, catalogue, () => documentOf(lesson, state));
  useEffect(() => saveProgress(lesson, state), [lesson, state]);
  if (start.state !== "ready")
    return (
      <main id="main" className="boot" role="status">
        <p>{start.state === "failed" ? L.failed : L.starting}</p>
      </main>
    );
  return (
    <LabProvider services={start.services}>
      <ReadyLesson
        lesson={lesson}
        services={start.services}
        state={state}
        onState={setState}
        onOpen={onOpen}
        onRestart={onRestart}
      />
    </LabProvider>
  );
}

interface ReadyLessonProps {
  readonly lesson: Lesson;
  readonly services: LabServices;
  readonly state: LessonState;
  readonly onState: (state: LessonState) => void;
  readonly onOpen: (doc: ScenarioDocument) => void;
  readonly onRestart: () => void;
}

function ReadyLesson({ lesson, services, state, onState, onOpen, onRestart }: ReadyLessonProps): ReactNode {
  const doc = useMemo(() => documentOf(lesson, state), [lesson, state]);
  const run = useLessonRun(doc);
  const failed = useLab((s) => s.failure !== null || s.issues.length > 0);
  const step = lesson.steps[state.step];
  useEffect(() => showDocument(services, doc), [services, doc]);
  useWholeRunShown(step, run);
  return (
    <main id="main" className="lesson-player" tabIndex={-1}>
      <section className="lesson-text" aria-label={lesson.title}>
        <p>
          <a href={addressOf("lessons")}>{L.all}</a>
        </p>
        <h1>{lesson.title}</h1>
        <p className="lesson-point">{lesson.point}</p>
        {failed && <p role="alert">{L.runFailed}</p>}
        {step ? (
          <ShownStep key={step.id} lesson={lesson} step={step} run={run} state={state} onState={onState} />
        ) : (
          <LessonEnd lesson={lesson} onOpen={() => onOpen(doc)} />
        )}
        <StepButtons lesson={lesson} state={state} onState={onState} onRestart={onRestart} />
        <LessonCourse lesson={lesson} />
      </section>
      <section className="lesson-stage" aria-label={L.charts}>
        <LessonTransport />
        <LabCharts presenting={false} onWhy={(_flow, t) => services.session.playback.seek(t)} />
      </section>
    </main>
  );
}

interface ShownStepProps {
  readonly lesson: Lesson;
  readonly step: Step;
  readonly run: LessonRun | null;
  readonly state: LessonState;
  readonly onState: (state: LessonState) => void;
}

function ShownStep({ lesson, step, run, state, onState }: ShownStepProps): ReactNode {
  const answer = state.answers[step.id];
  const verdict = check(step.task, answer, run);
  const isSolved = state.solved.includes(step.id);
  const heading = useRef<HTMLHeadingElement>(null);
  // The next step begins with its heading, also for a keyboard or a screen reader.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    if (verdict.state === "right" && !isSolved) onState(withSolved(state, step));
  }, [verdict.state, isSolved, onState, state, step]);
  const setAnswer = (next: Answer): void => onState(withAnswer(state, step, next));
  return (
    <div className="lesson-step">
      <h2 ref={heading} tabIndex={-1}>
        {L.stepOf(state.step + 1, lesson.steps.length)}
      </h2>
      <StepText text={step.text} values={lesson.values} run={run} />
      <TaskPanel
        task={step.task}
        values={lesson.values}
        run={run}
        answer={answer}
        verdict={verdict}
        onAnswer={setAnswer}
      />
    </div>
  );
}

function StepButtons({
  lesson,
  state,
  onState,
  onRestart,
}: Pick<ReadyLessonProps, "lesson" | "state" | "onState" | "onRestart">): ReactNode {
  const step = lesson.steps[state.step];
  const goTo = (index: number): void => onState({ ...state, step: index });
  return (
    <div className="lesson-buttons">
      <button
        type="button"
        className="button"
        disabled={state.step === 0}
        onClick={() => goTo(state.step - 1)}
      >
        {L.back}
      </button>
      {step ? (
        <button
          type="button"
          className="button is-primary"
          disabled={!state.solved.includes(step.id)}
          onClick={() => goTo(state.step + 1)}
        >
          {L.next}
        </button>
      ) : (
        <button type="button" className="button" onClick={onRestart}>
          {L.restart}
        </button>
      )}
    </div>
  );
}

/** The shown run if it is the run of `doc`, else null. */
function useLessonRun(doc: ScenarioDocument): LessonRun | null {
  const run = useLab((s) => s.run);
  // Values in the text follow the growing record.
  const version = useSample((s) => s.recordVersion);
  return useMemo(
    () =>
      version >= 0 && run && sameRun(run.doc, doc)
        ? { record: run.record, summary: run.outcome?.summary ?? null }
        : null,
    [run, doc, version],
  );
}

/** Moves the playhead to the end of a complete run, unless the student is to watch it. */
function useWholeRunShown(step: Step | undefined, run: LessonRun | null): void {
  const { session } = useServices();
  const kind = step?.task.kind;
  const end = run?.summary ? run.record.duration : null;
  useEffect(() => {
    if (kind === "watch" || end === null) return;
    session.playback.pause();
    session.playback.seek(end);
  }, [session, kind, end]);
}

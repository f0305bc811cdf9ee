// A lesson: its text and task on the left, the charts of its run on the right.
import { type ReactNode, useEffect, useMemo } from "react";
import { addressOf } from "../../address/route.ts";
import { lazyPart } from "../../components/lazyPart.tsx";
import { isFramed } from "../../extension/installed.ts";
import type { Catalogue, ScenarioDocument } from "../../generated/types.ts";
import { sameRun } from "../../scenario/edit.ts";
import type { Layout } from "../../scenario/layout.ts";
import { LessonTransport } from "../../tasks/LessonTransport.tsx";
import type { LessonRun } from "../../tasks/measures.ts";
import type { Lesson, Step } from "../../tasks/model.ts";
import { numbersOf, taskIntervals, textIntervals } from "../../tasks/numbers.ts";
import { documentOf, type LessonState, shownProgram, withAnswer, withTry } from "../../tasks/play.ts";
import { useTextLanguage } from "../../tasks/textLanguage.ts";
import { LabCharts } from "../lab/stack/LabCharts.tsx";
import { LabProvider, type LabServices, useServices } from "../lab/state/context.tsx";
import { useLab, useSample } from "../lab/state/hooks.ts";
import { showDocument, useOwnLab } from "../lab/state/ownLab.ts";
import { useSharedSession } from "../lab/state/useSharedSession.ts";
import { LessonCourse } from "./LessonCourse.tsx";
import { LessonEnd } from "./LessonEnd.tsx";
import { ShownStep, StepButtons } from "./LessonStep.tsx";
import { readProgress, saveProgress } from "./progress.ts";
import { usePresenterNotes, useSharedAttempt } from "./sharedLesson.ts";
import { lessonTexts } from "./texts/index.ts";

const LessonProgram = lazyPart(() => import("./LessonProgram.tsx"));

export interface LessonPlayerProps {
  readonly lesson: Lesson;
  readonly catalogue: Catalogue;
  /** The id of the step at which the lesson begins. Null: where the student stopped. */
  readonly startAt: string | null;
  /** Whether the page is projected, with large text. */
  readonly presenting: boolean;
  readonly onOpen: (doc: ScenarioDocument, layout?: Layout) => void;
}

export function LessonPlayer(props: LessonPlayerProps): ReactNode {
  const { lesson, startAt } = props;
  const { attempt, setState, restart } = useSharedAttempt(lesson, () => stateAt(lesson, startAt));
  // A new attempt gets a new lab, which has no runs of the attempt before.
  return (
    <Attempt key={attempt.number} {...props} state={attempt.state} onState={setState} onRestart={restart} />
  );
}

/** The stored state, at a step if the address names one. */
function stateAt(lesson: Lesson, startAt: string | null): LessonState {
  const state = readProgress(lesson);
  const step = lesson.steps.findIndex(({ id }) => id === startAt);
  return step < 0 ? state : { ...state, step };
}

interface AttemptProps extends LessonPlayerProps {
  readonly state: LessonState;
  readonly onState: (state: LessonState) => void;
  readonly onRestart: () => void;
}

function Attempt(props: AttemptProps): ReactNode {
  const { lesson, catalogue, state } = props;
  const start = useOwnLab(lesson, catalogue, () => documentOf(lesson, state));
  useEffect(() => saveProgress(lesson, state), [lesson, state]);
  if (start.state !== "ready")
    return (
      <main id="main" className="boot stack gap-4 center soft" role="status">
        <p>{start.state === "failed" ? lessonTexts.failed : lessonTexts.starting}</p>
      </main>
    );
  return (
    <LabProvider services={start.services}>
      <ReadyLesson {...props} services={start.services} />
    </LabProvider>
  );
}

interface ReadyLessonProps extends AttemptProps {
  readonly services: LabServices;
}

function ReadyLesson(props: ReadyLessonProps): ReactNode {
  const { lesson, services, state, presenting, onState, onOpen, onRestart } = props;
  const doc = useMemo(() => documentOf(lesson, state), [lesson, state]);
  const run = useLessonRun(doc);
  const failed = useLab((s) => s.failure !== null || s.issues.length > 0);
  const step = lesson.steps[state.step];
  const lang = useTextLanguage();
  const program = shownProgram(step, state, doc);
  useEffect(() => showDocument(services, doc), [services, doc]);
  useWholeRunShown(step, run);
  useIntervalMarked(lesson, step, run);
  useSharedSession(`lesson ${lesson.id}`, services.session);
  usePresenterNotes(lesson, state, run, onState);
  return (
    <main
      id="main"
      className={presenting ? "lesson-player grid gap-0 is-presenting" : "lesson-player grid gap-0"}
      tabIndex={-1}
    >
      <section className="lesson-text stack text-l" aria-label={lesson.title}>
        {!isFramed() && (
          <p>
            <a href={addressOf("lessons")}>{lessonTexts.all}</a>
          </p>
        )}
        <h1 lang={lang}>{lesson.title}</h1>
        {lang === "en" && <p>{lessonTexts.inEnglish}</p>}
        <p className="soft" lang={lang}>
          {lessonTexts.learn({ what: lesson.learn })}
        </p>
        {failed && <p role="alert">{lessonTexts.runFailed}</p>}
        {step ? (
          <ShownStep key={step.id} {...{ lesson, step, run, state, presenting, onState }} />
        ) : (
          <LessonEnd lesson={lesson} onOpen={() => onOpen(doc, lesson.layout)} />
        )}
        {step && program !== null && (
          <LessonProgram
            key={`program of ${step.id}`}
            name={`${lesson.id}.${step.id}`}
            doc={doc}
            flow={program}
            onAnswer={
              step.task.kind === "program"
                ? (code) =>
                    onState(
                      withAnswer(
                        withTry(state, step, state.answers[step.id], { kind: "program", code }),
                        step,
                        { kind: "program", code },
                      ),
                    )
                : null
            }
          />
        )}
        <StepButtons lesson={lesson} state={state} onState={onState} onRestart={onRestart} />
        <LessonCourse lesson={lesson} />
      </section>
      <section
        className={isWatching(step, state) ? "lesson-stage stack is-watching" : "lesson-stage stack"}
        aria-label={lessonTexts.charts}
      >
        <LessonTransport />
        <LabCharts presenting={presenting} onWhy={(_flow, t) => services.session.playback.seek(t)} />
      </section>
    </main>
  );
}

/** Whether the student is to watch the run, so that the charts show it only up to the playhead. */
const isWatching = (step: Step | undefined, { solved }: LessonState): boolean =>
  step?.task.kind === "watch" && !solved.includes(step.id);

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

/** Marks in the charts which time the numbers of the step cover, if this is a part of the run. */
function useIntervalMarked(lesson: Lesson, step: Step | undefined, run: LessonRun | null): void {
  const { session } = useServices();
  const marked = useMemo(() => {
    // A phase plot shows only the marked time, and its point is the whole way.
    const hasPhasePlot = lesson.charts.some((chart) => chart.startsWith("phase"));
    if (!step || !run?.summary || step.task.kind === "watch" || hasPhasePlot) return null;
    const [first] = [
      ...taskIntervals(step.task, run),
      ...textIntervals(numbersOf(step.text, lesson.values, run)),
    ];
    return first && (first[0] > 0 || first[1] < run.record.duration) ? first : null;
  }, [lesson, step, run]);
  const [from, to] = marked ?? [null, null];
  useEffect(() => {
    if (from === null) return;
    session.timeView.setBrush([from, to]);
    return () => session.timeView.setBrush(null);
  }, [session, from, to]);
}

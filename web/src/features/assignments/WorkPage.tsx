// A student's work: predictions first, then settings and questions, and the charts of the run.
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { Button } from "../../components/Button.tsx";
import type { Catalogue, ScenarioDocument } from "../../generated/types.ts";
import { sameRun } from "../../scenario/edit.ts";
import { LessonTransport } from "../../tasks/LessonTransport.tsx";
import type { LessonRun } from "../../tasks/measures.ts";
import { LabCharts } from "../lab/stack/LabCharts.tsx";
import { LabProvider, type LabServices } from "../lab/state/context.tsx";
import { useLab } from "../lab/state/hooks.ts";
import { showDocument, useOwnLab } from "../lab/state/ownLab.ts";
import { HandInDialog } from "./HandInDialog.tsx";
import type { Assignment, Question } from "./model.ts";
import { Intro, QuestionForm, type ShownRun } from "./QuestionForm.tsx";
import { RunNumbers } from "./RunNumbers.tsx";
import { AssignmentHead } from "./StartForm.tsx";
import { type AddSteps, StudentSettings } from "./StudentSettings.tsx";
import { assignmentTexts } from "./texts/index.ts";
import { useTimeSpent } from "./useTimeSpent.ts";
import { WorkButtons } from "./WorkButtons.tsx";
import {
  hidesRun,
  openPredictions,
  outcomeOf,
  shownDocument,
  startOf,
  startOfQuestion,
  type Work,
  withSteps,
} from "./work.ts";

export interface WorkPageProps {
  readonly assignment: Assignment;
  readonly catalogue: Catalogue;
  readonly work: Work;
  /** Whether the browser keeps the work. */
  readonly isKept: boolean;
  readonly onWork: (change: (work: Work) => Work) => void;
  readonly onRestart: () => void;
}

export function WorkPage(props: WorkPageProps): ReactNode {
  const { assignment, catalogue, work, onWork } = props;
  const outcome = useMemo(() => outcomeOf(assignment, work), [assignment, work]);
  const open = openPredictions(assignment, outcome.answers);
  // The question whose run is shown instead of the run of the student's scenario.
  const [shownQuestion, setShownQuestion] = useState<Question | null>(null);
  const doc = useMemo(() => {
    const whole = shownQuestion ? startOfQuestion(assignment, shownQuestion, work.name) : outcome.doc;
    return shownDocument(whole, openPredictions(assignment, outcome.answers));
  }, [assignment, outcome, shownQuestion, work.name]);
  const start = useOwnLab(assignment, catalogue, () => doc);
  useTimeSpent(onWork);
  const [current] = open;
  const hasStage = current === undefined || !hidesRun(current);
  if (start.state !== "ready")
    return (
      <main id="main" className="boot stack gap-4 center soft" role="status">
        <p>{start.state === "failed" ? assignmentTexts.checkFailed : assignmentTexts.loading}</p>
      </main>
    );
  return (
    <LabProvider services={start.services}>
      <main id="main" className="lesson-player grid gap-0 assignment-work" tabIndex={-1}>
        <section className="lesson-text stack text-l" aria-label={assignment.title}>
          <AssignmentHead assignment={assignment} />
          <WorkContent
            {...props}
            services={start.services}
            doc={doc}
            hasStage={hasStage}
            outcome={outcome}
            current={current ?? null}
            openCount={open.length}
            shownQuestion={shownQuestion}
            onShow={setShownQuestion}
          />
        </section>
        {hasStage ? (
          <section className="lesson-stage stack" aria-label={assignmentTexts.stage}>
            {shownQuestion && (
              <p className="cluster gap-3" role="status">
                {assignmentTexts.predictedShown}{" "}
                <Button onClick={() => setShownQuestion(null)}>{assignmentTexts.backToOwn}</Button>
              </p>
            )}
            <LessonTransport />
            <LabCharts presenting={false} onWhy={(_flow, t) => start.services.session.playback.seek(t)} />
            {!current && <ShownNumbers doc={doc} />}
          </section>
        ) : (
          <section className="lesson-stage stack" aria-label={assignmentTexts.stage}>
            <p>{assignmentTexts.hiddenRun}</p>
          </section>
        )}
      </main>
    </LabProvider>
  );
}

interface WorkContentProps extends WorkPageProps {
  readonly services: LabServices;
  /** The document whose run is shown. */
  readonly doc: ScenarioDocument;
  readonly hasStage: boolean;
  readonly outcome: ReturnType<typeof outcomeOf>;
  /** The prediction that is to be made now. */
  readonly current: Question | null;
  /** The number of predictions that are to be made. */
  readonly openCount: number;
  readonly shownQuestion: Question | null;
  readonly onShow: (question: Question | null) => void;
}

function WorkContent(props: WorkContentProps): ReactNode {
  const { assignment, catalogue, services, work, onWork, onRestart, doc, hasStage, outcome, current } = props;
  const [handingIn, setHandingIn] = useState(false);
  const run = useRunOf(doc);
  const failed = useLab((s) => s.failure !== null || s.issues.length > 0);
  useEffect(() => {
    if (hasStage) showDocument(services, doc);
  }, [services, doc, hasStage]);
  useWholeRunShown(services, run);
  const add: AddSteps = (steps, merge = false) =>
    onWork((before) => withSteps(before, steps, Date.now(), merge));
  const start = useMemo(() => startOf(assignment, work.name), [assignment, work.name]);
  const { questions } = assignment;
  const later = questions.length - Object.keys(outcome.answers).length - 1;
  return (
    <>
      {!props.isKept && <p role="alert">{assignmentTexts.workNotKept}</p>}
      {failed && hasStage && <p role="alert">{assignmentTexts.runFailed}</p>}
      {current ? (
        <p className="cluster gap-4 flat soft text-m">{assignmentTexts.predictionsFirst}</p>
      ) : (
        <StudentSettings
          assignment={assignment}
          catalogue={catalogue}
          doc={outcome.doc}
          start={start}
          onSteps={(steps, merge) => {
            props.onShow(null);
            add(steps, merge);
          }}
        />
      )}
      <Questions {...props} run={run} add={add} />
      {current && later > 0 && (
        <p className="cluster gap-4 flat soft text-m">{assignmentTexts.afterPredictions({ n: later })}</p>
      )}
      {!current && (
        <WorkButtons
          answered={Object.keys(outcome.answers).length}
          all={questions.length}
          onHandIn={() => {
            props.onShow(null);
            setHandingIn(true);
          }}
          onRestart={onRestart}
        />
      )}
      {handingIn && (
        <HandInDialog
          assignment={assignment}
          catalogue={catalogue}
          work={work}
          outcome={outcome}
          start={start}
          run={run}
          onName={(name) => onWork((before) => ({ ...before, name }))}
          onClose={() => setHandingIn(false)}
        />
      )}
    </>
  );
}

interface QuestionsProps extends WorkContentProps {
  readonly run: ReturnType<typeof useRunOf>;
  readonly add: AddSteps;
}

/** The prediction that is to be made now, or all questions. */
function Questions({ assignment, outcome, current, run, add, ...props }: QuestionsProps): ReactNode {
  const { questions } = assignment;
  // A prediction comes before earlier questions, and after what introduces them.
  const before = current ? questions.slice(0, questions.indexOf(current)) : [];
  const intros = before.filter(({ id }) => !Object.hasOwn(outcome.answers, id));
  const forms = (current ? [current] : questions).map((question) => (
    <QuestionForm
      key={question.id}
      number={questions.indexOf(question) + 1}
      question={question}
      assignment={assignment}
      name={props.work.name}
      outcome={outcome}
      run={run}
      isShown={props.shownQuestion?.id === question.id}
      isOwn={props.shownQuestion === null}
      onShow={() => props.onShow(question)}
      onAnswer={(value) => {
        add([{ answer: question.id, value }]);
        // The last prediction opens the run that it is about.
        if (question.kind === "predict" && props.openCount === 1) props.onShow(question);
      }}
      onBegin={() => {
        props.onShow(null);
        add([{ begin: question.id }]);
      }}
      onOwn={() => props.onShow(null)}
    />
  ));
  return (
    <>
      {intros.map((question) => (
        <Intro
          key={question.id}
          question={question}
          assignment={assignment}
          outcome={outcome}
          run={run}
          name={props.work.name}
        />
      ))}
      {forms}
    </>
  );
}

function ShownNumbers({ doc }: { readonly doc: ScenarioDocument }): ReactNode {
  return <RunNumbers run={useRunOf(doc)} />;
}

/** The shown run if it is the run of `doc`, else null. */
function useRunOf(doc: ScenarioDocument): (ShownRun & { readonly resultId: string | null }) | null {
  const run = useLab((s) => s.run);
  return useMemo(
    () =>
      run && sameRun(run.doc, doc)
        ? {
            doc,
            record: run.record,
            summary: run.outcome?.summary ?? null,
            resultId: run.outcome?.resultId ?? null,
          }
        : null,
    [run, doc],
  );
}

/** Moves the playhead to the end of a complete run. */
function useWholeRunShown({ session }: LabServices, run: LessonRun | null): void {
  const end = run?.summary ? run.record.duration : null;
  useEffect(() => {
    if (end === null) return;
    session.playback.pause();
    session.playback.seek(end);
  }, [session, end]);
}

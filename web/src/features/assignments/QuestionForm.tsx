// A question and the student's answer to it.
import { type ReactNode, useId, useMemo, useRef, useState } from "react";
import { Button } from "../../components/Button.tsx";
import type { ScenarioDocument } from "../../generated/types.ts";
import { sameRun } from "../../scenario/edit.ts";
import { formatPercent } from "../../scenario/units.ts";
import { holds, type LessonRun, measure, valueText } from "../../tasks/measures.ts";
import type { PredictTask } from "../../tasks/model.ts";
import { PredictPanel } from "../../tasks/PredictPanel.tsx";
import type { TextNumbers } from "../../tasks/play.ts";
import { check, type Answer as LessonAnswer } from "../../tasks/tasks.ts";
import { conditionText, periodText } from "./conditions.ts";
import { introText, numbersIn } from "./intro.ts";
import {
  type Answer,
  type Assignment,
  type GoalQuestion,
  type NumberQuestion,
  type PredictQuestion,
  pointsOf,
  type Question,
} from "./model.ts";
import { readNumber } from "./NumberBox.tsx";
import { assignmentTexts } from "./texts/index.ts";
import { isOneControl, type Outcome, startOfQuestion } from "./work.ts";

interface QuestionFormProps {
  readonly number: number;
  readonly question: Question;
  readonly assignment: Assignment;
  /** The pseudonym of the student, from which a seed can follow. */
  readonly name: string;
  readonly outcome: Outcome;
  /** The shown run, and the document to which it belongs. */
  readonly run: ShownRun | null;
  /** Whether the shown run belongs to this question. */
  readonly isShown: boolean;
  /** Whether the shown run belongs to the student's scenario, and not to a prediction. */
  readonly isOwn: boolean;
  readonly onShow: () => void;
  readonly onAnswer: (value: Answer) => void;
  /** Replaces the scenario with the scenario of the question. */
  readonly onBegin: () => void;
  /** Shows the run of the student's scenario again. */
  readonly onOwn: () => void;
}

export type ShownRun = LessonRun & { readonly doc: ScenarioDocument };

export function QuestionForm(props: QuestionFormProps): ReactNode {
  const { number, question, outcome, onAnswer, onBegin } = props;
  const { doc, answers, answeredIn } = outcome;
  const answer = answers[question.id];
  const before = answeredIn[question.id];
  const isEarlier = question.kind !== "predict" && before !== undefined && !sameRun(before, doc);
  // If no question changes the scenario, no question needs a button that sets it.
  const hasScenario =
    question.kind !== "predict" &&
    props.assignment.questions.some(({ kind, set = [] }) => kind !== "predict" && set.length > 0);
  const title = useId();
  return (
    <section className="lesson-task roomy stack card" aria-labelledby={title}>
      <Intro {...props} />
      <p className="strong" id={title}>
        {number}. {question.ask} <Points question={question} />
      </p>
      {hasScenario && <Button onClick={onBegin}>{assignmentTexts.beginQuestion}</Button>}
      <AnswerForm {...props} />
      <div role="status" className="assignment-status stack">
        {answer !== undefined && question.kind !== "predict" && question.kind !== "goal" && !isEarlier && (
          <p>{assignmentTexts.saved}</p>
        )}
        {isEarlier && <p className="field-note">{assignmentTexts.answeredBefore}</p>}
      </div>
      {isEarlier && answer !== undefined && question.kind !== "goal" && (
        <Button onClick={() => onAnswer(answer)}>{assignmentTexts.answerAgain}</Button>
      )}
    </section>
  );
}

/** The points of a question, for student, hand-in and check alike. A prediction has none. */
export function Points({ question }: { readonly question: Question }): ReactNode {
  if (question.kind === "predict") return null;
  return <span className="soft">{assignmentTexts.points({ n: pointsOf(question) })}</span>;
}

type IntroProps = Pick<QuestionFormProps, "question" | "assignment" | "outcome" | "run" | "name">;

/** What students read before a question. Numbers of a run stay when the run changes. */
export function Intro({ question, assignment, outcome, run, name }: IntroProps): ReactNode {
  const start = useMemo(() => startOfQuestion(assignment, question, name), [assignment, question, name]);
  const numbers = useMemo(() => numbersIn(question, run, start), [question, run, start]);
  const known = useRef<TextNumbers>({});
  known.current = { ...known.current, ...numbers };
  const before = assignment.questions.slice(0, assignment.questions.indexOf(question));
  const isEarly = before.some(({ id }) => !Object.hasOwn(outcome.answers, id));
  const text = introText(question, known.current, isEarly);
  return text === "" ? null : <p>{text}</p>;
}

function AnswerForm(props: QuestionFormProps): ReactNode {
  const { question, outcome, onAnswer } = props;
  const answer = outcome.answers[question.id];
  switch (question.kind) {
    case "choice":
      return (
        <fieldset className="lesson-options stack gap-0">
          <legend className="visually-hidden">{question.ask}</legend>
          {question.options.map((text, option) => (
            <label className="check" key={text}>
              <input
                type="radio"
                name={`question-${question.id}`}
                checked={answer === option}
                onChange={() => onAnswer(option)}
              />
              <span>{text}</span>
            </label>
          ))}
        </fieldset>
      );
    case "number":
      return (
        <NumberForm
          question={question}
          doc={outcome.doc}
          answer={typeof answer === "number" ? answer : undefined}
          onAnswer={onAnswer}
        />
      );
    case "text":
      return (
        <textarea
          className="text-box"
          rows={4}
          maxLength={5000}
          aria-label={question.ask}
          defaultValue={typeof answer === "string" ? answer : ""}
          onBlur={(event) => {
            if (event.target.value !== (answer ?? "")) onAnswer(event.target.value);
          }}
        />
      );
    case "goal":
      return <GoalForm {...props} question={question} />;
    case "predict":
      return <PredictForm {...props} question={question} />;
  }
}

function NumberForm({
  question,
  doc,
  answer,
  onAnswer,
}: {
  readonly question: NumberQuestion;
  readonly doc: ScenarioDocument;
  readonly answer: number | undefined;
  readonly onAnswer: (value: Answer) => void;
}): ReactNode {
  const [text, setText] = useState(answer === undefined ? "" : String(answer));
  const value = readNumber(text);
  return (
    <>
      <form
        className="lesson-number cluster gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (value !== null) onAnswer(value);
        }}
      >
        <label>
          <span className="visually-hidden">{assignmentTexts.answerIn({ unit: question.unit })}</span>
          <input
            className="text-box is-tall"
            inputMode="decimal"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <span aria-hidden="true">{question.unit}</span>
        </label>
        <button type="submit" className="button" disabled={value === null}>
          {assignmentTexts.saveAnswer}
        </button>
      </form>
      <p className="field-note">
        {question.period && `${periodText(question.period, doc)} `}
        {assignmentTexts.accepted({ percent: formatPercent(question.tolerance) })}
      </p>
    </>
  );
}

/** Shows whether the run reaches the goal. Only a scenario whose run reaches it can be kept as the answer. */
function GoalForm({
  question,
  assignment,
  outcome,
  run,
  name,
  isOwn,
  onOwn,
  onAnswer,
}: QuestionFormProps & { readonly question: GoalQuestion }): ReactNode {
  if (!isOwn) return <Button onClick={onOwn}>{assignmentTexts.backToOwn}</Button>;
  const start = startOfQuestion(assignment, question, name);
  const isOne = question.oneControl !== true || isOneControl(assignment, start, outcome.doc);
  const before = outcome.answeredIn[question.id];
  const isKept = before !== undefined && sameRun(before, outcome.doc);
  const isHeld = run?.summary ? holds(run, question.when) : null;
  const isReached = isHeld === null ? null : isHeld && isOne;
  const state =
    isHeld === null
      ? assignmentTexts.goalPending
      : isReached
        ? assignmentTexts.goalReached
        : isHeld
          ? ""
          : assignmentTexts.goalNotReached;
  const conditions = question.when.flatMap((condition) => {
    const text = conditionText(condition, outcome.doc);
    if (text === null) return [];
    const now = run?.summary ? valueText(measure(run, condition.of), condition.of) : null;
    return [now === null ? text : `${text} ${assignmentTexts.conditionNow({ value: now })}`];
  });
  return (
    <>
      {conditions.length > 0 && (
        <ul className="bullets">
          {conditions.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      <p role="status">
        {state} {isKept && isReached !== false && assignmentTexts.goalKept}{" "}
        {!isOne && assignmentTexts.goalSeveral}
      </p>
      {!isKept && (
        <Button disabled={isReached !== true} onClick={() => onAnswer(true)}>
          {assignmentTexts.keepGoal}
        </Button>
      )}
    </>
  );
}

function PredictForm({
  question,
  outcome,
  run,
  isShown,
  onShow,
  onAnswer,
}: QuestionFormProps & { readonly question: PredictQuestion }): ReactNode {
  const given = outcome.answers[question.id];
  const drawing = Array.isArray(given) ? (given as readonly number[]) : null;
  const task: PredictTask = {
    kind: "predict",
    ask: question.ask,
    what: question.what,
    after: assignmentTexts.predictionMade,
    ...(question.set ? { set: question.set } : {}),
  };
  const answer: Extract<LessonAnswer, { kind: "predict" }> | undefined = drawing
    ? { kind: "predict", drawing, revealed: true }
    : undefined;
  const ownRun = drawing && !isShown ? null : run;
  return (
    <>
      <PredictPanel
        task={task}
        answer={answer}
        run={ownRun}
        verdict={check(task, answer, ownRun)}
        resting={!isShown}
        onAnswer={(next) => {
          if (next.kind === "predict") onAnswer(next.drawing.map((value) => value ?? 0));
        }}
      />
      {drawing && !isShown && <Button onClick={onShow}>{assignmentTexts.showPredicted}</Button>}
    </>
  );
}

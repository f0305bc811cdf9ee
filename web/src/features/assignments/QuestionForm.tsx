// A question and the student's answer to it.
import { type ReactNode, useId, useState } from "react";
import { sameRun } from "../../scenario/edit.ts";
import { formatPercent } from "../../scenario/units.ts";
import { A } from "../../strings/assignments.ts";
import { holds, type LessonRun } from "../lessons/measures.ts";
import type { PredictTask } from "../lessons/model.ts";
import { PredictPanel } from "../lessons/PredictPanel.tsx";
import { check, type Answer as LessonAnswer } from "../lessons/tasks.ts";
import type { Answer, Assignment, GoalQuestion, NumberQuestion, PredictQuestion, Question } from "./model.ts";
import { readNumber } from "./NumberBox.tsx";
import type { Outcome } from "./work.ts";

interface QuestionFormProps {
  readonly number: number;
  readonly question: Question;
  readonly assignment: Assignment;
  readonly outcome: Outcome;
  /** The shown run. */
  readonly run: LessonRun | null;
  /** Whether the shown run belongs to this question. */
  readonly isShown: boolean;
  /** Whether the shown run belongs to the student's scenario, and not to a prediction. */
  readonly isOwn: boolean;
  readonly onShow: () => void;
  readonly onAnswer: (value: Answer) => void;
  /** Replaces the scenario with the scenario of the question. */
  readonly onBegin: () => void;
}

export function QuestionForm(props: QuestionFormProps): ReactNode {
  const { number, question, outcome, onAnswer, onBegin } = props;
  const { doc, answers, answeredIn } = outcome;
  const answer = answers[question.id];
  const before = answeredIn[question.id];
  const isEarlier = question.kind !== "predict" && before !== undefined && !sameRun(before, doc);
  const hasScenario = question.kind !== "predict" && question.set !== undefined && question.set.length > 0;
  const title = useId();
  return (
    <section className="lesson-task" aria-labelledby={title}>
      <p className="lesson-ask" id={title}>
        {number}. {question.ask}
      </p>
      {hasScenario && (
        <button type="button" className="button" onClick={onBegin}>
          {A.beginQuestion}
        </button>
      )}
      <AnswerForm {...props} />
      <div role="status" className="assignment-status">
        {answer !== undefined && question.kind !== "predict" && question.kind !== "goal" && !isEarlier && (
          <p>{A.saved}</p>
        )}
        {isEarlier && <p className="field-note">{A.answeredBefore}</p>}
      </div>
      {isEarlier && answer !== undefined && question.kind !== "goal" && (
        <button type="button" className="button" onClick={() => onAnswer(answer)}>
          {A.answerAgain}
        </button>
      )}
    </section>
  );
}

function AnswerForm(props: QuestionFormProps): ReactNode {
  const { question, outcome, onAnswer } = props;
  const answer = outcome.answers[question.id];
  switch (question.kind) {
    case "choice":
      return (
        <fieldset className="lesson-options">
          <legend className="visually-hidden">{question.ask}</legend>
          {question.options.map((text, option) => (
            <label key={text}>
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
  answer,
  onAnswer,
}: {
  readonly question: NumberQuestion;
  readonly answer: number | undefined;
  readonly onAnswer: (value: Answer) => void;
}): ReactNode {
  const [text, setText] = useState(answer === undefined ? "" : String(answer));
  const value = readNumber(text);
  return (
    <>
      <form
        className="lesson-number"
        onSubmit={(event) => {
          event.preventDefault();
          if (value !== null) onAnswer(value);
        }}
      >
        <label>
          <span className="visually-hidden">{A.answerIn(question.unit)}</span>
          <input inputMode="decimal" value={text} onChange={(event) => setText(event.target.value)} />
          <span aria-hidden="true">{question.unit}</span>
        </label>
        <button type="submit" className="button" disabled={value === null}>
          {A.saveAnswer}
        </button>
      </form>
      <p className="field-note">{A.accepted(formatPercent(question.tolerance))}</p>
    </>
  );
}

/**
 * Whether the current run reaches the goal is no secret: students see it, and mark the scenario that counts. A
 * scenario whose run misses the goal cannot be marked, so the hand-in never states more than the page.
 */
function GoalForm({
  question,
  outcome,
  run,
  isOwn,
  onAnswer,
}: QuestionFormProps & { readonly question: GoalQuestion }): ReactNode {
  if (!isOwn) return <p>{A.predictedShown}</p>;
  const before = outcome.answeredIn[question.id];
  const isKept = before !== undefined && sameRun(before, outcome.doc);
  const isReached = run?.summary ? holds(run, question.when) : null;
  const state = isReached === null ? A.goalPending : isReached ? A.goalReached : A.goalNotReached;
  return (
    <>
      <p role="status">
        {state} {isKept && isReached !== false && A.goalKept}
      </p>
      {!isKept && (
        <button type="button" className="button" disabled={isReached !== true} onClick={() => onAnswer(true)}>
          {A.keepGoal}
        </button>
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
    after: A.predictionMade,
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
      {drawing && !isShown && (
        <button type="button" className="button" onClick={onShow}>
          {A.showPredicted}
        </button>
      )}
    </>
  );
}

// The editor of a question and its right answer.
import type { ReactNode } from "react";
import { Button } from "../../components/Button.tsx";
import { ChoiceEditor } from "./ChoiceEditor.tsx";
import type { Draft, DraftQuestion } from "./draft.ts";
import { GoalEditor } from "./GoalEditor.tsx";
import { MAX_POINTS, pointsOf, type Question } from "./model.ts";
import { NumberBox } from "./NumberBox.tsx";
import { NumberEditor } from "./NumberEditor.tsx";
import { assignmentTexts } from "./texts/index.ts";

interface QuestionEditorProps {
  readonly number: number;
  readonly draft: Draft;
  readonly value: DraftQuestion;
  /** Null removes the question. */
  readonly onChange: (next: DraftQuestion | null) => void;
  /** Moves the question by a number of places. Null if it is at this end. */
  readonly onUp: (() => void) | null;
  readonly onDown: (() => void) | null;
  /** The editor of a prediction. */
  readonly children: ReactNode;
}

export function QuestionEditor(props: QuestionEditorProps): ReactNode {
  const { number, draft, value, onChange, children } = props;
  const { question } = value;
  const set = (part: Pick<Question, "intro" | "points"> | { readonly ask: string }): void =>
    onChange({ ...value, question: { ...question, ...part } });
  const names = Object.keys(question.values ?? {}).map((name) => `{${name}}`);
  return (
    <fieldset className="make-question roomy stack card">
      <legend className="strong">
        {assignmentTexts.questionNumber({ n: number })}: {assignmentTexts.kinds[question.kind]}
      </legend>
      <label className="make-field labelled">
        <span>{assignmentTexts.intro}</span>
        <textarea
          className="text-box"
          rows={3}
          maxLength={5000}
          value={question.intro ?? ""}
          onChange={(event) => set({ intro: event.target.value })}
        />
        {names.length > 0 && (
          <span className="field-note">{assignmentTexts.introNames({ names: names.join(", ") })}</span>
        )}
      </label>
      <label className="make-field labelled">
        <span>{assignmentTexts.ask}</span>
        <textarea
          className="text-box"
          rows={2}
          maxLength={2000}
          value={question.ask}
          onChange={(event) => set({ ask: event.target.value })}
        />
      </label>
      {question.kind === "choice" && <ChoiceEditor value={value} question={question} onChange={onChange} />}
      {question.kind === "number" && (
        <NumberEditor value={value} question={question} scenario={draft.scenario} onChange={onChange} />
      )}
      {question.kind === "goal" && (
        <GoalEditor
          question={question}
          scenario={draft.scenario}
          onChange={(next) => onChange({ question: next })}
        />
      )}
      {children}
      {question.kind !== "predict" && (
        <NumberBox
          label={assignmentTexts.pointsOfRight}
          min={0}
          max={MAX_POINTS}
          problem={assignmentTexts.pointsProblem({ most: MAX_POINTS })}
          value={pointsOf(question)}
          onChange={(points) => set({ points })}
        />
      )}
      <QuestionButtons {...props} />
    </fieldset>
  );
}

/** The buttons that move a question and remove it. */
function QuestionButtons({ number, onUp, onDown, onChange }: QuestionEditorProps): ReactNode {
  return (
    <div className="lesson-buttons cluster gap-3">
      <Button aria-label={assignmentTexts.moveUp({ n: number })} disabled={!onUp} onClick={() => onUp?.()}>
        {assignmentTexts.moveUpShort}
      </Button>
      <Button
        aria-label={assignmentTexts.moveDown({ n: number })}
        disabled={!onDown}
        onClick={() => onDown?.()}
      >
        {assignmentTexts.moveDownShort}
      </Button>
      <Button quiet aria-label={assignmentTexts.remove({ n: number })} onClick={() => onChange(null)}>
        {assignmentTexts.removeShort}
      </Button>
    </div>
  );
}

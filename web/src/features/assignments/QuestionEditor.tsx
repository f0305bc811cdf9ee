// The editor of a question and its right answer.
import type { ReactNode } from "react";
import { A } from "../../strings/assignments.ts";
import { ChoiceEditor } from "./ChoiceEditor.tsx";
import type { Draft, DraftQuestion } from "./draft.ts";
import { GoalEditor } from "./GoalEditor.tsx";
import { NumberEditor } from "./NumberEditor.tsx";

interface QuestionEditorProps {
  readonly number: number;
  readonly draft: Draft;
  readonly value: DraftQuestion;
  /** Null removes the question. */
  readonly onChange: (next: DraftQuestion | null) => void;
  /** The editor of a prediction. */
  readonly children: ReactNode;
}

export function QuestionEditor({ number, draft, value, onChange, children }: QuestionEditorProps): ReactNode {
  const { question } = value;
  return (
    <fieldset className="make-question">
      <legend>
        {A.questionNumber(number)}: {A.kinds[question.kind]}
      </legend>
      <label className="make-field">
        <span>{A.ask}</span>
        <textarea
          className="text-box"
          rows={2}
          maxLength={2000}
          value={question.ask}
          onChange={(event) => onChange({ ...value, question: { ...question, ask: event.target.value } })}
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
      <button
        type="button"
        className="button is-quiet"
        aria-label={A.remove(number)}
        onClick={() => onChange(null)}
      >
        {A.removeShort}
      </button>
    </fieldset>
  );
}

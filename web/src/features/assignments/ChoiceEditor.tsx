// The options of a choice, and which one is right.
import { type ReactNode, useId } from "react";
import { Button } from "../../components/Button.tsx";
import type { DraftQuestion } from "./draft.ts";
import type { ChoiceQuestion } from "./model.ts";
import { assignmentTexts } from "./texts/index.ts";

interface ChoiceEditorProps {
  readonly value: DraftQuestion;
  readonly question: ChoiceQuestion;
  readonly onChange: (next: DraftQuestion) => void;
}

const MAX_OPTIONS = 8;

export function ChoiceEditor({ value, question, onChange }: ChoiceEditorProps): ReactNode {
  const name = useId();
  const { key } = value;
  const { options } = question;
  // In a question of a lesson, every option has conditions, so options cannot be added.
  const right = key && "right" in key ? key.right : null;
  return (
    <>
      {right === null && <p className="field-note">{assignmentTexts.rightByRun}</p>}
      <ul className="make-options stack gap-2">
        {options.map((option, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: options have no identity besides their position
          <li className="row" key={i}>
            {right !== null && (
              <label className="make-right">
                <input
                  type="radio"
                  name={name}
                  aria-label={assignmentTexts.rightOption({ n: i + 1 })}
                  checked={right === i}
                  onChange={() => onChange({ ...value, key: { right: i } })}
                />
              </label>
            )}
            <input
              className="text-box"
              aria-label={assignmentTexts.option({ n: i + 1 })}
              maxLength={500}
              value={option}
              onChange={(event) =>
                onChange({
                  ...value,
                  question: {
                    ...question,
                    options: options.map((old, k) => (k === i ? event.target.value : old)),
                  },
                })
              }
            />
          </li>
        ))}
      </ul>
      {right !== null && options.length < MAX_OPTIONS && (
        <Button onClick={() => onChange({ ...value, question: { ...question, options: [...options, ""] } })}>
          {assignmentTexts.addOption}
        </Button>
      )}
    </>
  );
}

// A form for one change: the assumption, its new value, and a button that adds the change.
import { type ReactNode, useState } from "react";
import { FieldControl } from "../../../components/fields/FieldControl.tsx";
import type { Change, Outline } from "../../../engine/experiments/types.ts";
import type { Catalogue, Json } from "../../../generated/types.ts";
import { paperRunTexts } from "../runs/texts/index.ts";
import { changeTo, subjectGroups } from "./questionSubjects.ts";

interface QuestionFormProps {
  readonly catalogue: Catalogue;
  readonly outline: Outline;
  readonly onAdd: (change: Change) => void;
}

export function QuestionForm({ catalogue, outline, onAdd }: QuestionFormProps): ReactNode {
  const groups = subjectGroups(catalogue, outline);
  const [path, setPath] = useState(groups[0]?.subjects[0]?.path ?? "");
  const [value, setValue] = useState<Json | undefined>(undefined);
  const subject = groups.flatMap(({ subjects }) => subjects).find((candidate) => candidate.path === path);
  if (!subject) return null;
  return (
    <form
      className="question-form no-print stack"
      onSubmit={(event) => {
        event.preventDefault();
        onAdd(changeTo(subject, value === undefined ? subject.field.default : value));
      }}
    >
      <label className="labelled">
        {paperRunTexts.subject}
        <select
          className="select"
          value={path}
          onChange={(event) => {
            setPath(event.target.value);
            setValue(undefined);
          }}
        >
          {groups.map(({ label, subjects }) => (
            <optgroup key={label} label={label}>
              {subjects.map((option) => (
                <option key={option.path} value={option.path}>
                  {option.label}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </label>
      <FieldControl
        key={path}
        field={subject.field}
        value={value}
        hints={{ label: subject.label }}
        onPreview={setValue}
        onCommit={setValue}
      />
      <button type="submit" className="button">
        {paperRunTexts.addChange}
      </button>
    </form>
  );
}

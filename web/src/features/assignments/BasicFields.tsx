// The fields that every assignment has, whatever its kind: title, text, and when it is due.
import type { ReactNode } from "react";
import { assignmentTexts } from "./texts/index.ts";

export interface Basics {
  readonly title: string;
  readonly text: string;
  readonly due: string;
}

interface BasicFieldsProps {
  readonly titleLabel: string;
  readonly basics: Basics;
  readonly onChange: (part: Partial<Basics>) => void;
}

export function BasicFields({ titleLabel, basics, onChange }: BasicFieldsProps): ReactNode {
  return (
    <>
      <label className="make-field labelled">
        <span>{titleLabel}</span>
        <input
          className="text-box"
          maxLength={200}
          value={basics.title}
          onChange={(event) => onChange({ title: event.target.value })}
        />
      </label>
      <label className="make-field labelled">
        <span>{assignmentTexts.text}</span>
        <textarea
          className="text-box"
          rows={3}
          maxLength={10_000}
          value={basics.text}
          onChange={(event) => onChange({ text: event.target.value })}
        />
      </label>
      <label className="make-field labelled">
        <span>{assignmentTexts.due}</span>
        <input
          className="text-box"
          maxLength={200}
          value={basics.due}
          onChange={(event) => onChange({ due: event.target.value })}
        />
        <span className="field-note">{assignmentTexts.dueHelp}</span>
      </label>
    </>
  );
}

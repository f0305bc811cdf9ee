// A box for a number. While the text is not a number yet, the box keeps the text, and the value does not change.

import { type ReactNode, useState } from "react";
import { localNumber } from "../../language/localized.ts";

interface NumberBoxProps {
  readonly label: string;
  readonly value: number;
  readonly min?: number;
  readonly max?: number;
  /** What is said about a text that is not accepted. */
  readonly problem?: string;
  readonly onChange: (value: number) => void;
}

/** The number in a text, with a point or a comma, or null. */
export function readNumber(text: string): number | null {
  const value = Number(text.trim().replace(",", "."));
  return text.trim() !== "" && Number.isFinite(value) ? value : null;
}

export function NumberBox({
  label,
  value,
  min = Number.NEGATIVE_INFINITY,
  max = Number.POSITIVE_INFINITY,
  problem,
  onChange,
}: NumberBoxProps): ReactNode {
  const [text, setText] = useState(() => localNumber(String(Number(value.toPrecision(12)))));
  const read = readNumber(text);
  const isValid = read !== null && read >= min && read <= max;
  return (
    <label className="make-field labelled is-short">
      <span>{label}</span>
      <input
        className="text-box"
        inputMode="decimal"
        value={text}
        aria-invalid={!isValid}
        onChange={(event) => {
          setText(event.target.value);
          const next = readNumber(event.target.value);
          if (next !== null && next >= min && next <= max) onChange(next);
        }}
      />
      {!isValid && problem && (
        <span className="field-note" role="alert">
          {problem}
        </span>
      )}
    </label>
  );
}

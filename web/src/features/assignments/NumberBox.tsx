// A box for a number. While the text is not a number yet, the box keeps the text, and the value does not change.
import { type ReactNode, useState } from "react";

interface NumberBoxProps {
  readonly label: string;
  readonly value: number;
  readonly min?: number;
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
  onChange,
}: NumberBoxProps): ReactNode {
  const [text, setText] = useState(() => String(Number(value.toPrecision(12))));
  const read = readNumber(text);
  const isValid = read !== null && read >= min;
  return (
    <label className="make-field is-short">
      <span>{label}</span>
      <input
        className="text-box"
        inputMode="decimal"
        value={text}
        aria-invalid={!isValid}
        onChange={(event) => {
          setText(event.target.value);
          const next = readNumber(event.target.value);
          if (next !== null && next >= min) onChange(next);
        }}
      />
    </label>
  );
}

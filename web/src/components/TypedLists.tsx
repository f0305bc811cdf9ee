// Lists that are typed as one line of text: numbers, and names.
import { type ReactNode, useId, useState } from "react";
import type { Field, Json } from "../generated/types.ts";
import { splitQuantity } from "../scenario/units.ts";
import { FieldRow } from "./FieldRow.tsx";
import type { ListFieldProps } from "./ListField.tsx";
import { listRow } from "./listRow.ts";
import { boundsProblem } from "./QuantityEntry.tsx";
import { WORDS } from "./words.ts";

/** Numbers separated by commas, such as "0, 3, 17". */
export function NumberList({ item, ...props }: ListFieldProps & { readonly item: Field }): ReactNode {
  const { value, field } = props;
  const read = (text: string): readonly number[] | string => {
    const parts = text.split(/[\s,;]+/).filter((part) => part !== "");
    if (field.max_items !== undefined && parts.length > field.max_items)
      return WORDS.atMostItems(field.max_items);
    const numbers: number[] = [];
    for (const part of parts) {
      const split = splitQuantity(part);
      if (split?.suffix !== "") return WORDS.notANumber(item.unit ?? "");
      const bounds = { min: item.min, max: item.max, above: item.above, integer: item.type === "integer" };
      const problem = boundsProblem(split.number, bounds, item.unit ?? "");
      if (problem) return problem;
      numbers.push(split.number);
    }
    return numbers;
  };
  return <TypedList {...props} shown={value.join(", ")} read={read} />;
}

/** Names separated by commas. */
export function TextList(props: ListFieldProps): ReactNode {
  const read = (text: string): readonly string[] =>
    text
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== "");
  return <TypedList {...props} shown={props.value.join(", ")} read={read} />;
}

interface TypedListProps extends ListFieldProps {
  readonly shown: string;
  /** Parses a text into entries, or returns a sentence about what is wrong with it. */
  readonly read: (text: string) => readonly Json[] | string;
}

function TypedList({ shown, read, ...props }: TypedListProps): ReactNode {
  const id = useId();
  const [error, setError] = useState<string | null>(null);
  const commit = (text: string): void => {
    if (text === shown) {
      setError(null);
      return;
    }
    const next = read(text);
    setError(typeof next === "string" ? next : null);
    if (typeof next !== "string") props.onCommit(next, false);
  };
  return (
    <FieldRow {...listRow(props)} htmlFor={id} error={error ?? props.issue} errorId={`${id}-error`}>
      <input
        id={id}
        key={shown}
        className="text-box is-wide"
        type="text"
        defaultValue={shown}
        placeholder={WORDS.none}
        disabled={props.disabled}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onBlur={(event) => commit(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") commit(event.currentTarget.value);
        }}
      />
    </FieldRow>
  );
}

// Lists that are typed as one line of text: lists of numbers and lists of names.
import { type ReactNode, useId, useState } from "react";
import type { Field, Json } from "../../generated/types.ts";
import { splitQuantity } from "../../scenario/units.ts";
import { WORDS } from "../../strings/components.ts";
import { FieldRow } from "./FieldRow.tsx";
import type { ListFieldProps } from "./ListField.tsx";
import { listRowProps } from "./listRow.ts";
import { boundsProblem, exampleOf } from "./QuantityEntry.tsx";

/** Numbers separated by commas, such as "0, 3, 17". */
export function NumberList({ item, ...props }: ListFieldProps & { readonly item: Field }): ReactNode {
  const { value, field } = props;
  const parse = (text: string): readonly number[] | string => {
    const parts = text.split(/[\s,;]+/).filter((part) => part !== "");
    if (field.max_items !== undefined && parts.length > field.max_items)
      return WORDS.atMostItems(field.max_items);
    const numbers: number[] = [];
    for (const part of parts) {
      const split = splitQuantity(part);
      if (split?.suffix !== "") return WORDS.notANumber(exampleOf(item.unit ?? ""));
      const bounds = { min: item.min, max: item.max, above: item.above, integer: item.type === "integer" };
      const problem = boundsProblem(split.number, bounds, item.unit ?? "");
      if (problem) return problem;
      numbers.push(split.number);
    }
    return numbers;
  };
  return <TypedList {...props} initialText={value.join(", ")} parse={parse} />;
}

/** Names separated by commas. */
export function TextList(props: ListFieldProps): ReactNode {
  const parse = (text: string): readonly string[] =>
    text
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== "");
  return <TypedList {...props} initialText={props.value.join(", ")} parse={parse} />;
}

interface TypedListProps extends ListFieldProps {
  readonly initialText: string;
  /**
   * Returns the entries of a text. If the text is not valid, returns a sentence that describes the problem.
   */
  readonly parse: (text: string) => readonly Json[] | string;
}

function TypedList({ initialText, parse, ...props }: TypedListProps): ReactNode {
  const id = useId();
  const [error, setError] = useState<string | null>(null);
  const commit = (text: string): void => {
    if (text === initialText) {
      setError(null);
      return;
    }
    const next = parse(text);
    setError(typeof next === "string" ? next : null);
    if (typeof next !== "string") props.onCommit(next, false);
  };
  return (
    <FieldRow {...listRowProps(props)} htmlFor={id} error={error ?? props.issue} errorId={`${id}-error`}>
      <input
        id={id}
        key={initialText}
        className="text-box is-wide"
        type="text"
        defaultValue={initialText}
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

// The control for a list, by the type of its entries: one line of text for numbers and names, choices for
// ids, a card with a form for each object or variant.
import { type ReactNode, useId, useState } from "react";
import type { Choice, Field, Json } from "../../generated/types.ts";
import { splitQuantity } from "../../scenario/units.ts";
import { Chips } from "../Chips.tsx";
import { componentTexts } from "../texts/index.ts";
import { CardList } from "./CardList.tsx";
import { Select } from "./choice.tsx";
import { FieldRow } from "./FieldRow.tsx";
import type { ListFieldProps } from "./fieldProps.ts";
import { useIdChoices } from "./fieldProps.ts";
import { boundsProblem, exampleOf } from "./QuantityEntry.tsx";

export function ListField(props: ListFieldProps): ReactNode {
  const { field } = props;
  const { item } = field;
  const choices = useIdChoices(field.name);
  if (!item) return null;
  if (item.type === "number" || item.type === "integer") return <NumberList {...props} item={item} />;
  if (item.type === "id" && choices) return <ChoiceList {...props} choices={choices} />;
  if (item.type === "object" || item.type === "variant") return <CardList {...props} item={item} />;
  return <TextList {...props} />;
}

/** The default of a list in words. The entries of a default list are numbers or names. */
function defaultOf({ field }: ListFieldProps): string {
  const entries = Array.isArray(field.default) ? field.default : [];
  return entries.length === 0 ? componentTexts.none : entries.join(", ");
}

/** The properties of a `FieldRow` that come from those of a list. */
const listRowProps = (props: ListFieldProps) => ({
  ...props,
  defaultText: defaultOf(props),
  onRevert: () => props.onCommit(undefined, false),
});

/** A list of ids, each chosen from the ids in the document. An id can be added only once. */
function ChoiceList(props: ListFieldProps & { readonly choices: readonly Choice[] }): ReactNode {
  const { value, choices, label } = props;
  const unused = choices.filter((choice) => !value.includes(choice.value));
  const nameOf = (id: Json): string => choices.find((choice) => choice.value === id)?.label ?? String(id);
  return (
    <FieldRow
      {...listRowProps(props)}
      group
      side={
        unused.length > 0 && (
          <Select
            accessibleName={`${componentTexts.add}: ${label}`}
            value=""
            choices={[{ value: "", label: `${componentTexts.add}\u2026`, doc: "" }, ...unused]}
            disabled={props.disabled}
            onCommit={(next) => next !== "" && props.onCommit([...value, next], false)}
          />
        )
      }
    >
      {value.length === 0 ? (
        <p className="field-note">{componentTexts.none}</p>
      ) : (
        <Chips
          names={value.map(nameOf)}
          onRemove={(index) =>
            props.onCommit(
              value.filter((_, i) => i !== index),
              false,
            )
          }
        />
      )}
    </FieldRow>
  );
}

/** Numbers separated by commas, such as "0, 3, 17". */
function NumberList({ item, ...props }: ListFieldProps & { readonly item: Field }): ReactNode {
  const { value, field } = props;
  const parse = (text: string): readonly number[] | string => {
    const parts = text.split(/[\s,;]+/).filter((part) => part !== "");
    if (field.max_items !== undefined && parts.length > field.max_items)
      return componentTexts.atMostItems({ n: field.max_items });
    const numbers: number[] = [];
    for (const part of parts) {
      const split = splitQuantity(part);
      if (split?.suffix !== "") return componentTexts.notANumber({ example: exampleOf(item.unit ?? "") });
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
function TextList(props: ListFieldProps): ReactNode {
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
    <FieldRow {...listRowProps(props)} htmlFor={id} error={error} errorId={`${id}-error`}>
      <input
        id={id}
        key={initialText}
        className="text-box is-wide"
        type="text"
        defaultValue={initialText}
        placeholder={componentTexts.none}
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

// A list of anything that has a descriptor: numbers and names in one line of text, ids as choices, objects and variants as
// cards with a form each. Entries are added, removed and edited in place; nothing here knows what they mean.
import { type ReactNode, useContext, useId, useState } from "react";
import type { Choice, Field } from "../scenario/descriptors.ts";
import type { Json, JsonObject } from "../scenario/document.ts";
import { freshId } from "../scenario/edit.ts";
import { splitQuantity } from "../scenario/units.ts";
import { Select } from "./choice.tsx";
import { FieldRow } from "./FieldRow.tsx";
import { type FieldCommon, ParamForm, VariantField } from "./forms.tsx";
import { IconButton } from "./icons.tsx";
import { type IdChoices, IdChoicesContext, useIdChoices } from "./idChoices.ts";
import { boundsProblem } from "./NumberField.tsx";
import { WORDS } from "./words.ts";

export interface ListFieldProps extends FieldCommon {
  readonly field: Field;
  readonly value: readonly Json[];
  /** What the buttons say: "Add a loss". */
  readonly addLabel?: string | undefined;
  readonly onPreview?: ((value: Json) => void) | undefined;
  readonly onCommit: (value: Json | undefined, fold: boolean) => void;
}

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

/** "0, 3, 17": few enough numbers to be read and typed in one line. */
function NumberList({ item, ...props }: ListFieldProps & { readonly item: Field }): ReactNode {
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

/** Names, one after the other, with commas between. */
function TextList(props: ListFieldProps): ReactNode {
  const read = (text: string): readonly string[] =>
    text
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== "");
  return <TypedList {...props} shown={props.value.join(", ")} read={read} />;
}

interface TypedListProps extends ListFieldProps {
  readonly shown: string;
  /** The entries of a text, or what is wrong with it. */
  readonly read: (text: string) => readonly Json[] | string;
}

function TypedList({ shown, read, ...props }: TypedListProps): ReactNode {
  const id = useId();
  const [error, setError] = useState<string | null>(null);
  const take = (text: string): void => {
    if (text === shown) {
      setError(null);
      return;
    }
    const next = read(text);
    setError(typeof next === "string" ? next : null);
    if (typeof next !== "string") props.onCommit(next, false);
  };
  return (
    <FieldRow {...rowOf(props)} htmlFor={id} error={error ?? props.issue} errorId={`${id}-error`}>
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
        onBlur={(event) => take(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") take(event.currentTarget.value);
        }}
      />
    </FieldRow>
  );
}

/** Ids of things that the document has: what is not in the list can be added, what is can be taken away. */
function ChoiceList(props: ListFieldProps & { readonly choices: readonly Choice[] }): ReactNode {
  const { value, choices, label } = props;
  const left = choices.filter((choice) => !value.includes(choice.value));
  const nameOf = (id: Json): string => choices.find((choice) => choice.value === id)?.label ?? String(id);
  return (
    <FieldRow
      {...rowOf(props)}
      group
      side={
        left.length > 0 && (
          <Select
            name={`${WORDS.add}: ${label}`}
            value=""
            choices={[{ value: "", label: `${WORDS.add}\u2026`, doc: "" }, ...left]}
            disabled={props.disabled}
            onCommit={(next) => next !== "" && props.onCommit([...value, next], false)}
          />
        )
      }
    >
      {value.length === 0 ? (
        <p className="field-note">{WORDS.none}</p>
      ) : (
        <ul className="chips">
          {value.map((id, index) => (
            <li key={String(id)} className="chip">
              {nameOf(id)}
              <IconButton
                icon="close"
                size={16}
                label={`${WORDS.remove}: ${nameOf(id)}`}
                onClick={() =>
                  props.onCommit(
                    value.filter((_, i) => i !== index),
                    false,
                  )
                }
              />
            </li>
          ))}
        </ul>
      )}
    </FieldRow>
  );
}

/** A card with a form for each entry. */
function CardList({ item, ...props }: ListFieldProps & { readonly item: Field }): ReactNode {
  const { value, field } = props;
  const name = props.addLabel ?? `${WORDS.add}: ${entryName(item, props.label)}`;
  const changed = (index: number, next: Json): readonly Json[] =>
    value.map((entry, i) => (i === index ? next : entry));
  const idChoices = useContext(IdChoicesContext);
  const full = field.max_items !== undefined && value.length >= field.max_items;
  return (
    <fieldset className="rules" disabled={props.disabled}>
      <legend>{props.label}</legend>
      {value.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries may be equal; their place is their identity
        <div key={index} className="rule">
          <EntryForm
            item={item}
            value={entry as JsonObject}
            onRemove={() =>
              props.onCommit(
                value.filter((_, i) => i !== index),
                false,
              )
            }
            removeLabel={`${WORDS.remove}: ${idOf(entry) ?? `${entryName(item, props.label)} ${index + 1}`}`}
            onPreview={(next) => props.onPreview?.(changed(index, next))}
            onCommit={(next, fold) => props.onCommit(changed(index, next), fold)}
          />
        </div>
      ))}
      <button
        type="button"
        className="button is-small"
        disabled={full}
        onClick={() => props.onCommit([...value, freshEntry(item, value, idChoices)], false)}
      >
        {name}
      </button>
      {props.issue && <p className="field-error">{props.issue}</p>}
      {props.note && <p className="field-note">{props.note}</p>}
    </fieldset>
  );
}

/** What one entry is called: by its descriptor, else as the list in the singular. */
function entryName(item: Field, list: string): string {
  return item.label && item.label !== "Entry" ? item.label : list.replace(/s$/, "");
}

interface EntryFormProps {
  readonly item: Field;
  readonly value: JsonObject;
  readonly removeLabel: string;
  readonly onRemove: () => void;
  readonly onPreview: (value: Json) => void;
  readonly onCommit: (value: Json, fold: boolean) => void;
}

function EntryForm({ item, value, removeLabel, onRemove, onPreview, onCommit }: EntryFormProps): ReactNode {
  const remove = <IconButton icon="close" label={removeLabel} tipSide="left" onClick={onRemove} />;
  if (item.type === "variant")
    return (
      <VariantField
        label={item.label}
        parts={(item.variants ?? []).map((v) => ({
          id: v.value,
          name: v.label,
          doc: v.doc,
          fields: v.fields,
        }))}
        value={value}
        head={remove}
        onPreview={onPreview}
        onCommit={(next, fold) => next !== undefined && onCommit(next, fold)}
      />
    );
  return (
    <>
      <div className="rule-head">{remove}</div>
      <ParamForm
        fields={item.fields ?? []}
        values={value}
        onPreview={(name, next) => onPreview({ ...value, [name]: next })}
        onCommit={(name, next, fold) => onCommit(withField(value, name, next), fold)}
      />
    </>
  );
}

/** An object with a field set, or left to its default. */
export function withField(object: JsonObject, name: string, value: Json | undefined): JsonObject {
  if (value !== undefined) return { ...object, [name]: value };
  return Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));
}

const idOf = (entry: Json | undefined): string | null => {
  const id = (entry as JsonObject | null | undefined)?.["id"];
  return typeof id === "string" ? id : null;
};

/**
 * A new entry. What has an id of its own gets the next one, and what it must name of the document is named; other entries
 * are like the last one, so that a list of points is built up step by step.
 */
function freshEntry(item: Field, value: readonly Json[], idChoices: IdChoices): Json {
  if (item.type === "variant") return { kind: item.variants?.[0]?.value ?? "" };
  const last = value.at(-1);
  const own = item.fields?.some((field) => field.name === "id");
  if (!own) return { ...((last ?? {}) as JsonObject) };
  const entry: Record<string, Json> = { id: nextId(idOf(last) ?? "", value) };
  for (const field of item.fields ?? []) {
    const choices = field.required && field.type === "id" ? idChoices(field.name) : null;
    // A link begins where the others began and ends at the newest node.
    const choice = field.name === "to" ? choices?.at(-1) : choices?.[0];
    if (choice) entry[field.name] = choice.value;
  }
  return entry;
}

/** "d" after "c"; "link-2" after "link". */
function nextId(last: string, value: readonly Json[]): string {
  const used = new Set(value.map((entry) => idOf(entry) ?? ""));
  if (/^[a-y]$/.test(last)) {
    const next = String.fromCharCode(last.charCodeAt(0) + 1);
    if (!used.has(next)) return next;
  }
  return freshId(last === "" ? "a" : last, used);
}

function rowOf(props: ListFieldProps) {
  return {
    label: props.label,
    help: props.help,
    cite: props.cite,
    changed: props.changed,
    note: props.note,
    defaultText: WORDS.none,
    onRevert: props.disabled ? undefined : () => props.onCommit(undefined, false),
  };
}

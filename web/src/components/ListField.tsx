// A list of settings: numbers, names, objects or variants, each with the control that its descriptor asks for. Entries
// are added at the end and removed one by one; nothing here knows what they mean.
import type { ReactNode } from "react";
import type { Field } from "../scenario/descriptors.ts";
import type { Json, JsonObject } from "../scenario/document.ts";
import { IconButton } from "./icons.tsx";
import { FieldControl } from "./ParamForm.tsx";
import { WORDS } from "./words.ts";

export interface ListFieldProps {
  readonly field: Field;
  readonly item: Field;
  readonly label: string;
  readonly value: readonly Json[];
  readonly disabled?: boolean | undefined;
  readonly issue?: string | null | undefined;
  readonly note?: ReactNode;
  readonly onPreview?: ((value: Json) => void) | undefined;
  readonly onCommit: (value: Json | undefined, fold: boolean) => void;
}

export function ListField(props: ListFieldProps): ReactNode {
  const { item, label, value } = props;
  const change = (index: number, next: Json): readonly Json[] =>
    value.map((old, i) => (i === index ? next : old));
  return (
    <fieldset className="rules" disabled={props.disabled}>
      <legend>{label}</legend>
      {value.map((entry, index) => {
        const name = nameOf(entry) ?? `${item.label || label} ${index + 1}`;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity that lasts while they are edited
          <div key={index} className="rule">
            <div className="rule-head">
              <span className="field-name">{name}</span>
              <IconButton
                icon="close"
                label={`${WORDS.remove}: ${name}`}
                tipSide="left"
                onClick={() =>
                  props.onCommit(
                    value.filter((_, i) => i !== index),
                    false,
                  )
                }
              />
            </div>
            <FieldControl
              field={{ ...item, label: item.label || name }}
              value={entry}
              onPreview={(next) => props.onPreview?.(change(index, next))}
              onCommit={(next, fold) => props.onCommit(change(index, next ?? fresh(item, value)), fold)}
            />
          </div>
        );
      })}
      <button
        type="button"
        className="button is-small"
        disabled={value.length >= (props.field.max_items ?? Number.POSITIVE_INFINITY)}
        onClick={() => props.onCommit([...value, fresh(item, value)], false)}
      >
        {WORDS.add}
      </button>
      {props.issue && <p className="field-error">{props.issue}</p>}
      {props.note && <div className="field-note">{props.note}</div>}
    </fieldset>
  );
}

function nameOf(entry: Json): string | undefined {
  const id = typeof entry === "object" && entry !== null ? (entry as JsonObject)["id"] : undefined;
  return typeof id === "string" ? id : undefined;
}

/** A new entry: like the last one under a name of its own, or the least that its descriptor asks for. */
function fresh(item: Field, list: readonly Json[]): Json {
  const last = list.at(-1);
  const made = last ?? least(item);
  if (typeof made !== "object" || made === null || Array.isArray(made)) return made;
  const object = made as JsonObject;
  if (!item.fields?.some((field) => field.name === "id")) return object;
  return { ...object, id: unusedId(list.flatMap((entry) => nameOf(entry) ?? [])) };
}

function least(field: Field): Json {
  if (field.default !== undefined && field.default !== null) return field.default;
  switch (field.type) {
    case "number":
    case "integer":
      return field.min ?? 0;
    case "boolean":
      return false;
    case "object": {
      const required = (field.fields ?? []).filter((below) => below.required);
      return Object.fromEntries(required.map((below) => [below.name, least(below)]));
    }
    case "variant":
      return { kind: field.variants?.[0]?.value ?? "" };
    default:
      return "a";
  }
}

/** `a`, `b`, ... and after those `n27`, `n28`, ... */
export function unusedId(taken: readonly string[]): string {
  const letters = [..."abcdefghijklmnopqrstuvwxyz"];
  const free = letters.find((letter) => !taken.includes(letter));
  if (free) return free;
  let number = letters.length + 1;
  while (taken.includes(`n${number}`)) number++;
  return `n${number}`;
}

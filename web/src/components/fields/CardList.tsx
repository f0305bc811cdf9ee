// A list of objects or variants, with one card per entry.
import { type ReactNode, useContext } from "react";
import type { Field, Json, JsonObject } from "../../generated/types.ts";
import { freshId } from "../../scenario/edit.ts";
import { Button } from "../Button.tsx";
import { IconButton } from "../icons.tsx";
import { componentTexts } from "../texts/index.ts";
import type { ListFieldProps } from "./fieldProps.ts";
import { type IdChoices, IdChoicesContext } from "./fieldProps.ts";
import { ParamForm, withField } from "./ParamForm.tsx";
import { VariantField } from "./VariantField.tsx";

/** Shows a card with a form for each entry, and a button that adds an entry. */
export function CardList({ item, ...props }: ListFieldProps & { readonly item: Field }): ReactNode {
  const { value, field } = props;
  const addLabel = props.addLabel ?? `${componentTexts.add}: ${entryName(item, props.label)}`;
  const withEntry = (index: number, next: Json): readonly Json[] =>
    value.map((entry, i) => (i === index ? next : entry));
  const idChoices = useContext(IdChoicesContext);
  const isFull = field.max_items !== undefined && value.length >= field.max_items;
  return (
    <fieldset className="rules stack gap-2" disabled={props.disabled}>
      <legend>{props.label}</legend>
      {value.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries may be equal; only the index identifies one
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
            removeLabel={`${componentTexts.remove}: ${idOf(entry) ?? `${entryName(item, props.label)} ${index + 1}`}`}
            onPreview={(next) => props.onPreview(withEntry(index, next))}
            onCommit={(next, mergeWithLastEdit) => props.onCommit(withEntry(index, next), mergeWithLastEdit)}
          />
        </div>
      ))}
      <Button
        small
        disabled={isFull}
        onClick={() => props.onCommit([...value, freshEntry(item, value, idChoices)], false)}
      >
        {addLabel}
      </Button>
      {props.issue && <p className="field-error">{props.issue}</p>}
      {props.note && <p className="field-note">{props.note}</p>}
    </fieldset>
  );
}

/**
 * The name of an entry: the label of the entry's descriptor, or else the label of the list in the singular.
 */
function entryName(item: Field, listLabel: string): string {
  return item.label && item.label !== "Entry" ? item.label : listLabel.replace(/s$/, "");
}

interface EntryFormProps {
  readonly item: Field;
  readonly value: JsonObject;
  readonly removeLabel: string;
  readonly onRemove: () => void;
  readonly onPreview: (value: Json) => void;
  readonly onCommit: (value: Json, mergeWithLastEdit: boolean) => void;
}

function EntryForm({ item, value, removeLabel, onRemove, onPreview, onCommit }: EntryFormProps): ReactNode {
  const remove = <IconButton icon="close" label={removeLabel} tipSide="left" onClick={onRemove} />;
  if (item.type === "variant")
    return (
      <VariantField
        label={item.label}
        kinds={(item.variants ?? []).map((v) => ({
          id: v.value,
          name: v.label,
          doc: v.doc,
          fields: v.fields,
        }))}
        value={value}
        action={remove}
        onPreview={onPreview}
        onCommit={(next, mergeWithLastEdit) => next !== undefined && onCommit(next, mergeWithLastEdit)}
      />
    );
  return (
    <>
      <div className="row between">{remove}</div>
      <ParamForm
        fields={item.fields ?? []}
        values={value}
        onPreview={(name, next) => onPreview({ ...value, [name]: next })}
        onCommit={(name, next, mergeWithLastEdit) =>
          onCommit(withField(value, name, next), mergeWithLastEdit)
        }
      />
    </>
  );
}

const idOf = (entry: Json | undefined): string | null => {
  const id = (entry as JsonObject | null | undefined)?.["id"];
  return typeof id === "string" ? id : null;
};

/**
 * A new entry for the list `value`. If entries are variants, it has the first kind. If entries have ids, it
 * has the next id and the first valid value for each required reference. Otherwise it is a copy of the last
 * entry, so that a list of points can be built step by step.
 */
function freshEntry(item: Field, value: readonly Json[], idChoices: IdChoices): Json {
  if (item.type === "variant") return { kind: item.variants?.[0]?.value ?? "" };
  const last = value.at(-1);
  const hasId = item.fields?.some((field) => field.name === "id");
  if (!hasId) return { ...((last ?? {}) as JsonObject) };
  const entry: Record<string, Json> = { id: nextId(idOf(last) ?? "", value) };
  for (const field of item.fields ?? []) {
    const choices = field.required && field.type === "id" ? idChoices(field.name) : null;
    // A new link connects the first node to the newest node.
    const choice = field.name === "to" ? choices?.at(-1) : choices?.[0];
    if (choice) entry[field.name] = choice.value;
  }
  return entry;
}

/** The id that follows `last`: "d" after "c", "link-2" after "link". */
function nextId(last: string, value: readonly Json[]): string {
  const used = new Set(value.map((entry) => idOf(entry) ?? ""));
  if (/^[a-y]$/.test(last)) {
    const next = String.fromCharCode(last.charCodeAt(0) + 1);
    if (!used.has(next)) return next;
  }
  return freshId(last === "" ? "a" : last, used);
}

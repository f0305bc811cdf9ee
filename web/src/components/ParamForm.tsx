// A form made from descriptors: every field of an algorithm, a source, a queue or the document gets the control that fits
// its type, with help, source, changed mark and revert. Nothing here knows what the fields mean.
import type { ReactNode } from "react";
import type { Field, Part } from "../scenario/descriptors.ts";
import type { Json, JsonObject } from "../scenario/document.ts";
import { sameJson } from "../scenario/path.ts";
import { ChoiceField, Toggle } from "./choice.tsx";
import { FieldRow } from "./FieldRow.tsx";
import { LimitField, type LimitInAll, type LimitValue } from "./LimitField.tsx";
import { NumberField } from "./NumberField.tsx";
import { SpanField, type SpanValue } from "./SpanField.tsx";
import { defaultRange, type SliderRange } from "./slider.ts";

/** How a form is told what is special about a place of the document. */
export interface FieldHints {
  readonly range?: SliderRange | undefined;
  readonly label?: string | undefined;
  readonly note?: ReactNode;
  readonly disabled?: boolean | undefined;
  readonly issue?: string | null | undefined;
  readonly all?: LimitInAll | null | undefined;
}

export interface FieldControlProps {
  readonly field: Field;
  /** undefined: left to the default. */
  readonly value: Json | undefined;
  readonly hints?: FieldHints | undefined;
  readonly onPreview?: ((value: Json) => void) | undefined;
  readonly onCommit: (value: Json | undefined, fold: boolean) => void;
}

/** The slider range of a numeric field. */
export function rangeOf(field: Field): SliderRange {
  const fallback = typeof field.default === "number" ? field.default : null;
  return defaultRange(field.min, field.max, fallback, field.scale ?? "linear", field.type === "integer");
}

export function FieldControl({ field, value, hints, onPreview, onCommit }: FieldControlProps): ReactNode {
  const shown = value === undefined ? (field.default ?? null) : value;
  const text = {
    label: hints?.label ?? field.label,
    help: field.doc || undefined,
    cite: field.cite || undefined,
  };
  const common = {
    ...text,
    changed: value !== undefined && !sameJson(value, field.default ?? null),
    disabled: hints?.disabled,
    note: hints?.note,
    issue: hints?.issue,
  };
  switch (field.type) {
    case "number":
    case "integer":
      return (
        <NumberField
          {...common}
          unit={field.unit ?? ""}
          value={typeof shown === "number" ? shown : null}
          fallback={typeof field.default === "number" ? field.default : null}
          range={hints?.range ?? rangeOf(field)}
          min={field.min}
          max={field.max}
          above={field.above}
          integer={field.type === "integer"}
          nullable={field.nullable}
          nullMeans={field.null_means}
          onPreview={onPreview}
          onCommit={onCommit}
        />
      );
    case "span":
      return (
        <SpanField
          {...common}
          unit={field.unit ?? "s"}
          value={shown as SpanValue}
          fallback={(field.default ?? 0) as SpanValue}
          range={hints?.range ?? rangeOf(field)}
          min={field.min}
          max={field.max}
          onPreview={onPreview}
          onCommit={onCommit}
        />
      );
    case "limit":
      return (
        <LimitField
          {...common}
          value={shown as LimitValue}
          fallback={(field.default ?? { packets: 50 }) as LimitValue}
          all={hints?.all ?? null}
          onPreview={onPreview}
          onCommit={onCommit}
        />
      );
    case "boolean":
      return (
        <Toggle
          {...common}
          value={shown === true}
          fallback={field.default === true}
          onCommit={(next) => onCommit(next, false)}
        />
      );
    case "choice":
      return (
        <ChoiceField
          {...common}
          value={String(shown ?? "")}
          fallback={typeof field.default === "string" ? field.default : undefined}
          choices={field.choices ?? []}
          onCommit={(next) => onCommit(next, false)}
        />
      );
    case "text":
    case "id":
      return (
        <TextControl
          {...common}
          value={String(shown ?? "")}
          maxLength={field.max_length}
          onCommit={onCommit}
        />
      );
    case "variant":
      return (
        <VariantField
          {...common}
          parts={(field.variants ?? []).map((v) => ({
            id: v.value,
            name: v.label,
            doc: v.doc,
            fields: v.fields,
          }))}
          value={shown as JsonObject}
          fallback={field.default as JsonObject | undefined}
          onPreview={onPreview}
          onCommit={onCommit}
        />
      );
    case "object":
      return (
        <fieldset className="field-group">
          <legend>{text.label}</legend>
          <ParamForm
            fields={field.fields ?? []}
            values={(shown ?? {}) as JsonObject}
            onPreview={(name, next) => onPreview?.({ ...((shown ?? {}) as JsonObject), [name]: next })}
            onCommit={(name, next, fold) => onCommit(without((shown ?? {}) as JsonObject, name, next), fold)}
          />
        </fieldset>
      );
    default:
      return null;
  }
}

function without(object: JsonObject, name: string, next: Json | undefined): JsonObject {
  if (next !== undefined) return { ...object, [name]: next };
  return Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));
}

interface TextControlProps {
  readonly label: string;
  readonly help?: string | undefined;
  readonly value: string;
  readonly maxLength?: number | undefined;
  readonly disabled?: boolean | undefined;
  readonly onCommit: (value: Json | undefined, fold: boolean) => void;
}

function TextControl({ label, help, value, maxLength, disabled, onCommit }: TextControlProps): ReactNode {
  return (
    <FieldRow
      label={label}
      help={help}
      side={
        <input
          key={value}
          className="text-box"
          type="text"
          aria-label={label}
          defaultValue={value}
          maxLength={maxLength ?? 200}
          disabled={disabled}
          onBlur={(event) => {
            if (event.target.value !== value) onCommit(event.target.value || undefined, false);
          }}
        />
      }
    />
  );
}

export interface ParamFormProps {
  readonly fields: readonly Field[];
  /** Only what differs from the defaults. */
  readonly values: JsonObject;
  readonly hints?: ((field: Field) => FieldHints | undefined) | undefined;
  readonly onPreview?: ((name: string, value: Json) => void) | undefined;
  readonly onCommit: (name: string, value: Json | undefined, fold: boolean) => void;
}

export function ParamForm({ fields, values, hints, onPreview, onCommit }: ParamFormProps): ReactNode {
  return (
    <div className="form">
      {fields.map((field) => (
        <FieldControl
          key={field.name}
          field={field}
          value={Object.hasOwn(values, field.name) ? values[field.name] : undefined}
          hints={hints?.(field)}
          onPreview={(value) => onPreview?.(field.name, value)}
          onCommit={(value, fold) =>
            onCommit(
              field.name,
              value !== undefined && sameJson(value, field.default ?? null) ? undefined : value,
              fold,
            )
          }
        />
      ))}
    </div>
  );
}

export interface VariantFieldProps {
  readonly label: string;
  readonly help?: string | undefined;
  readonly parts: readonly Part[];
  readonly value: JsonObject;
  readonly fallback?: JsonObject | undefined;
  readonly changed?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly note?: ReactNode;
  readonly hints?: ((field: Field) => FieldHints | undefined) | undefined;
  readonly onPreview?: ((value: Json) => void) | undefined;
  readonly onCommit: (value: Json | undefined, fold: boolean) => void;
}

/** A choice of kind, and the fields that this kind has. */
export function VariantField(props: VariantFieldProps): ReactNode {
  const { value, parts } = props;
  const kind = String(value.kind ?? parts[0]?.id ?? "");
  const part = parts.find((p) => p.id === kind);
  const write = (name: string, next: Json | undefined): JsonObject => without(value, name, next);
  return (
    <>
      <ChoiceField
        label={props.label}
        help={part?.doc || props.help}
        value={kind}
        fallback={typeof props.fallback?.kind === "string" ? props.fallback.kind : undefined}
        choices={parts.map((p) => ({ value: p.id, label: p.name, doc: "" }))}
        changed={props.changed && kind !== props.fallback?.kind}
        disabled={props.disabled}
        note={props.note}
        onCommit={(next) => props.onCommit(next === undefined ? undefined : { kind: next }, false)}
      />
      {part && part.fields.length > 0 && (
        <ParamForm
          fields={part.fields}
          values={value}
          hints={props.hints}
          onPreview={(name, next) => props.onPreview?.(write(name, next))}
          onCommit={(name, next, fold) => props.onCommit(write(name, next), fold)}
        />
      )}
    </>
  );
}

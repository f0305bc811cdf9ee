// A form made from descriptors: every field of an algorithm, a source, a queue or the document gets the control that fits
// its type, with help, source, changed mark and revert. Nothing here knows what the fields mean.
import { type ReactNode, useId } from "react";
import type { Field, Part } from "../scenario/descriptors.ts";
import type { Json, JsonObject } from "../scenario/document.ts";
import { sameJson } from "../scenario/path.ts";
import { ChoiceField, Toggle } from "./choice.tsx";
import { FieldRow } from "./FieldRow.tsx";
import { useIdChoices } from "./idChoices.ts";
import { LimitField, type LimitInAll, type LimitValue } from "./LimitField.tsx";
import { ListField, withField } from "./ListField.tsx";
import { NumberField } from "./NumberField.tsx";
import { SpanField, type SpanValue } from "./SpanField.tsx";
import { defaultRange, type SliderRange } from "./slider.ts";
import { Disclosure } from "./surfaces.tsx";
import { WORDS } from "./words.ts";

/** How a form is told what is special about a place of the document. */
export interface FieldHints {
  readonly range?: SliderRange | undefined;
  readonly label?: string | undefined;
  readonly note?: ReactNode;
  readonly disabled?: boolean | undefined;
  readonly issue?: string | null | undefined;
  readonly all?: LimitInAll | null | undefined;
  /** What the button below a list says. */
  readonly addLabel?: string | undefined;
}

/** What every kind of field is told alike. */
export interface FieldCommon {
  readonly label: string;
  readonly help?: string | undefined;
  readonly cite?: string | undefined;
  readonly changed?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly note?: ReactNode;
  readonly issue?: string | null | undefined;
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
  const common: FieldCommon = {
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
    case "id":
      return <IdControl {...common} field={field} value={String(shown ?? "")} onCommit={onCommit} />;
    case "text":
      return (
        <TextControl
          {...common}
          value={String(shown ?? "")}
          maxLength={field.max_length}
          onCommit={onCommit}
        />
      );
    case "list":
      return (
        <ListField
          {...common}
          field={field}
          value={Array.isArray(shown) ? (shown as readonly Json[]) : []}
          addLabel={hints?.addLabel}
          onPreview={onPreview}
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
        <ObjectField {...common} field={field} value={shown} onPreview={onPreview} onCommit={onCommit} />
      );
    default:
      return null;
  }
}

interface ObjectFieldProps extends FieldCommon {
  readonly field: Field;
  readonly value: Json;
  readonly onPreview?: ((value: Json) => void) | undefined;
  readonly onCommit: (value: Json | undefined, fold: boolean) => void;
}

/** A group of fields; where there may be none, a switch says whether there is. */
function ObjectField({ field, value, onPreview, onCommit, ...common }: ObjectFieldProps): ReactNode {
  const object = (value ?? {}) as JsonObject;
  return (
    <fieldset className="field-group" disabled={common.disabled}>
      <legend>{common.label}</legend>
      {field.nullable && (
        <Toggle
          label={WORDS.own(common.label)}
          help={common.help}
          value={value !== null}
          note={value === null ? field.null_means : undefined}
          onCommit={(on) => onCommit(on ? {} : undefined, false)}
        />
      )}
      {value !== null && (
        <ParamForm
          fields={field.fields ?? []}
          values={object}
          onPreview={(name, next) => onPreview?.({ ...object, [name]: next })}
          onCommit={(name, next, fold) => onCommit(withField(object, name, next), fold)}
        />
      )}
      {common.issue && <p className="field-error">{common.issue}</p>}
    </fieldset>
  );
}

interface IdControlProps extends FieldCommon {
  readonly field: Field;
  readonly value: string;
  readonly onCommit: (value: Json | undefined, fold: boolean) => void;
}

/** An id: one of those that the document has, or a new one to type. */
function IdControl({ field, value, onCommit, ...common }: IdControlProps): ReactNode {
  const choices = useIdChoices(field.name);
  if (!choices) return <TextControl {...common} value={value} maxLength={40} onCommit={onCommit} />;
  const none = field.nullable ? [{ value: "", label: field.null_means || WORDS.none, doc: "" }] : [];
  return (
    <ChoiceField
      {...common}
      value={value}
      fallback={field.nullable ? "" : undefined}
      choices={[...none, ...choices]}
      onCommit={(next) => onCommit(next === "" || next === undefined ? undefined : next, false)}
    />
  );
}

interface TextControlProps extends FieldCommon {
  readonly value: string;
  readonly maxLength?: number | undefined;
  readonly onCommit: (value: Json | undefined, fold: boolean) => void;
}

/** Texts that may be longer than this have lines, as delivery traces do. */
const ONE_LINE = 1000;

function TextControl({ value, maxLength = 200, onCommit, ...common }: TextControlProps): ReactNode {
  const id = useId();
  const { label, help, cite, changed, disabled, note, issue } = common;
  const box = {
    id,
    className: "text-box",
    defaultValue: value,
    maxLength,
    disabled,
    onBlur: (event: { readonly target: { readonly value: string } }): void => {
      if (event.target.value !== value) onCommit(event.target.value || undefined, false);
    },
  };
  return (
    <FieldRow
      label={label}
      help={help}
      cite={cite}
      changed={changed}
      note={note}
      error={issue}
      htmlFor={id}
      side={
        maxLength > ONE_LINE ? (
          <textarea key={value} rows={4} {...box} />
        ) : (
          <input key={value} type="text" {...box} />
        )
      }
    />
  );
}

export interface ParamFormProps {
  readonly fields: readonly Field[];
  /** Of many fields only so many are shown at once, and those that were changed; the others open below. */
  readonly first?: number | undefined;
  /** Only what differs from the defaults. */
  readonly values: JsonObject;
  readonly hints?: ((field: Field) => FieldHints | undefined) | undefined;
  readonly onPreview?: ((name: string, value: Json) => void) | undefined;
  readonly onCommit: (name: string, value: Json | undefined, fold: boolean) => void;
}

export function ParamForm(props: ParamFormProps): ReactNode {
  const { fields, values, first = Number.POSITIVE_INFINITY } = props;
  const isFirst = (field: Field, index: number): boolean =>
    index < first || Object.hasOwn(values, field.name) || fields.length <= first + 1;
  const rest = fields.filter((field, index) => !isFirst(field, index));
  return (
    <div className="form">
      <Fields {...props} fields={fields.filter(isFirst)} />
      {rest.length > 0 && (
        <Disclosure summary={WORDS.moreFields(rest.length)}>
          <div className="form">
            <Fields {...props} fields={rest} />
          </div>
        </Disclosure>
      )}
    </div>
  );
}

function Fields({ fields, values, hints, onPreview, onCommit }: ParamFormProps): ReactNode {
  return (
    <>
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
    </>
  );
}

/** So many settings of a kind are shown at once. */
const FIRST_OF_KIND = 5;

export interface VariantFieldProps {
  readonly label: string;
  readonly help?: string | undefined;
  readonly parts: readonly Part[];
  readonly value: JsonObject;
  readonly fallback?: JsonObject | undefined;
  readonly changed?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly note?: ReactNode;
  readonly issue?: string | null | undefined;
  /** Beside the choice of kind, such as a button that removes the whole. */
  readonly head?: ReactNode;
  readonly hints?: ((field: Field) => FieldHints | undefined) | undefined;
  readonly onPreview?: ((value: Json) => void) | undefined;
  readonly onCommit: (value: Json | undefined, fold: boolean) => void;
}

/** A choice of kind, and the fields that this kind has. */
export function VariantField(props: VariantFieldProps): ReactNode {
  const { value, parts } = props;
  const kind = String(value.kind ?? parts[0]?.id ?? "");
  const part = parts.find((p) => p.id === kind);
  const write = (name: string, next: Json | undefined): JsonObject => withField(value, name, next);
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
        issue={props.issue}
        head={props.head}
        onCommit={(next) => props.onCommit(next === undefined ? undefined : { kind: next }, false)}
      />
      {part && part.fields.length > 0 && (
        <ParamForm
          first={FIRST_OF_KIND}
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

// The controls for values that are not one number, one choice or one switch: texts, ids, spans, lists,
// variants and objects. FieldControl loads this file when it first shows such a field.
import { type ReactNode, useId } from "react";
import type { Field, Json, JsonObject } from "../../generated/types.ts";
import { componentTexts } from "../texts/index.ts";
import { ChoiceField, Toggle } from "./choice.tsx";
import { type FieldControlProps, rangeOf } from "./FieldControl.tsx";
import { FieldRow } from "./FieldRow.tsx";
import type { CommonFieldProps } from "./fieldProps.ts";
import { useIdChoices } from "./fieldProps.ts";
import { ListField } from "./ListField.tsx";
import { ParamForm, withField } from "./ParamForm.tsx";
import { SpanField, type SpanValue } from "./SpanField.tsx";
import { VariantField } from "./VariantField.tsx";

export interface StructuredFieldProps extends Omit<FieldControlProps, "value"> {
  readonly common: CommonFieldProps;
  readonly field: Field;
  /** The value in the document, or the default. */
  readonly value: Json;
}

const kindsOf = ({ variants = [] }: Field) =>
  variants.map(({ value, label, doc, fields }) => ({ id: value, name: label, doc, fields }));

export default function StructuredField({
  common,
  field,
  value: effectiveValue,
  hints,
  onPreview,
  onCommit,
}: StructuredFieldProps): ReactNode {
  const shared = { ...common, onPreview, onCommit };
  switch (field.type) {
    case "span":
      return (
        <SpanField
          {...shared}
          unit={field.unit ?? "s"}
          value={effectiveValue as SpanValue}
          fallback={(field.default ?? 0) as SpanValue}
          range={hints?.range ?? rangeOf(field)}
          min={field.min}
          max={field.max}
        />
      );
    case "id":
      return <IdControl {...common} field={field} value={String(effectiveValue ?? "")} onCommit={onCommit} />;
    case "text":
      return (
        <TextControl
          {...common}
          value={String(effectiveValue ?? "")}
          maxLength={field.max_length}
          onCommit={onCommit}
        />
      );
    case "list":
      return (
        <ListField
          {...shared}
          field={field}
          value={Array.isArray(effectiveValue) ? (effectiveValue as readonly Json[]) : []}
          addLabel={hints?.addLabel}
        />
      );
    case "variant":
      return (
        <VariantField
          {...shared}
          kinds={kindsOf(field)}
          value={effectiveValue as JsonObject}
          fallback={field.default as JsonObject | undefined}
        />
      );
    case "object":
      return <ObjectField {...shared} field={field} value={effectiveValue} />;
    default:
      return null;
  }
}

interface ObjectFieldProps extends CommonFieldProps {
  readonly field: Field;
  readonly value: Json;
  readonly onPreview: (value: Json) => void;
  readonly onCommit: (value: Json | undefined, mergeWithLastEdit: boolean) => void;
}

function ObjectField({ field, value, onPreview, onCommit, ...common }: ObjectFieldProps): ReactNode {
  const object = (value ?? {}) as JsonObject;
  return (
    <fieldset className="field-group stack gap-2" disabled={common.disabled}>
      <legend>{common.label}</legend>
      {field.nullable && (
        <Toggle
          label={componentTexts.specify({ label: common.label })}
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
          onPreview={(name, next) => onPreview({ ...object, [name]: next })}
          onCommit={(name, next, mergeWithLastEdit) =>
            onCommit(withField(object, name, next), mergeWithLastEdit)
          }
        />
      )}
      {common.issue && <p className="field-error">{common.issue}</p>}
    </fieldset>
  );
}

interface IdControlProps extends CommonFieldProps {
  readonly field: Field;
  readonly value: string;
  readonly onCommit: (value: Json | undefined, mergeWithLastEdit: boolean) => void;
}

/** An id: chosen from the ids of the document, or typed if the field defines a new id. */
function IdControl({ field, value, onCommit, ...common }: IdControlProps): ReactNode {
  const choices = useIdChoices(field.name);
  if (!choices) return <TextControl {...common} value={value} maxLength={40} onCommit={onCommit} />;
  const none = field.nullable ? [{ value: "", label: field.null_means || componentTexts.none, doc: "" }] : [];
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

interface TextControlProps extends CommonFieldProps {
  readonly value: string;
  readonly maxLength?: number | undefined;
  readonly onCommit: (value: Json | undefined, mergeWithLastEdit: boolean) => void;
}

/** Texts that may be longer than this, such as delivery traces, get a box of several lines. */
const MAX_ONE_LINE_LENGTH = 1000;

function TextControl({ value, maxLength = 200, onCommit, ...common }: TextControlProps): ReactNode {
  const id = useId();
  const box = {
    id,
    className: "text-box",
    defaultValue: value,
    maxLength,
    disabled: common.disabled,
    onBlur: (event: { readonly target: { readonly value: string } }): void => {
      if (event.target.value !== value) onCommit(event.target.value || undefined, false);
    },
  };
  return (
    <FieldRow
      {...common}
      htmlFor={id}
      side={
        maxLength > MAX_ONE_LINE_LENGTH ? (
          <textarea key={value} rows={4} {...box} />
        ) : (
          <input key={value} type="text" {...box} />
        )
      }
    />
  );
}

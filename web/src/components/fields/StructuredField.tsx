// The controls for values that are not one number, one choice or one switch: texts, ids, spans, lists,
// variants and objects. FieldControl loads this file when it first shows such a field.
import type { ReactNode } from "react";
import type { Field, Json, JsonObject } from "../../generated/types.ts";
import { type FieldControlProps, rangeOf } from "./FieldControl.tsx";
import type { CommonFieldProps } from "./fieldProps.ts";
import { ListField } from "./ListField.tsx";
import { ObjectField } from "./ObjectField.tsx";
import { SpanField, type SpanValue } from "./SpanField.tsx";
import { IdControl, TextControl } from "./TextFields.tsx";
import { VariantField } from "./VariantField.tsx";

export interface StructuredFieldProps extends Omit<FieldControlProps, "value"> {
  readonly common: CommonFieldProps;
  readonly field: Field;
  /** The value in the document, or the default. */
  readonly value: Json;
}

/** The kinds of a variant. */
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

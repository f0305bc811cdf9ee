// The controls for values that are not one number, one choice or one switch: texts, ids, spans, lists, variants and objects. FieldControl
// loads this file when it first shows such a field.
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

export default function StructuredField({
  common,
  field,
  value: effectiveValue,
  hints,
  onPreview,
  onCommit,
}: StructuredFieldProps): ReactNode {
  switch (field.type) {
    case "span":
      return (
        <SpanField
          {...common}
          unit={field.unit ?? "s"}
          value={effectiveValue as SpanValue}
          fallback={(field.default ?? 0) as SpanValue}
          range={hints?.range ?? rangeOf(field)}
          min={field.min}
          max={field.max}
          onPreview={onPreview}
          onCommit={onCommit}
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
          {...common}
          field={field}
          value={Array.isArray(effectiveValue) ? (effectiveValue as readonly Json[]) : []}
          addLabel={hints?.addLabel}
          onPreview={onPreview}
          onCommit={onCommit}
        />
      );
    case "variant":
      return (
        <VariantField
          {...common}
          kinds={(field.variants ?? []).map((v) => ({
            id: v.value,
            name: v.label,
            doc: v.doc,
            fields: v.fields,
          }))}
          value={effectiveValue as JsonObject}
          fallback={field.default as JsonObject | undefined}
          onPreview={onPreview}
          onCommit={onCommit}
        />
      );
    case "object":
      return (
        <ObjectField
          {...common}
          field={field}
          value={effectiveValue}
          onPreview={onPreview}
          onCommit={onCommit}
        />
      );
    default:
      return null;
  }
}

// The control for one field. Forms are made from descriptors: each field of an algorithm, a source, a queue
// or the document gets the control for its type, with help, citation, a mark if it was changed, and a revert
// button. Nothing here depends on the meaning of a field.
import type { ReactNode } from "react";
import type { Choice, Field, Json } from "../../generated/types.ts";
import { sameJson } from "../../scenario/path.ts";
import { PROBABILITY } from "../../scenario/units.ts";
import { upperFirst } from "../../scenario/valueText.ts";
import { lazyPart } from "../lazyPart.tsx";
import { ChoiceField, Toggle } from "./choice.tsx";
import type { CommonFieldProps, FieldHints } from "./fieldProps.ts";
import { LimitField, type LimitValue } from "./LimitField.tsx";
import { NumberField } from "./NumberField.tsx";
import { rangeAroundDefault, type SliderRange } from "./slider.ts";

// Texts, spans, lists and objects are in disclosures and dialogs, which the first frame does not show.
const StructuredField = lazyPart(() => import("./StructuredField.tsx"));

export interface FieldControlProps {
  readonly field: Field;
  /** The value in the document; undefined if the default applies. */
  readonly value: Json | undefined;
  readonly hints?: FieldHints | undefined;
  /** Called while a slider moves. The form then shows the value. */
  readonly onPreview: (value: Json) => void;
  /**
   * With `mergeWithLastEdit`, the edit and an edit of this setting less than a second before it are undone in
   * one step.
   */
  readonly onCommit: (value: Json | undefined, mergeWithLastEdit: boolean) => void;
}

const isProbability = ({ name }: Field): boolean => name === "probability";

/** The slider range of a numeric field. */
export function rangeOf(field: Field): SliderRange {
  // Useful probabilities range over powers of ten, so the scale is logarithmic.
  if (isProbability(field)) return { min: 0, max: 1, scale: "log", integer: false };
  const defaultValue = typeof field.default === "number" ? field.default : null;
  return rangeAroundDefault(
    field.min,
    field.max,
    defaultValue,
    field.scale ?? "linear",
    field.type === "integer",
  );
}

/** The choices of a field. If the field can be null, the first choice stands for null. */
function choicesOf(field: Field): readonly Choice[] {
  const none = field.nullable ? [{ value: "", label: upperFirst(field.null_means), doc: "" }] : [];
  return [...none, ...(field.choices ?? [])];
}

export function FieldControl({ field, value, hints, onPreview, onCommit }: FieldControlProps): ReactNode {
  const effectiveValue = value === undefined ? (field.default ?? null) : value;
  const common: CommonFieldProps = {
    ...hints,
    label: hints?.label ?? field.label,
    help: (hints?.help ?? field.doc) || undefined,
    cite: field.cite || undefined,
    changed: value !== undefined && !sameJson(value, field.default ?? null),
  };
  switch (field.type) {
    case "number":
    case "integer":
      return (
        <NumberField
          {...common}
          unit={isProbability(field) ? PROBABILITY : (field.unit ?? "")}
          value={typeof effectiveValue === "number" ? effectiveValue : null}
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
    case "limit":
      return (
        <LimitField
          {...common}
          value={effectiveValue as LimitValue}
          fallback={field.default as LimitValue}
          allUnits={hints?.limitInAllUnits ?? null}
          onPreview={onPreview}
          onCommit={onCommit}
        />
      );
    case "boolean":
      return (
        <Toggle
          {...common}
          value={effectiveValue === true}
          fallback={field.default === true}
          onCommit={(next) => onCommit(next, false)}
        />
      );
    case "choice":
      return (
        <ChoiceField
          {...common}
          value={String(effectiveValue ?? "")}
          fallback={typeof field.default === "string" ? field.default : field.nullable ? "" : undefined}
          choices={choicesOf(field)}
          onCommit={(next) => onCommit(next === "" ? null : next, false)}
        />
      );
    default:
      return <StructuredField {...{ common, field, hints, onPreview, onCommit }} value={effectiveValue} />;
  }
}

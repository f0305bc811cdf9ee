// A time that is either one number, or a range from which each flow draws a random value.
import { type ReactNode, useState } from "react";
import { formatQuantity } from "../../scenario/units.ts";
import { componentTexts } from "../texts/index.ts";
import { FieldRow } from "./FieldRow.tsx";
import type { CommonFieldProps } from "./fieldProps.ts";
import { NumberField } from "./NumberField.tsx";
import { type Bounds, boundsProblem, QuantityEntry } from "./QuantityEntry.tsx";
import { type SliderRange, stepValue } from "./slider.ts";

type TimeRange = { readonly min: number; readonly max: number };
export type SpanValue = number | TimeRange;

export interface SpanFieldProps extends CommonFieldProps {
  readonly unit: string;
  readonly value: SpanValue;
  readonly fallback: SpanValue;
  readonly range: SliderRange;
  readonly min?: number | null | undefined;
  readonly max?: number | null | undefined;
  readonly onPreview: (value: SpanValue) => void;
  readonly onCommit: (value: SpanValue | undefined, mergeWithLastEdit: boolean) => void;
}

/** A time or a range of times as text. */
export function spanText(value: SpanValue, unit: string): string {
  if (typeof value === "number") return formatQuantity(value, unit);
  return `${formatQuantity(value.min, unit)} ${componentTexts.to} ${formatQuantity(value.max, unit)}`;
}

export function SpanField(props: SpanFieldProps): ReactNode {
  const { value, range } = props;
  const isRange = typeof value !== "number";
  const toggle = (
    <label className="span-toggle row inline">
      <input
        type="checkbox"
        checked={isRange}
        disabled={props.disabled}
        onChange={() => {
          if (isRange) props.onCommit((value.min + value.max) / 2, false);
          else props.onCommit({ min: value, max: value === 0 ? range.max / 100 : value * 2 }, false);
        }}
      />
      {componentTexts.varies}
    </label>
  );
  const note = (
    <>
      {props.note}
      {toggle}
    </>
  );
  if (isRange) return <RangeField {...props} value={value} note={note} />;
  return (
    <NumberField
      {...props}
      value={value}
      fallback={typeof props.fallback === "number" ? props.fallback : props.fallback.min}
      note={note}
      onCommit={(next, mergeWithLastEdit) => props.onCommit(next ?? undefined, mergeWithLastEdit)}
    />
  );
}

/** The two ends of a range. */
function RangeField(props: Omit<SpanFieldProps, "value"> & { readonly value: TimeRange }): ReactNode {
  const { value, unit, label, range } = props;
  const [error, setError] = useState<string | null>(null);
  /** Each end of the range is also a bound of the other end, so the message names the other end's value. */
  const bounds = (end: "min" | "max"): Bounds =>
    end === "min" ? { min: props.min, max: value.max } : { min: value.min, max: props.max };
  const entry = (end: "min" | "max"): ReactNode => (
    <QuantityEntry
      accessibleName={`${label}, ${end === "min" ? componentTexts.from : componentTexts.to}`}
      unit={unit}
      value={value[end]}
      like={value.max}
      {...bounds(end)}
      disabled={props.disabled}
      step={(from, steps) => stepValue(from, steps, range)}
      onError={setError}
      onCommit={(next, mergeWithLastEdit) => {
        if (next === null) return;
        // The steps of the arrow keys are not checked by the entry.
        const problem = boundsProblem(next, bounds(end), unit);
        setError(problem);
        if (!problem) props.onCommit({ ...value, [end]: next }, mergeWithLastEdit);
      }}
    />
  );
  return (
    <FieldRow
      {...props}
      group
      defaultText={spanText(props.fallback, unit)}
      onRevert={() => props.onCommit(undefined, false)}
      error={error}
      side={
        <span className="row inline faint">
          {entry("min")}
          <span>{componentTexts.to}</span>
          {entry("max")}
        </span>
      }
    />
  );
}

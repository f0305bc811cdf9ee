// A number with a unit: a slider and a box for the exact value. If a typed text is invalid, it stays in the
// box, and the value does not change.
import type { ReactNode } from "react";
import { formatQuantity } from "../../scenario/units.ts";
import { FieldRow } from "./FieldRow.tsx";
import { type Bounds, type EditedFieldProps, QuantityEntry, useFieldEdit } from "./QuantityEntry.tsx";
import { Slider } from "./Slider.tsx";
import { type SliderRange, stepValue } from "./slider.ts";

export interface NumberFieldProps extends Bounds, EditedFieldProps<number | null> {
  readonly unit: string;
  readonly value: number | null;
  /** The default value. */
  readonly fallback: number | null;
  readonly range: SliderRange;
  /** Whether the box may be empty, which means null. */
  readonly nullable?: boolean | undefined;
  /** The meaning of an empty box, for example "unlimited". */
  readonly nullMeans?: string | undefined;
  readonly onPreview: (value: number) => void;
}

export function NumberField(props: NumberFieldProps): ReactNode {
  const { label, unit, value, fallback, range } = props;
  const { row, entry } = useFieldEdit(props);
  // The meaning of an empty box is its placeholder if it has at most 16 characters. A longer meaning is
  // displayed below the box.
  const isLongMeaning = (props.nullMeans?.length ?? 0) > 16;
  return (
    <FieldRow
      {...row}
      defaultText={fallback === null ? (props.nullMeans ?? "") : formatQuantity(fallback, unit, 6)}
      note={
        isLongMeaning && value === null ? (
          <>
            {props.nullMeans}
            {props.note}
          </>
        ) : (
          props.note
        )
      }
      side={
        <QuantityEntry
          {...entry}
          unit={unit}
          value={value}
          like={fallback ?? range.max}
          placeholder={isLongMeaning ? "\u2013" : props.nullMeans}
          nullable={props.nullable}
          min={props.min}
          max={props.max}
          above={props.above}
          integer={props.integer}
          step={(from, steps) => stepValue(from, steps, including(from, range))}
          onCommit={props.onCommit}
        />
      }
    >
      {value !== null && (
        <Slider
          range={range}
          value={value}
          fallback={fallback}
          label={label}
          valueText={formatQuantity(value, unit)}
          disabled={props.disabled}
          onPreview={props.onPreview}
          onCommit={props.onCommit}
        />
      )}
    </FieldRow>
  );
}

/** A range that is extended to a value outside of it. */
const including = (value: number, range: SliderRange): SliderRange => ({
  ...range,
  min: Math.min(range.min, value),
  max: Math.max(range.max, value),
});

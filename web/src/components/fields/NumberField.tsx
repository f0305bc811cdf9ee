// A number with a unit: a slider and a box for the exact value. If a typed text is invalid, it stays in the box, and the value does
// not change.
import { type ReactNode, useId, useState } from "react";
import { formatQuantity } from "../../scenario/units.ts";
import { WORDS } from "../../strings/components.ts";
import { FieldRow, type FieldText } from "./FieldRow.tsx";
import { type Bounds, QuantityEntry } from "./QuantityEntry.tsx";
import { Slider } from "./Slider.tsx";
import { type SliderRange, stepValue } from "./slider.ts";

export interface NumberFieldProps extends Bounds, FieldText {
  readonly unit: string;
  readonly value: number | null;
  /** The default value. */
  readonly fallback: number | null;
  readonly range: SliderRange;
  readonly changed?: boolean | undefined;
  /** Whether the box may be empty, which stands for null. */
  readonly nullable?: boolean | undefined;
  /** The meaning of an empty box, for example "unlimited". */
  readonly nullMeans?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly note?: ReactNode;
  /** A problem that the simulator reported for this setting. */
  readonly issue?: string | null | undefined;
  readonly onPreview?: ((value: number) => void) | undefined;
  /** Called with undefined to return to the default. */
  readonly onCommit: (value: number | null | undefined, mergeWithLastEdit: boolean) => void;
}

export function NumberField(props: NumberFieldProps): ReactNode {
  const { label, unit, value, fallback, range } = props;
  const [error, setError] = useState<string | null>(null);
  const [preview, setPreview] = useState<number | null>(null);
  const id = useId();
  const displayedValue = preview ?? value;
  // The meaning of an empty box is its placeholder if it has at most 16 characters. A longer meaning is displayed below the box.
  const isLongMeaning = (props.nullMeans?.length ?? 0) > 16;
  const commit = (next: number | null | undefined, mergeWithLastEdit: boolean): void => {
    setPreview(null);
    setError(null);
    props.onCommit(next, mergeWithLastEdit);
  };
  return (
    <FieldRow
      label={label}
      help={props.help}
      helpIsTranslated={props.helpIsTranslated}
      cite={props.cite}
      htmlFor={id}
      changed={props.changed}
      defaultText={fallback === null ? (props.nullMeans ?? "") : formatQuantity(fallback, unit, 6)}
      onRevert={props.disabled ? undefined : () => commit(undefined, false)}
      error={error ?? props.issue}
      errorId={`${id}-error`}
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
          id={id}
          accessibleName={WORDS.exact(label)}
          unit={unit}
          value={displayedValue}
          like={fallback ?? range.max}
          placeholder={isLongMeaning ? "\u2013" : props.nullMeans}
          nullable={props.nullable}
          disabled={props.disabled}
          min={props.min}
          max={props.max}
          above={props.above}
          integer={props.integer}
          errorId={`${id}-error`}
          step={(from, steps) =>
            stepValue(from, steps, {
              ...range,
              min: Math.min(range.min, from),
              max: Math.max(range.max, from),
            })
          }
          onCommit={commit}
          onError={setError}
        />
      }
    >
      {value !== null && (
        <Slider
          range={range}
          value={value}
          fallback={fallback}
          label={label}
          valueText={formatQuantity(displayedValue, unit)}
          disabled={props.disabled}
          onPreview={(next) => {
            setPreview(next);
            props.onPreview?.(next);
          }}
          onCommit={commit}
        />
      )}
    </FieldRow>
  );
}

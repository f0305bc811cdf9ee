// A quantity: slider and exact entry with units, one state. Arrow keys step, Shift+arrow steps ten, Home and End go to the
// limits, a double click on the slider goes back to the default. A wrong entry keeps its text and the last good value.
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from "react";
import { exactIn, formatQuantity, parseQuantity, scaleFor } from "../scenario/units.ts";
import { FieldRow, type FieldText } from "./FieldRow.tsx";
import { fromPosition, POSITIONS, type SliderRange, stepValue, toPosition } from "./slider.ts";
import { WORDS } from "./words.ts";

export interface Bounds {
  readonly min?: number | null | undefined;
  readonly max?: number | null | undefined;
  readonly above?: boolean | undefined;
  readonly integer?: boolean | undefined;
}

/** Why a number cannot be taken, or null. */
export function boundsProblem(value: number, bounds: Bounds, unit: string): string | null {
  const { min, max, above, integer } = bounds;
  if (integer && !Number.isInteger(value)) return WORDS.whole;
  const low = min !== null && min !== undefined && (above ? value <= min : value < min);
  const high = max !== null && max !== undefined && value > max;
  if (!low && !high) return null;
  if (min !== null && min !== undefined && max !== null && max !== undefined && !above)
    return WORDS.between(min, max, unit);
  return low ? WORDS.atLeast(min ?? 0, unit, Boolean(above)) : WORDS.atMost(max ?? 0, unit);
}

export interface QuantityEntryProps extends Bounds {
  readonly id?: string;
  readonly name: string;
  readonly unit: string;
  readonly value: number | null;
  readonly like?: number | undefined;
  readonly placeholder?: string | undefined;
  readonly nullable?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly errorId?: string;
  readonly unitControl?: ReactNode;
  readonly step?: ((value: number, steps: number) => number) | undefined;
  /** Reads what the plain unit cannot ("0.5bdp"); returns true when it was handled. */
  readonly onOther?: ((text: string) => boolean) | undefined;
  readonly onCommit: (value: number | null, fold: boolean) => void;
  readonly onError: (message: string | null) => void;
}

/** The box with the exact value and its unit. */
export function QuantityEntry(props: QuantityEntryProps): ReactNode {
  const { value, unit } = props;
  const [draft, setDraft] = useState<string | null>(null);
  const scale = scaleFor(value ?? props.like ?? 0, unit, props.like);
  const shown = value === null ? "" : exactIn(value, scale);
  const lastShown = useRef(shown);
  const discardDraft = useEffectEvent(() => {
    setDraft(null);
    props.onError(null);
  });
  // A value that changes from outside, by undo or by a slider, ends an unfinished entry.
  useEffect(() => {
    if (lastShown.current === shown) return;
    lastShown.current = shown;
    discardDraft();
  }, [shown]);

  const commit = (): void => {
    if (draft === null) return;
    const text = draft.trim();
    if (text === shown) {
      setDraft(null);
      props.onError(null);
      return;
    }
    if (text === "" && props.nullable) {
      setDraft(null);
      props.onError(null);
      props.onCommit(null, false);
      return;
    }
    const parsed = parseQuantity(text, unit, scale.factor);
    if (parsed === null) {
      if (props.onOther?.(text)) {
        setDraft(null);
        props.onError(null);
      } else props.onError(WORDS.notANumber(unit));
      return;
    }
    const problem = boundsProblem(parsed, props, unit);
    props.onError(problem);
    if (problem) return;
    setDraft(null);
    props.onCommit(parsed, false);
  };

  const keyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === "Enter") commit();
    else if (event.key === "Escape" && draft !== null) {
      event.stopPropagation();
      setDraft(null);
      props.onError(null);
    } else if ((event.key === "ArrowUp" || event.key === "ArrowDown") && value !== null && props.step) {
      event.preventDefault();
      const steps = (event.key === "ArrowUp" ? 1 : -1) * (event.shiftKey ? 10 : 1);
      setDraft(null);
      props.onError(null);
      props.onCommit(props.step(value, steps), true);
    }
  };

  const text = draft ?? shown;
  return (
    <span className="entry">
      <input
        id={props.id}
        className="entry-box"
        type="text"
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
        size={Math.max(3, Math.min(9, text.length + 1))}
        value={text}
        placeholder={props.placeholder}
        disabled={props.disabled}
        aria-label={props.name}
        aria-describedby={props.errorId}
        onChange={(e) => setDraft(e.target.value)}
        onBlur={commit}
        onKeyDown={keyDown}
        onFocus={(e) => e.target.select()}
      />
      {props.unitControl ??
        (scale.label !== "" && value !== null && <span className="entry-unit">{scale.label}</span>)}
    </span>
  );
}

export interface SliderProps {
  readonly range: SliderRange;
  readonly value: number;
  readonly fallback?: number | null | undefined;
  readonly label: string;
  readonly valueText: string;
  readonly disabled?: boolean | undefined;
  readonly onPreview: (value: number) => void;
  readonly onCommit: (value: number, fold: boolean) => void;
}

/** The slider alone: preview while dragging, one commit on release. */
export function Slider({
  range,
  value,
  fallback,
  label,
  valueText,
  disabled,
  onPreview,
  onCommit,
}: SliderProps): ReactNode {
  const held = useRef(false);
  const latest = useRef(value);
  const [dragged, setDragged] = useState<number | null>(null);
  const current = dragged ?? value;
  const release = (): void => {
    if (!held.current) return;
    held.current = false;
    setDragged(null);
    onCommit(latest.current, false);
  };
  const keyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const big = event.shiftKey ? 10 : 1;
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: big,
      ArrowUp: big,
      ArrowLeft: -big,
      ArrowDown: -big,
      PageUp: 10,
      PageDown: -10,
    };
    const by = steps[event.key];
    let next: number | undefined;
    if (by !== undefined) next = stepValue(value, by, range);
    else if (event.key === "Home") next = range.min;
    else if (event.key === "End") next = range.max;
    if (next === undefined) return;
    event.preventDefault();
    if (next !== value) onCommit(next, true);
  };
  const share = toPosition(current, range) / POSITIONS;
  return (
    <input
      className="slider"
      type="range"
      min={0}
      max={POSITIONS}
      step="any"
      value={toPosition(current, range)}
      style={{ "--share": share } as React.CSSProperties}
      disabled={disabled}
      aria-label={label}
      aria-valuetext={valueText}
      onPointerDown={() => {
        held.current = true;
        latest.current = value;
      }}
      onPointerUp={release}
      onPointerCancel={release}
      onBlur={release}
      onChange={(event) => {
        const next = fromPosition(Number(event.target.value), range);
        latest.current = next;
        if (held.current) {
          setDragged(next);
          onPreview(next);
        } else if (next !== value) onCommit(next, true);
      }}
      onDoubleClick={() => {
        if (fallback !== null && fallback !== undefined && fallback !== value) onCommit(fallback, false);
      }}
      onKeyDown={keyDown}
    />
  );
}

export interface NumberFieldProps extends Bounds, FieldText {
  readonly unit: string;
  readonly value: number | null;
  readonly fallback: number | null;
  readonly range: SliderRange;
  readonly changed?: boolean | undefined;
  readonly nullable?: boolean | undefined;
  readonly nullMeans?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly note?: ReactNode;
  /** An issue that the simulator reported for this place. */
  readonly issue?: string | null | undefined;
  readonly onPreview?: ((value: number) => void) | undefined;
  /** undefined means: back to the default. */
  readonly onCommit: (value: number | null | undefined, fold: boolean) => void;
}

export function NumberField(props: NumberFieldProps): ReactNode {
  const { label, unit, value, fallback, range } = props;
  const [error, setError] = useState<string | null>(null);
  const [preview, setPreview] = useState<number | null>(null);
  const id = useId();
  const shown = preview ?? value;
  // What an empty box means is said in it when it is a word or two, else below.
  const longMeaning = (props.nullMeans?.length ?? 0) > 16;
  const take = (next: number | null | undefined, fold: boolean): void => {
    setPreview(null);
    setError(null);
    props.onCommit(next, fold);
  };
  return (
    <FieldRow
      label={label}
      help={props.help}
      cite={props.cite}
      htmlFor={id}
      changed={props.changed}
      defaultText={fallback === null ? (props.nullMeans ?? "") : formatQuantity(fallback, unit, 6)}
      onRevert={props.disabled ? undefined : () => take(undefined, false)}
      error={error ?? props.issue}
      errorId={`${id}-error`}
      note={
        longMeaning && value === null ? (
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
          name={WORDS.exact(label)}
          unit={unit}
          value={shown}
          like={fallback ?? range.max}
          placeholder={longMeaning ? "\u2013" : props.nullMeans}
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
          onCommit={take}
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
          valueText={formatQuantity(shown, unit)}
          disabled={props.disabled}
          onPreview={(next) => {
            setPreview(next);
            props.onPreview?.(next);
          }}
          onCommit={take}
        />
      )}
    </FieldRow>
  );
}

// A slider that previews values while it is dragged and commits a value when it is released. An arrow key
// moves by one step, with Shift by ten steps. Home and End go to the limits, and a double click restores the
// default.
import { type KeyboardEvent, type ReactNode, useRef } from "react";
import { fromPosition, keyedValue, POSITIONS, type SliderRange, toPosition } from "./slider.ts";

export interface SliderProps {
  readonly range: SliderRange;
  /** The value that is shown: while the slider is dragged, the previewed one. */
  readonly value: number;
  /** The default value. */
  readonly fallback?: number | null | undefined;
  readonly label: string;
  readonly valueText: string;
  readonly disabled?: boolean | undefined;
  readonly onPreview: (value: number) => void;
  readonly onCommit: (value: number, mergeWithLastEdit: boolean) => void;
}

export function Slider(props: SliderProps): ReactNode {
  const { range, value, fallback, onPreview, onCommit } = props;
  const isDragging = useRef(false);
  const latestValue = useRef(value);
  const release = (): void => {
    if (!isDragging.current) return;
    isDragging.current = false;
    onCommit(latestValue.current, false);
  };
  const keyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const next = keyedValue(event.key, event.shiftKey, value, range);
    if (next === undefined) return;
    event.preventDefault();
    if (next !== value) onCommit(next, true);
  };
  const share = toPosition(value, range) / POSITIONS;
  return (
    <input
      className="slider"
      type="range"
      min={0}
      max={POSITIONS}
      step="any"
      value={toPosition(value, range)}
      style={{ "--share": share } as React.CSSProperties}
      disabled={props.disabled}
      aria-label={props.label}
      aria-valuetext={props.valueText}
      onPointerDown={() => {
        isDragging.current = true;
        latestValue.current = value;
      }}
      onPointerUp={release}
      onPointerCancel={release}
      onBlur={release}
      onChange={(event) => {
        const next = fromPosition(Number(event.target.value), range);
        latestValue.current = next;
        if (isDragging.current) onPreview(next);
        else if (next !== value) onCommit(next, true);
      }}
      onDoubleClick={() => {
        if (fallback !== null && fallback !== undefined && fallback !== value) onCommit(fallback, false);
      }}
      onKeyDown={keyDown}
    />
  );
}

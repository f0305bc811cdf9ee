// A slider that previews while it is dragged and commits when it is released. Arrow keys step, Shift and an arrow step ten,
// Home and End go to the limits, and a double click goes back to the default.
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { fromPosition, POSITIONS, type SliderRange, stepValue, toPosition } from "./slider.ts";

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

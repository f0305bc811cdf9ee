// Converts between positions and values of a slider with a linear or logarithmic scale. Values are rounded to
// a grid of steps.

export interface SliderRange {
  readonly min: number;
  readonly max: number;
  readonly scale: "linear" | "log";
  readonly integer: boolean;
}

/** The highest position of a slider; the lowest is 0. */
export const POSITIONS = 1000;

/**
 * A logarithmic slider whose minimum is 0 has the value 0 at its first position. Its logarithmic scale then
 * begins at this fraction of the maximum.
 */
const ZERO_START = 1e-4;

/** The value at which the logarithmic scale begins. */
function lowestPositive(range: SliderRange): number {
  return range.min > 0 ? range.min : range.max * ZERO_START;
}

/** The position of a value, from 0 to POSITIONS. */
export function toPosition(value: number, range: SliderRange): number {
  const clamped = Math.min(range.max, Math.max(range.min, value));
  if (range.max <= range.min) return 0;
  if (range.scale === "linear") return ((clamped - range.min) / (range.max - range.min)) * POSITIONS;
  const low = lowestPositive(range);
  if (clamped <= low) return clamped <= range.min ? 0 : 1;
  return (Math.log(clamped / low) / Math.log(range.max / low)) * POSITIONS;
}

/** The value at a position, rounded to the grid of steps. */
export function fromPosition(position: number, range: SliderRange): number {
  if (position <= 0) return range.min;
  if (position >= POSITIONS) return range.max;
  const share = position / POSITIONS;
  if (range.scale === "linear") return snap(range.min + share * (range.max - range.min), range);
  const low = lowestPositive(range);
  return snap(low * (range.max / low) ** share, range);
}

/** The amount by which an arrow key changes a value. */
export function stepAt(value: number, range: SliderRange): number {
  if (range.scale === "linear") {
    const step = niceStep((range.max - range.min) / 100);
    return range.integer ? Math.max(1, Math.round(step)) : step;
  }
  // Values have two significant digits: 10, 11, ... 99, 100, 110.
  const size = Math.max(Math.abs(value), lowestPositive(range));
  const step = 10 ** (Math.floor(Math.log10(size) + 1e-9) - 1);
  return range.integer ? Math.max(1, Math.round(step)) : step;
}

/** The value after `steps` arrow keys (negative: downwards), on the grid of steps and within the range. */
export function stepValue(value: number, steps: number, range: SliderRange): number {
  let next = value;
  for (let i = 0; i < Math.abs(steps); i++) {
    const isDown = steps < 0;
    // Below a power of ten the steps are smaller, so a step down uses the step size just below the value.
    const step = stepAt(isDown ? next * (1 - 1e-6) : next, range);
    const grid = next / step;
    const gridIndex = isDown ? Math.ceil(grid - 1e-6) - 1 : Math.floor(grid + 1e-6) + 1;
    next = removeRoundingErrors(Math.min(range.max, Math.max(range.min, gridIndex * step)));
  }
  return next;
}

/** The value after a key. Undefined for a key that does not move the slider. */
export function keyedValue(
  key: string,
  isShift: boolean,
  value: number,
  range: SliderRange,
): number | undefined {
  if (key === "Home") return range.min;
  if (key === "End") return range.max;
  const arrow = isShift ? 10 : 1;
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: arrow,
    ArrowUp: arrow,
    ArrowLeft: -arrow,
    ArrowDown: -arrow,
    PageUp: 10,
    PageDown: -10,
  };
  const count = steps[key];
  return count === undefined ? undefined : stepValue(value, count, range);
}

/** Rounds a value to the grid of steps, within the range. */
function snap(value: number, range: SliderRange): number {
  const step = stepAt(value, range);
  const snapped = Math.round(value / step) * step;
  return removeRoundingErrors(Math.min(range.max, Math.max(range.min, snapped)));
}

/** A round number near `raw`: 1, 2, 5 or 10 times a power of ten. */
function niceStep(raw: number): number {
  if (!(raw > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(raw));
  const digit = raw / power;
  return (digit < 1.5 ? 1 : digit < 3.5 ? 2 : digit < 7.5 ? 5 : 10) * power;
}

/** Removes rounding errors in the last digits. */
function removeRoundingErrors(value: number): number {
  return Number(value.toPrecision(12));
}

/**
 * The range of a field's slider. It is within the limits `min` and `max` of the field. If a limit is missing
 * or far from the field's default value, the range ends nearer to the default value.
 */
export function rangeAroundDefault(
  min: number | null | undefined,
  max: number | null | undefined,
  defaultValue: number | null,
  scale: "linear" | "log",
  integer: boolean,
): SliderRange {
  const size = Math.abs(defaultValue ?? 0) || 1;
  const low = min ?? (scale === "log" ? size / 100 : 0);
  const high = max ?? size * (scale === "log" ? 100 : 4);
  if (scale === "linear" && high - low > 500 * size && low >= 0)
    return { min: low, max: size * 20, scale, integer };
  if (scale === "log") {
    const from = Math.max(low, size / 1e4);
    return { min: low <= 0 && from <= 0 ? 0 : from, max: Math.min(high, size * 1e4), scale, integer };
  }
  return { min: low, max: high, scale, integer };
}

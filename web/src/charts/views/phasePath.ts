// The path of a phase plot: the rates of two flows or groups over time.
import { max, range } from "d3-array";
import type { Trace } from "../time/trace.ts";
import type { Span } from "./types.ts";

/** The path of a phase plot: times in seconds and rates in bit/s. */
export interface PhasePath {
  readonly t: number[];
  readonly x: number[];
  readonly y: number[];
}

/** The path has at most this many points; more cannot be distinguished. */
const MAX_POINTS = 900;
/** Rates that differ by less than this share count as equal. */
export const NEARLY = 0.1;

/** The path of two lines within a window. A flow that has not started has rate 0. */
export function phasePath(x: Trace, y: Trace, [from, to]: Span): PhasePath {
  const until = Math.min(to, x.end, y.end);
  const first = Math.max(0, Math.floor(from / x.width + 1e-9));
  const afterLast = Math.min(x.bins, y.bins, Math.ceil(until / x.width - 1e-9));
  const every = Math.max(1, Math.ceil((afterLast - first) / MAX_POINTS));
  const bins = range(first, afterLast, every);
  const valuesOf = (trace: Trace) => (k: number) => {
    const value = trace.data[(k + 1) * trace.stride - 1] ?? 0;
    return Number.isNaN(value) ? 0 : value * trace.scale;
  };
  return { t: bins.map((k) => x.binEnd(k)), x: bins.map(valuesOf(x)), y: bins.map(valuesOf(y)) };
}

/** The share of the points at which the rates per flow differ by less than a tenth. NaN without points. */
export function nearFairness({ x, y }: PhasePath, xFlows: number, yFlows: number): number {
  if (x.length === 0) return Number.NaN;
  const isNear = (i: number): boolean => {
    const [a, b] = [(x[i] ?? 0) / xFlows, (y[i] ?? 0) / yFlows];
    return Math.max(a, b) > 0 && Math.abs(a - b) <= NEARLY * Math.max(a, b);
  };
  return x.filter((_, i) => isNear(i)).length / x.length;
}

/**
 * The axes do not include a capacity that is more than this many times as large as the sum of both rates ever
 * is.
 */
const FAR_ABOVE = 3;

/** The largest value of both axes: the rates, and the capacities that the two flows come near. */
export function largestOf({ x, y }: PhasePath, capacities: readonly number[]): number {
  const largestSum = max(x, (rate, i) => rate + (y[i] ?? 0)) ?? 0;
  return max([...x, ...y, ...capacities.filter((capacity) => capacity <= FAR_ABOVE * largestSum)]) ?? 0;
}

/** The different capacities within a window, at most three. */
export function capacitiesOf(
  steps: readonly (readonly [number, number])[] | null,
  [from, to]: Span,
): number[] {
  const inside = (steps ?? []).filter(([t], i) => t < to && (steps?.[i + 1]?.[0] ?? Infinity) > from);
  return [...new Set(inside.map(([, rate]) => rate))].filter((rate) => rate > 0).slice(0, 3);
}

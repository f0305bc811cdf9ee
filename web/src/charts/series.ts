// Reads recorded series: values at a time, rates from cumulative counters, statistics of a window (docs/architecture.md, "Recording
// beside the world"). A counter is recorded exactly at the edges of its bins, so rates between edges are exact. A gauge is recorded as
// min, max and last value of each bin, so its extremes are exact and its mean is an approximation.
import { max, mean, min, range } from "d3-array";
import type { Series } from "../engine/types.ts";

/** How far a run has been recorded, in simulated seconds. A RunRecord is a RunExtent. */
export interface RunExtent {
  readonly computedTo: number;
}

/** The time at which bin `k` ends, or `computedTo` if the run has been computed only to a point within the bin. */
export function binEnd(series: Series, computedTo: number, k: number): number {
  return Math.min((k + 1) * series.width, Math.max(computedTo, k * series.width));
}

/** The index of the bin that contains time t, limited to the recorded bins; -1 when there are no bins. */
export function binAt(series: Series, t: number): number {
  if (series.bins === 0) return -1;
  return Math.max(0, Math.min(series.bins - 1, Math.ceil(t / series.width - 1e-9) - 1));
}

/** The value of a counter at time t: exact at bin edges, interpolated linearly between edges, 0 at and before time 0. */
export function counterAt(series: Series, computedTo: number, t: number): number {
  if (series.bins === 0 || t <= 0) return 0;
  const k = binAt(series, t);
  const after = series.data[k] ?? 0;
  const to = binEnd(series, computedTo, k);
  if (t >= to) return after;
  const before = k > 0 ? (series.data[k - 1] ?? 0) : 0;
  const from = k * series.width;
  return before + ((after - before) * (t - from)) / (to - from);
}

/** The averaging interval that is used for the interval `wanted`: a whole number of bins, at least one bin. In seconds. */
export function effectiveInterval(series: Pick<Series, "width">, wanted: number): number {
  return Math.max(1, Math.round(wanted / series.width)) * series.width;
}

/** Mean growth of a counter per second over the last `interval` seconds before t, or over the time since 0 if that is shorter. */
export function rateAt(series: Series, computedTo: number, t: number, interval: number): number {
  const from = Math.max(0, t - interval);
  if (t <= from) return Number.NaN;
  return (counterAt(series, computedTo, t) - counterAt(series, computedTo, from)) / (t - from);
}

/** The last recorded value of a gauge at time t, unless it is more than about `maxAge` seconds old; otherwise NaN. */
export function gaugeAt(series: Series, t: number, maxAge = 1): number {
  if (t < 0 || series.bins === 0) return Number.NaN;
  const limit = Math.max(1, Math.ceil(maxAge / series.width));
  for (let k = binAt(series, t), tries = 0; k >= 0 && tries < limit; k -= 1, tries += 1) {
    const value = series.data[3 * k + 2] ?? Number.NaN;
    if (!Number.isNaN(value)) return value;
  }
  return Number.NaN;
}

/** Statistics of a window whose edges were moved to the nearest bin edges. */
export interface WindowStats {
  readonly from: number;
  readonly to: number;
  /** Gauge: mean of the values at bin ends. Counter: mean growth per second. */
  readonly mean: number;
  /** Gauge: exact extremes. Counter: smallest and largest growth per second of one bin. */
  readonly min: number;
  readonly max: number;
  /** 95th percentile. Gauge: of the values at bin ends. Counter: of the growth per second of the bins. */
  readonly p95: number;
  /** Counter: growth over the window. Gauge: NaN. */
  readonly total: number;
  /** True when the mean comes from exact counters, false when it is approximated from values at bin ends. */
  readonly exact: boolean;
}

const NO_VALUES = { mean: Number.NaN, min: Number.NaN, max: Number.NaN, p95: Number.NaN };

/**
 * The bins [first, afterLast) of a window, after its edges are moved to the nearest bin edges. A window that ends at `recordedTo` or
 * later includes the unfinished bin.
 */
export function binsBetween(
  series: Pick<Series, "width" | "bins">,
  recordedTo: number,
  from: number,
  to: number,
): [number, number] {
  const first = Math.max(0, Math.round(Math.min(from, to) / series.width));
  const windowEnd = Math.max(from, to);
  const afterLast = windowEnd >= recordedTo - 1e-9 ? series.bins : Math.round(windowEnd / series.width);
  return [first, Math.min(series.bins, Math.max(first + 1, afterLast))];
}

/** Statistics of a series in the window from `from` to `to`. */
export function windowStats(series: Series, computedTo: number, from: number, to: number): WindowStats {
  const recordedTo = Math.min(computedTo, series.bins * series.width);
  const [first, afterLast] = binsBetween(series, recordedTo, from, to);
  const start = first * series.width;
  const stop = Math.min(afterLast * series.width, recordedTo);
  const exact = series.info.kind === "counter";
  if (afterLast <= first || stop <= start)
    return { from: start, to: start, ...NO_VALUES, total: Number.NaN, exact };
  return exact
    ? counterStats(series, computedTo, first, afterLast)
    : gaugeStats(series, start, stop, first, afterLast);
}

function counterStats(series: Series, computedTo: number, first: number, afterLast: number): WindowStats {
  const from = first * series.width;
  const to = binEnd(series, computedTo, afterLast - 1);
  const total = counterAt(series, computedTo, to) - counterAt(series, computedTo, from);
  const rates = new Float64Array(afterLast - first);
  for (let k = first; k < afterLast; k += 1) {
    const before = k > 0 ? (series.data[k - 1] ?? 0) : 0;
    rates[k - first] = ((series.data[k] ?? 0) - before) / (binEnd(series, computedTo, k) - k * series.width);
  }
  rates.sort();
  return {
    from,
    to,
    mean: total / (to - from),
    min: rates[0] ?? Number.NaN,
    max: rates[rates.length - 1] ?? Number.NaN,
    p95: quantileSorted(rates, 0.95),
    total,
    exact: true,
  };
}

function gaugeStats(series: Series, from: number, to: number, first: number, afterLast: number): WindowStats {
  const column = (offset: number): Float64Array =>
    Float64Array.from(range(first, afterLast), (k) => series.data[3 * k + offset] ?? Number.NaN);
  const lasts = column(2).filter((value) => !Number.isNaN(value));
  return {
    from,
    to,
    mean: mean(lasts) ?? Number.NaN,
    min: min(column(0)) ?? Number.NaN,
    max: max(column(1)) ?? Number.NaN,
    p95: quantileSorted(lasts.sort(), 0.95),
    total: Number.NaN,
    exact: false,
  };
}

/**
 * The nearest-rank quantile of sorted values: the smallest of the values such that at least a share `q` of them is not larger. d3-array
 * interpolates between two values instead, but the simulator uses the nearest rank in its summary.
 */
export function quantileSorted(sorted: Float64Array, q: number): number {
  if (sorted.length === 0) return Number.NaN;
  const index = Math.ceil(q * sorted.length) - 1;
  return sorted[Math.max(0, Math.min(sorted.length - 1, index))] ?? Number.NaN;
}

/** Jain's fairness index of non-negative rates: (sum x)^2 / (n sum x^2); NaN when all are zero. */
export function jainIndex(rates: ArrayLike<number>): number {
  // One loop without allocation: it runs for every bin of a chart.
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < rates.length; i += 1) {
    const x = rates[i] ?? 0;
    sum += x;
    squares += x * x;
  }
  return squares === 0 ? Number.NaN : (sum * sum) / (rates.length * squares);
}

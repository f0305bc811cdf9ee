// Reads the bins of recorded series for drawing: values at a time, rates from cumulative counters
// (docs/architecture.md, "Recording outside of the world"). Numbers that the page states come from
// engine/numbers.ts, which follows the same rules for bins: the tests of both files use
// sim-core/measures/src/tests/vectors.json.
import type { Series } from "../engine/types.ts";

/** The time up to which a run has been recorded, in simulated seconds. A RunRecord is a RunExtent. */
export interface RunExtent {
  readonly computedTo: number;
}

/**
 * The time at which bin `k` ends, or `computedTo` if the run has been computed only to a point within the
 * bin.
 */
export function binEnd(series: Pick<Series, "width">, computedTo: number, k: number): number {
  return Math.min((k + 1) * series.width, Math.max(computedTo, k * series.width));
}

/** The index of the bin that contains time t, limited to the recorded bins; -1 when there are no bins. */
export function binAt(series: Series, t: number): number {
  if (series.bins === 0) return -1;
  return Math.max(0, Math.min(series.bins - 1, Math.ceil(t / series.width - 1e-9) - 1));
}

/**
 * The value of a counter at time t: exact at bin edges, interpolated linearly between edges, 0 at and before
 * time 0.
 */
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

/**
 * The averaging interval that is used for the interval `wanted`: a whole number of bins, at least one bin. In
 * seconds.
 */
export function effectiveInterval(series: Pick<Series, "width">, wanted: number): number {
  return Math.max(1, Math.round(wanted / series.width)) * series.width;
}

/**
 * Mean growth of a counter per second over the last `interval` seconds before t, or over the time since 0 if
 * that is shorter.
 */
export function rateAt(series: Series, computedTo: number, t: number, interval: number): number {
  const from = Math.max(0, t - interval);
  if (t <= from) return Number.NaN;
  return (counterAt(series, computedTo, t) - counterAt(series, computedTo, from)) / (t - from);
}

/**
 * Mean growth of a counter per second over the last `interval` seconds before the end of bin `k`, which is a
 * whole number of bins. Complete bins are read without interpolation.
 */
export function rateOfBin(series: Series, computedTo: number, k: number, interval: number): number {
  const t = binEnd(series, computedTo, k);
  const bins = Math.max(1, Math.round(interval / series.width));
  const isComplete = computedTo >= (k + 1) * series.width;
  const before = isComplete ? (series.data[k - bins] ?? 0) : counterAt(series, computedTo, t - interval);
  const span = Math.min(interval, t);
  return span > 0 ? ((series.data[k] ?? 0) - before) / span : Number.NaN;
}

/** The last recorded value of a gauge at time t. NaN if the value is more than about `maxAge` seconds old. */
export function gaugeAt(series: Series, t: number, maxAge = 1): number {
  if (t < 0 || series.bins === 0) return Number.NaN;
  return lastValue(series.data, 3, binAt(series, t), Math.max(1, Math.ceil(maxAge / series.width)) - 1);
}

/**
 * The value of bin `k` or, if the bin is empty, of the last bin before it that is not, at most `maxEmpty` bins earlier.
 * `data` contains `stride` numbers per bin, the last of which is the value. NaN if there is no value.
 */
export function lastValue(data: Float64Array, stride: number, k: number, maxEmpty: number): number {
  for (let i = k; i >= 0 && k - i <= maxEmpty; i -= 1) {
    const value = data[i * stride + stride - 1] ?? Number.NaN;
    if (!Number.isNaN(value)) return value;
  }
  return Number.NaN;
}

/**
 * The bins [first, afterLast) of a window, after its edges are moved to the nearest bin edges. A window that
 * ends at `recordedTo` or later includes the unfinished bin.
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

/**
 * The nearest-rank quantile of sorted values: the smallest of the values such that at least a share `q` of
 * them is not larger. d3-array interpolates between two values instead, but the simulator uses the nearest
 * rank in its summary.
 */
export function quantileSorted(sorted: Float64Array, q: number): number {
  return sorted[nearestRank(sorted.length, q)] ?? Number.NaN;
}

const nearestRank = (count: number, q: number): number =>
  Math.max(0, Math.min(count - 1, Math.ceil(q * count) - 1));

/**
 * Up to this many values, the spread is from the smallest to the largest value, otherwise from the 10th to
 * the 90th percentile.
 */
export const MAX_VALUES_WITH_EXTREMES = 9;

export interface Spread {
  readonly count: number;
  readonly total: number;
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/** The statistics of the values that are numbers. Without any, the mean and the spread are NaN. */
export function spreadOf(values: ArrayLike<number>): Spread {
  // A line of 500 flows reads 500 values for each bin, for which an iterator and a filter would take most of the time.
  const numbers = new Float64Array(values.length);
  let count = 0;
  let total = 0;
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    numbers[count++] = value;
    total += value;
  }
  const last = count - 1;
  const isLarge = count > MAX_VALUES_WITH_EXTREMES;
  const [low, high] = isLarge ? [nearestRank(count, 0.1), nearestRank(count, 0.9)] : [0, last];
  return {
    count,
    total,
    mean: count > 0 ? total / count : Number.NaN,
    low: count > 0 ? select(numbers, low, 0, last) : Number.NaN,
    high: count > 0 ? select(numbers, high, low, last) : Number.NaN,
  };
}

/**
 * The value that sorted values have at index `k` (Hoare 1961). It reorders the values from `left` to `right` so that none
 * before `k` is larger and none after it smaller, which takes less time than to sort them.
 */
function select(values: Float64Array, k: number, left: number, right: number): number {
  const at = (i: number): number => values[i] ?? Number.NaN;
  for (let [from, to] = [left, right]; from < to; ) {
    const pivot = at((from + to) >> 1);
    let [i, j] = [from, to];
    while (i <= j) {
      while (at(i) < pivot) i += 1;
      while (at(j) > pivot) j -= 1;
      if (i > j) break;
      [values[i], values[j]] = [at(j), at(i)];
      i += 1;
      j -= 1;
    }
    if (k <= j) to = j;
    else if (k >= i) from = i;
    else break;
  }
  return at(k);
}

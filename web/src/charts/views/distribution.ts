// Distributions of weighted samples: quantiles, cumulative shares and histograms.
import { bin, bisectLeft, bisectRight, range, sum } from "d3-array";

/** Values with their weights. Without weights, all values count the same. */
export interface Sample {
  readonly values: Float64Array;
  readonly weights?: Float64Array;
}

/**
 * A sample in ascending order. `upTo` contains the share of the weight up to and including each value; its
 * last entry is 1.
 */
export interface Distribution {
  readonly values: Float64Array;
  readonly upTo: Float64Array;
  readonly mean: number;
}

/** The distribution of the values that are numbers. */
export function distributionOf({ values, weights }: Sample): Distribution {
  if (weights === undefined) {
    const sorted = values.filter((value) => !Number.isNaN(value)).sort();
    const n = sorted.length;
    let total = 0;
    for (const value of sorted) total += value;
    return {
      values: sorted,
      upTo: Float64Array.from(sorted, (_, i) => (i + 1) / n),
      mean: n === 0 ? Number.NaN : total / n,
    };
  }
  const order = range(values.length)
    .filter((i) => !Number.isNaN(values[i]) && (weights[i] ?? 0) > 0)
    .sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  const all = sum(order, (i) => weights[i]);
  let [below, total] = [0, 0];
  const upTo = Float64Array.from(order, (i) => {
    below += weights[i] ?? 0;
    total += (weights[i] ?? 0) * (values[i] ?? 0);
    return below / all;
  });
  if (upTo.length > 0) upTo[upTo.length - 1] = 1;
  return {
    values: Float64Array.from(order, (i) => values[i] ?? 0),
    upTo,
    mean: all > 0 ? total / all : Number.NaN,
  };
}

/** The smallest value such that at least a share `q` of the weight is not above it. NaN without values. */
export function quantile({ values, upTo }: Distribution, q: number): number {
  return values[Math.min(values.length - 1, bisectLeft(upTo, q - 1e-12))] ?? Number.NaN;
}

/** The share of the weight that is not above `value`. */
export function shareUpTo({ values, upTo }: Distribution, value: number): number {
  const count = bisectRight(values, value);
  return count === 0 ? 0 : (upTo[count - 1] ?? 1);
}

/** The number of largest values that a curve stores individually, so that its tail is exact. */
const KEPT_LARGEST = 100;

/**
 * The corners of the cumulative curve: value and share of the weight up to it. Beyond `limit` values, every
 * corner stands for an equal share of the weight. The smallest value and the largest values are kept.
 */
export function cumulativeCurve(
  distribution: Distribution,
  limit = 400,
): { readonly values: number[]; readonly shares: number[] } {
  const { values, upTo } = distribution;
  const n = values.length;
  if (n <= limit + KEPT_LARGEST) return { values: [...values], shares: [...upTo] };
  const kept = n - KEPT_LARGEST;
  const shares = range(limit)
    .map((i) => (i + 1) / limit)
    .filter((share) => share < (upTo[kept] ?? 1));
  const first = values[0] ?? 0;
  return {
    values: [first, ...shares.map((share) => quantile(distribution, share)), ...values.slice(kept)],
    shares: [shareUpTo(distribution, first), ...shares, ...upTo.slice(kept)],
  };
}

/**
 * The share of the weight in each of `count` classes of equal width from `low` to `top`. Values at `top`
 * belong to the last class.
 */
export function histogram({ values, upTo }: Distribution, low: number, top: number, count: number): number[] {
  const weightOf = (i: number): number => (upTo[i] ?? 0) - (i > 0 ? (upTo[i - 1] ?? 0) : 0);
  const edges = range(1, count).map((k) => low + (k * (top - low)) / count);
  const classes = bin<number, number>()
    .value((i) => values[i] ?? 0)
    .domain([low, top])
    .thresholds(edges);
  return classes(range(values.length)).map((members) => sum(members, weightOf));
}

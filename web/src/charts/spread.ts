// The mean and the spread of the values of several flows, which charts, bars and tables state for groups.
import { quantileSorted } from "./series.ts";

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
  const sorted = Float64Array.from(values)
    .filter((value) => !Number.isNaN(value))
    .sort();
  const isLarge = sorted.length > MAX_VALUES_WITH_EXTREMES;
  let total = 0;
  for (const value of sorted) total += value;
  return {
    count: sorted.length,
    total,
    mean: sorted.length > 0 ? total / sorted.length : Number.NaN,
    low: quantileSorted(sorted, isLarge ? 0.1 : 0),
    high: quantileSorted(sorted, isLarge ? 0.9 : 1),
  };
}

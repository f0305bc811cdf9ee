// Means of binned values over longer intervals.
import type { BinnedValues } from "./types.ts";

/**
 * The mean of the bins whose middle is in each interval of `length` seconds. Null for intervals without a
 * value.
 */
export function meansOver(
  { width, values }: BinnedValues,
  length: number,
  intervals: number,
): (number | null)[] {
  const sums = new Float64Array(intervals);
  const counts = new Float64Array(intervals);
  values.forEach((value, bin) => {
    const at = Math.floor(((bin + 0.5) * width) / length);
    if (Number.isNaN(value) || at >= intervals) return;
    sums[at] = (sums[at] ?? 0) + value;
    counts[at] = (counts[at] ?? 0) + 1;
  });
  return Array.from(sums, (sum, i) => ((counts[i] ?? 0) > 0 ? sum / (counts[i] ?? 1) : null));
}

// Compares A and B in several numbers at once.
import { compareRuns } from "../../engine/numbers.ts";
import type { PairedComparison } from "../../generated/types.ts";

/** The probability that chance alone makes one of all differences significant. */
const LEVEL = 0.05;

/** The results of A and B in one number, with the same seeds. */
export type Samples = readonly [a: readonly number[], b: readonly number[]];

/**
 * The comparisons with verdicts by Holm's method (Holm 1979): the clearest difference is tested at the level divided by the
 * number of all, the next one at the level divided by one less, and so on. After the first that is not significant, none is.
 */
export function compareAll(samples: readonly Samples[]): readonly PairedComparison[] {
  const all = samples.map(([a, b]) => compareRuns(a, b));
  const tested = all.flatMap(({ verdict }, i) => (verdict === "differ" || verdict === "chance" ? [i] : []));
  const clearness = (i: number): number => {
    const { mean, half_width } = all[i]?.difference ?? {};
    return Math.abs(mean ?? 0) / (half_width ?? Number.NaN) || 0;
  };
  tested.sort((i, j) => clearness(j) - clearness(i));
  let verdict: PairedComparison["verdict"] = "differ";
  for (const [rank, i] of tested.entries()) {
    const [a, b] = samples[i] ?? [[], []];
    if (verdict === "differ") verdict = compareRuns(a, b, 1 - LEVEL / (tested.length - rank)).verdict;
    const comparison = all[i];
    if (comparison) all[i] = { ...comparison, verdict };
  }
  return all;
}

// Means over seeds with 95 % intervals (Student's t), and whether the difference between two settings is significant. Runs with
// equal seeds share their random numbers, so differences are taken per seed (paired samples).

/** Two-sided 95 % quantiles of Student's t for 1 to 30 degrees of freedom. */
const T95 = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131,
  2.12, 2.11, 2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
] as const;

export interface Estimate {
  readonly n: number;
  readonly mean: number;
  /** Half the width of the 95 % interval; NaN for fewer than two values. */
  readonly half: number;
}

export function estimate(values: readonly number[]): Estimate {
  const n = values.length;
  const mean = values.reduce((sum, x) => sum + x, 0) / n;
  if (n < 2) return { n, mean, half: Number.NaN };
  const variance = values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (n - 1);
  const t = T95[n - 2] ?? 1.96;
  return { n, mean, half: t * Math.sqrt(variance / n) };
}

export type Verdict = "differ" | "chance" | "same" | "too-few";

/** The mean of B - A per seed, and whether its 95 % interval excludes zero. */
export function compare(
  a: readonly number[],
  b: readonly number[],
): { readonly difference: Estimate; readonly verdict: Verdict } {
  const n = Math.min(a.length, b.length);
  const difference = estimate(Array.from({ length: n }, (_, i) => (b[i] ?? 0) - (a[i] ?? 0)));
  if (n < 3) return { difference, verdict: "too-few" };
  if (difference.mean === 0 && difference.half === 0) return { difference, verdict: "same" };
  return { difference, verdict: Math.abs(difference.mean) > difference.half ? "differ" : "chance" };
}

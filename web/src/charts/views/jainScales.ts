// Jain's index over time scales: how fair a run is if its rates are averaged over 0.1 s, 1 s, 100 s. A window
// is divided into consecutive intervals of one length. Each interval has an index, and the curve shows their
// mean. Algorithms whose flows send alternately are unfair on short scales and fair on long scales.
import { mean } from "d3-array";
import { jain } from "../../engine/numbers.ts";
import type { Series } from "../../engine/types.ts";
import { counterAt, quantileSorted } from "../series.ts";

/** A flow whose goodput is compared, and the times between which it is active. */
export interface ScaleFlow {
  readonly series: Series;
  readonly from: number;
  readonly to: number;
}

export interface ScalePoint {
  /** The length of the intervals in seconds. */
  readonly scale: number;
  /** The mean, the 10th and the 90th percentile of the index over the intervals. */
  readonly mean: number;
  readonly low: number;
  readonly high: number;
  readonly intervals: number;
}

/** The shortest and the longest interval of the curve, in seconds. */
export const [SHORTEST, LONGEST] = [0.1, 100] as const;
/** Steps of the curve for each power of ten. */
const PER_DECADE = 8;

/** The time scales from `shortest` to `longest`, in equal ratios, among them all powers of ten in between. */
export function timeScales(shortest: number, longest: number): number[] {
  const first = Math.ceil(Math.log10(Math.max(SHORTEST, shortest)) * PER_DECADE - 1e-9);
  const last = Math.floor(Math.log10(Math.min(LONGEST, longest)) * PER_DECADE + 1e-9);
  const scales: number[] = [];
  for (let k = first; k <= last; k += 1) scales.push(Number((10 ** (k / PER_DECADE)).toPrecision(12)));
  return scales;
}

/**
 * The amount that each flow delivered between two times. Flows that are not active during the whole time are
 * left out.
 */
function amounts(flows: readonly ScaleFlow[], end: number, from: number, to: number): number[] {
  return flows.flatMap(({ series, ...flow }) =>
    flow.from <= from + 1e-9 && flow.to >= to - 1e-9
      ? [Math.max(0, counterAt(series, end, to) - counterAt(series, end, from))]
      : [],
  );
}

/** Jain's index of the flows between two times. NaN with fewer than two active flows. */
export function jainBetween(flows: readonly ScaleFlow[], end: number, from: number, to: number): number {
  const shares = amounts(flows, end, from, to);
  return shares.length < 2 ? Number.NaN : jain(shares);
}

/**
 * Jain's index of the mean amounts of groups between two times. NaN with fewer than two groups with active
 * flows.
 */
export function jainBetweenGroups(
  groups: readonly (readonly ScaleFlow[])[],
  end: number,
  from: number,
  to: number,
): number {
  const means = groups.flatMap((flows) => mean(amounts(flows, end, from, to)) ?? []);
  return means.length < 2 ? Number.NaN : jain(means);
}

/**
 * The curve of an index over the time scales. `index` is the index between two times. Scales without any
 * index are left out.
 */
export function overScales(
  scales: readonly number[],
  [from, to]: readonly [number, number],
  index: (from: number, to: number) => number,
): ScalePoint[] {
  return scales.flatMap((scale) => {
    const count = Math.floor((to - from) / scale + 1e-9);
    const values = Float64Array.from({ length: count }, (_, i) =>
      index(from + i * scale, from + (i + 1) * scale),
    )
      .filter((value) => !Number.isNaN(value))
      .sort();
    if (values.length === 0) return [];
    return [
      {
        scale,
        mean: mean(values) ?? Number.NaN,
        low: quantileSorted(values, 0.1),
        high: quantileSorted(values, 0.9),
        intervals: values.length,
      },
    ];
  });
}

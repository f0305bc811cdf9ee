// The values of the line of a group of flows: in each bin the mean of the flows that are active, and their
// spread (spread.ts).
import type { Series } from "../../engine/types.ts";
import { binEnd, rateOfBin } from "../series.ts";
import { spreadOf } from "../spread.ts";

/** The series of a flow of the group, and the times in simulated seconds between which the flow is active. */
export interface GroupSource {
  readonly series: Series;
  readonly from: number;
  readonly to: number;
}

/**
 * Writes low, high and mean of the bins [from, bins) to `data`. Counters are rates over the `interval`
 * seconds before the end of a bin. A gauge in an empty bin has the value of the last bin that is not empty,
 * at most `maxEmptyBins` bins earlier.
 */
export function fillGroup(
  data: Float64Array,
  sources: readonly GroupSource[],
  {
    from,
    bins,
    end,
    interval,
    maxEmptyBins,
  }: {
    readonly from: number;
    readonly bins: number;
    readonly end: number;
    readonly interval: number;
    readonly maxEmptyBins: number;
  },
): void {
  const values = new Float64Array(sources.length);
  for (let k = from; k < bins; k += 1) {
    for (let i = 0; i < values.length; i += 1) {
      const source = sources[i];
      values[i] = source === undefined ? Number.NaN : memberValue(source, k, end, interval, maxEmptyBins);
    }
    const { low, high, mean } = spreadOf(values);
    data[3 * k] = low;
    data[3 * k + 1] = high;
    data[3 * k + 2] = mean;
  }
}

function memberValue(
  { series, from, to }: GroupSource,
  k: number,
  end: number,
  interval: number,
  maxEmptyBins: number,
): number {
  const t = binEnd(series, end, k);
  if (t <= from || k * series.width >= to) return Number.NaN;
  if (series.info.kind === "counter") return rateOfBin(series, end, k, interval);
  for (let i = k; i >= 0 && k - i <= maxEmptyBins; i -= 1) {
    const value = series.data[3 * i + 2] ?? Number.NaN;
    if (!Number.isNaN(value)) return value;
  }
  return Number.NaN;
}

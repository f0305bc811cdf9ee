// Recorded series with given values, for tests and the gallery.
import type { Series } from "../../engine/types.ts";

export interface GrowingSeries extends Series {
  rev: number;
  width: number;
  bins: number;
  data: Float64Array;
}

/** A counter with bins of `width` seconds. `ends` are its cumulative values at the ends of bins. */
export function counter(
  width: number,
  ends: readonly number[],
  signal = "delivered",
  unit = "bytes",
): GrowingSeries {
  const info = { key: 0, entity: "flow:a", signal, kind: "counter", unit, label: signal } as const;
  return { info, rev: 0, width, bins: ends.length, data: Float64Array.from(ends) };
}

/** A gauge with bins of `width` seconds, each given as [min, max, last]. */
export function gauge(width: number, bins: readonly (readonly [number, number, number])[]): GrowingSeries {
  const info = {
    key: 0,
    entity: "flow:a",
    signal: "cwnd",
    kind: "gauge",
    unit: "packets",
    label: "cwnd",
  } as const;
  return { info, rev: 0, width, bins: bins.length, data: Float64Array.from(bins.flat()) };
}

export const SOLID = { colour: 0, dash: 0, marker: 0 } as const;

// Samples of recorded series within a window: rates over consecutive intervals, and values of gauges.
import type { Series } from "../../engine/types.ts";
import { counterAt, effectiveInterval } from "../series.ts";
import type { Span } from "./types.ts";

/**
 * The intervals of equal length within a window, as the times of their starts. All charts of a run use the
 * same grid.
 */
export function intervalStarts([from, to]: Span, length: number): Float64Array {
  const first = Math.ceil(from / length - 1e-9);
  const count = Math.max(0, Math.floor(to / length + 1e-9) - first);
  return Float64Array.from({ length: count }, (_, i) => (first + i) * length);
}

/** The growth of a counter per second in each interval of a window. */
export function rateSamples(series: Series, end: number, window: Span, interval: number): Float64Array {
  const length = effectiveInterval(series, interval);
  const starts = intervalStarts([window[0], Math.min(window[1], end)], length);
  let at = Number.NaN;
  let before = 0;
  return starts.map((start) => {
    if (start !== at) before = counterAt(series, end, start);
    at = start + length;
    const after = counterAt(series, end, at);
    const rate = (after - before) / length;
    before = after;
    return rate;
  });
}

/** The bins whose ends are within a window: the index of the first bin, and the index after the last bin. */
export function binsWithin(series: Series, [from, to]: Span): readonly [number, number] {
  const first = Math.max(0, Math.ceil(from / series.width - 1e-9));
  return [first, Math.max(first, Math.min(series.bins, Math.floor(to / series.width + 1e-9)))];
}

/** The values of a gauge at the ends of the bins within a window. Empty bins are left out. */
export function gaugeSamples(series: Series, window: Span): Float64Array {
  const [first, afterLast] = binsWithin(series, window);
  return Float64Array.from(
    { length: afterLast - first },
    (_, i) => series.data[3 * (first + i) + 2] ?? Number.NaN,
  ).filter((value) => !Number.isNaN(value));
}

/**
 * The mean of a gauge in each interval of a window, from the values at the ends of bins. NaN for intervals
 * without values.
 */
export function gaugeMeans(series: Series, window: Span, length: number): Float64Array {
  return intervalStarts(window, length).map((start) => {
    const [first, afterLast] = binsWithin(series, [start, start + length]);
    let [count, total] = [0, 0];
    for (let k = first; k < afterLast; k += 1) {
      const value = series.data[3 * k + 2] ?? Number.NaN;
      if (Number.isNaN(value)) continue;
      count += 1;
      total += value;
    }
    return count === 0 ? Number.NaN : total / count;
  });
}

/** The part of a window in which a flow is active. Null if there is none. */
export function activePart(window: Span, from: number, to: number): Span | null {
  const part = [Math.max(window[0], from), Math.min(window[1], to)] as const;
  return part[1] > part[0] ? part : null;
}

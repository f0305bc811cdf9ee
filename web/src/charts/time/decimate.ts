// Decimates a line for drawing to the first, smallest, largest and last value in each pixel column (the M4
// aggregation of Jugel, Jerzak, Hackenbroich and Markl, 2014). The line then looks as if every bin had been
// drawn, and no spike is lost. When a run grows, only the columns at its end are computed again. D3 has no
// decimation. For 12 lines of 60 000 bins each, at most 4 points per pixel and line remain of 720 000 points
// (docs/decisions/0016).
import type { Trace } from "./trace.ts";

/** The window of time that is drawn, and the number of pixel columns into which it is divided. */
export interface Grid {
  readonly from: number;
  readonly to: number;
  readonly columns: number;
}

/** The number of entries for which memory is allocated at first. */
const START_CAPACITY = 512;
/** When a run grows, at most this many entries at the end are computed again. */
const UNSETTLED = 4;
/** `largestWithoutSpikes` divides the range from 0 to the largest value into this many levels. */
const LEVELS = 64;

/**
 * The entries of a decimated line, in time order: one per pixel column that has values, or more if the line
 * is broken within the column. Values are multiplied by the line's scale.
 */
export class DecimatedLine {
  length = 0;
  /** The time at the end of each entry, in simulated seconds. */
  time = new Float64Array(START_CAPACITY);
  first = new Float64Array(START_CAPACITY);
  low = new Float64Array(START_CAPACITY);
  high = new Float64Array(START_CAPACITY);
  last = new Float64Array(START_CAPACITY);
  /** The index of the first bin of each entry. */
  bin = new Int32Array(START_CAPACITY);
  /** 1 when the line is broken before this entry. */
  gap = new Uint8Array(START_CAPACITY);
  /** The index of the pixel column of each entry. */
  #column = new Int32Array(START_CAPACITY);
  /** The grid and the properties of the line from which the entries were computed. */
  #key: readonly (number | undefined)[] = [];
  /** `#low` and `#high` are the extremes of the first `#settled` entries, which do not change any more. */
  #settled = 0;
  #low = Number.POSITIVE_INFINITY;
  #high = Number.NEGATIVE_INFINITY;

  /**
   * Updates the entries. `changedBin` is the result of `trace.refresh()`. Returns the index of the first
   * entry that changed, or `length` if no entry changed.
   */
  update(trace: Trace, grid: Grid, changedBin: number): number {
    const key = [
      grid.from,
      grid.to,
      grid.columns,
      trace.spec.from,
      trace.spec.to,
      trace.scale,
      trace.generation,
    ];
    let firstChanged = this.length;
    if (key.some((value, i) => value !== this.#key[i])) {
      this.#key = key;
      firstChanged = 0;
    } else if (changedBin < 0) {
      return this.length;
    } else {
      // The entry of the changed bin is computed again. So is the previous entry, because it may have been
      // the entry before the window.
      while (firstChanged > 0 && (this.bin[firstChanged - 1] ?? 0) >= changedBin) firstChanged -= 1;
      if (firstChanged > 0) firstChanged -= 1;
    }
    const isResumed = firstChanged > 0 && firstChanged < this.length;
    const startBin = isResumed ? (this.bin[firstChanged] ?? 0) : this.#firstBin(trace, grid);
    const isBroken = !isResumed || this.gap[firstChanged] === 1;
    this.length = firstChanged;
    if (firstChanged < this.#settled) this.#unsettle();
    this.#fill(trace, grid, startBin, isBroken);
    return firstChanged;
  }

  /** The smallest and the largest value of all entries; NaN if there are no entries. */
  extent(): [number, number] {
    for (; this.#settled < this.length - UNSETTLED; this.#settled += 1) {
      const a = this.low[this.#settled] ?? this.#low;
      const b = this.high[this.#settled] ?? this.#high;
      if (a < this.#low) this.#low = a;
      if (b > this.#high) this.#high = b;
    }
    let low = this.#low;
    let high = this.#high;
    for (let i = this.#settled; i < this.length; i += 1) {
      const a = this.low[i] ?? low;
      const b = this.high[i] ?? high;
      if (a < low) low = a;
      if (b > high) high = b;
    }
    return low <= high ? [low, high] : [Number.NaN, Number.NaN];
  }

  #unsettle(): void {
    this.#settled = 0;
    this.#low = Number.POSITIVE_INFINITY;
    this.#high = Number.NEGATIVE_INFINITY;
  }

  /**
   * The largest value when the highest spikes, which together last less than `spikeTime` seconds, are left
   * out. The result is rounded up to a multiple of a sixty-fourth of the largest value. NaN if all entries
   * together last less than `spikeTime`. The first entry begins at the time `from`.
   */
  largestWithoutSpikes(spikeTime: number, from: number): number {
    const [, high] = this.extent();
    if (!(high > 0)) return high;
    const durations = new Float64Array(LEVELS);
    let previous = from;
    for (let i = 0; i < this.length; i += 1) {
      const t = this.time[i] ?? previous;
      const level = Math.min(LEVELS - 1, Math.floor(((this.high[i] ?? 0) / high) * LEVELS));
      if (t > previous) durations[Math.max(0, level)] = (durations[Math.max(0, level)] ?? 0) + (t - previous);
      previous = Math.max(previous, t);
    }
    let sum = 0;
    for (let level = LEVELS - 1; level >= 0; level -= 1) {
      sum += durations[level] ?? 0;
      if (sum >= spikeTime) return ((level + 1) / LEVELS) * high;
    }
    return Number.NaN;
  }

  /**
   * The index of the first bin to read. It is the bin before the window, so that the line begins outside of
   * the window, or the bin in which the flow starts if this is later.
   */
  #firstBin(trace: Trace, grid: Grid): number {
    const binAt = (t: number): number => Math.ceil(t / trace.width - 1e-9) - 1;
    return Math.max(0, binAt(grid.from) - 1, binAt(trace.spec.from ?? 0));
  }

  #fill(trace: Trace, grid: Grid, startBin: number, isBroken: boolean): void {
    const { data, stride, width, maxEmptyBins, scale } = trace;
    const perSecond = grid.columns / (grid.to - grid.from);
    const until = Math.min(grid.to, trace.spec.to ?? Number.POSITIVE_INFINITY);
    const afterLast = Math.min(trace.bins, Math.ceil(until / width - 1e-9));
    let emptyBins = isBroken ? maxEmptyBins + 1 : 0;
    for (let k = startBin; k < afterLast; k += 1) {
      const value = data[k * stride + stride - 1] ?? Number.NaN;
      if (Number.isNaN(value)) {
        emptyBins += 1;
        continue;
      }
      const last = value * scale;
      const low = stride === 3 ? (data[3 * k] ?? value) * scale : last;
      const high = stride === 3 ? (data[3 * k + 1] ?? value) * scale : last;
      const column = Math.floor(((k + 0.5) * width - grid.from) * perSecond);
      const i = this.length - 1;
      if (i >= 0 && this.#column[i] === column && emptyBins <= maxEmptyBins) {
        if (low < (this.low[i] ?? low)) this.low[i] = low;
        if (high > (this.high[i] ?? high)) this.high[i] = high;
        this.last[i] = last;
        this.time[i] = trace.binEnd(k);
      } else {
        this.#push(trace.binEnd(k), low, high, last, k, emptyBins > maxEmptyBins ? 1 : 0, column);
      }
      emptyBins = 0;
    }
  }

  #push(
    time: number,
    low: number,
    high: number,
    last: number,
    bin: number,
    gap: number,
    column: number,
  ): void {
    const i = this.length;
    if (i >= this.time.length) this.#grow();
    this.time[i] = time;
    this.first[i] = last;
    this.low[i] = low;
    this.high[i] = high;
    this.last[i] = last;
    this.bin[i] = bin;
    this.gap[i] = gap;
    this.#column[i] = column;
    this.length = i + 1;
  }

  #grow(): void {
    const size = this.time.length * 2;
    for (const name of ["time", "first", "low", "high", "last"] as const)
      this[name] = copied(new Float64Array(size), this[name]);
    this.bin = copied(new Int32Array(size), this.bin);
    this.gap = copied(new Uint8Array(size), this.gap);
    this.#column = copied(new Int32Array(size), this.#column);
  }
}

function copied<T extends { set(values: T): void }>(into: T, values: T): T {
  into.set(values);
  return into;
}

// Decimation for drawing: per pixel column the first, smallest, largest and last value (the M4 aggregation of Jugel,
// Jerzak, Hackenbroich and Markl, 2014), so that a line looks as if every bin had been drawn and no spike is lost. Columns that
// are finished are kept: when a run grows only those at its end are computed again. D3 has nothing for this; for 12 lines of
// 60 000 bins each it replaces 720 000 points by at most 4 per pixel (see docs/decisions/0016).
import type { Trace } from "./trace.ts";

/** The window of time that is drawn, and the number of columns for it. */
export interface Grid {
  readonly from: number;
  readonly to: number;
  readonly columns: number;
}

const START_CAPACITY = 512;
/** Entries at the end that may be computed again when a run grows. */
const RESTLESS = 4;
/** Resolution of `steady`: parts of the largest value. */
const STEPS = 64;

/** Entries of a decimated line, in time order, values already multiplied by the line's scale. */
export class Columns {
  length = 0;
  /** Time at the end of the entry. */
  time = new Float64Array(START_CAPACITY);
  first = new Float64Array(START_CAPACITY);
  low = new Float64Array(START_CAPACITY);
  high = new Float64Array(START_CAPACITY);
  last = new Float64Array(START_CAPACITY);
  /** First bin of the entry. */
  bin = new Int32Array(START_CAPACITY);
  /** 1 when the line is broken before this entry. */
  gap = new Uint8Array(START_CAPACITY);
  #column = new Int32Array(START_CAPACITY);
  /** What the entries were computed from. */
  #key: readonly (number | undefined)[] = [];
  /** Entries before this one have not changed since these were their extremes. */
  #settled = 0;
  #low = Number.POSITIVE_INFINITY;
  #high = Number.NEGATIVE_INFINITY;

  /** Updates the entries after `trace.refresh()`. Returns the first entry that changed, or `length` when none did. */
  update(trace: Trace, grid: Grid, changedBin: number): number {
    const key = [grid.from, grid.to, grid.columns, trace.spec.from, trace.spec.to, trace.scale, trace.epoch];
    let keep = this.length;
    if (key.some((part, i) => part !== this.#key[i])) {
      this.#key = key;
      keep = 0;
    } else if (changedBin < 0) {
      return this.length;
    } else {
      // The entry of the changed bin is computed again, and the one before it, which may have been the padding.
      while (keep > 0 && (this.bin[keep - 1] ?? 0) >= changedBin) keep -= 1;
      if (keep > 0) keep -= 1;
    }
    const resume = keep > 0 && keep < this.length;
    const startBin = resume ? (this.bin[keep] ?? 0) : this.#firstBin(trace, grid);
    const broken = !resume || this.gap[keep] === 1;
    this.length = keep;
    if (keep < this.#settled) this.#unsettle();
    this.#fill(trace, grid, startBin, broken);
    return keep;
  }

  /** The smallest and the largest value of all entries; NaN when there are none. */
  extent(): [number, number] {
    for (; this.#settled < this.length - RESTLESS; this.#settled += 1) {
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
   * The largest value without the highest spikes that together last less than `spare` seconds, rounded up to a
   * sixty-fourth of the largest. NaN when nothing lasts longer.
   */
  steady(spare: number, from: number): number {
    const [, high] = this.extent();
    if (!(high > 0)) return high;
    const lasts = new Float64Array(STEPS);
    let before = from;
    for (let i = 0; i < this.length; i += 1) {
      const t = this.time[i] ?? before;
      const step = Math.min(STEPS - 1, Math.floor(((this.high[i] ?? 0) / high) * STEPS));
      if (t > before) lasts[Math.max(0, step)] = (lasts[Math.max(0, step)] ?? 0) + (t - before);
      before = Math.max(before, t);
    }
    let sum = 0;
    for (let step = STEPS - 1; step >= 0; step -= 1) {
      sum += lasts[step] ?? 0;
      if (sum >= spare) return ((step + 1) / STEPS) * high;
    }
    return Number.NaN;
  }

  /** The bin before the window, so that the line enters it from outside. */
  #firstBin(trace: Trace, grid: Grid): number {
    const holding = (t: number): number => Math.ceil(t / trace.width - 1e-9) - 1;
    return Math.max(0, holding(grid.from) - 1, holding(trace.spec.from ?? 0));
  }

  #fill(trace: Trace, grid: Grid, startBin: number, broken: boolean): void {
    const { data, stride, width, bridge, scale } = trace;
    const perSecond = grid.columns / (grid.to - grid.from);
    const until = Math.min(grid.to, trace.spec.to ?? Number.POSITIVE_INFINITY);
    const stop = Math.min(trace.bins, Math.ceil(until / width - 1e-9));
    let empty = broken ? bridge + 1 : 0;
    for (let k = startBin; k < stop; k += 1) {
      const value = data[k * stride + stride - 1] ?? Number.NaN;
      if (Number.isNaN(value)) {
        empty += 1;
        continue;
      }
      const last = value * scale;
      const low = stride === 3 ? (data[3 * k] ?? value) * scale : last;
      const high = stride === 3 ? (data[3 * k + 1] ?? value) * scale : last;
      const column = Math.floor(((k + 0.5) * width - grid.from) * perSecond);
      const i = this.length - 1;
      if (i >= 0 && this.#column[i] === column && empty <= bridge) {
        if (low < (this.low[i] ?? low)) this.low[i] = low;
        if (high > (this.high[i] ?? high)) this.high[i] = high;
        this.last[i] = last;
        this.time[i] = trace.binEnd(k);
      } else {
        this.#push(trace.binEnd(k), low, high, last, k, empty > bridge ? 1 : 0, column);
      }
      empty = 0;
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

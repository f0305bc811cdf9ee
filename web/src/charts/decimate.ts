// Decimation for drawing: per pixel column the first, smallest, largest and last value (the M4 aggregation of Jugel,
// Jerzak, Hackenbroich and Markl, 2014), so that a line looks as if every bin had been drawn and no spike is lost.
// Work done for a column is kept; when a run grows only the columns at its end are made again.
import type { Trace } from "./trace.ts";

/** The window on the time axis that is drawn, and into how many columns. */
export interface Grid {
  readonly from: number;
  readonly to: number;
  readonly columns: number;
}

const START_CAPACITY = 512;
/** Entries at the end that are made again when a run grows. */
const RESTLESS = 4;
/** Steps of value by which spikes are told from what lasts. */
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
  #key = "";
  #epoch = -1;
  /** Entries before this one have not changed since these were their extremes. */
  #settled = 0;
  #low = Number.POSITIVE_INFINITY;
  #high = Number.NEGATIVE_INFINITY;

  /** Brings the entries up to date after `trace.refresh()`. Returns the first entry that changed (length when none). */
  update(trace: Trace, grid: Grid, changedBin: number): number {
    const key = `${grid.from} ${grid.to} ${grid.columns} ${trace.spec.from} ${trace.spec.to} ${trace.scale}`;
    let keep = this.length;
    if (key !== this.#key || trace.epoch !== this.#epoch) {
      this.#key = key;
      this.#epoch = trace.epoch;
      keep = 0;
    } else if (changedBin < 0) {
      return this.length;
    } else {
      // The entry that holds the changed bin is made again, and the one before it may have been the padding.
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

  /** Largest and smallest value among the entries; NaN when there are none. */
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
   * The largest value when the highest spikes are left out, those that together last less than `spare` seconds; to a
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

  /** One bin before the window, so that the line enters it from outside. */
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
    for (const name of ["time", "first", "low", "high", "last"] as const) {
      const grown = new Float64Array(size);
      grown.set(this[name]);
      this[name] = grown;
    }
    const bin = new Int32Array(size);
    bin.set(this.bin);
    this.bin = bin;
    const column = new Int32Array(size);
    column.set(this.#column);
    this.#column = column;
    const gap = new Uint8Array(size);
    gap.set(this.gap);
    this.gap = gap;
  }
}

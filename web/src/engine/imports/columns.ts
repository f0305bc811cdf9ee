// Columns of numbers that grow, and series made of them.
import { ImportError, type ImportedSeries, LIMITS, type Quantity, type SeriesName } from "./types.ts";

/** A list of numbers in one array. */
export class Column {
  #data = new Float64Array(256);
  length = 0;

  push(value: number): void {
    if (this.length === this.#data.length) {
      const grown = new Float64Array(2 * this.#data.length);
      grown.set(this.#data);
      this.#data = grown;
    }
    this.#data[this.length] = value;
    this.length += 1;
  }

  at(index: number): number {
    return this.#data[index] ?? Number.NaN;
  }

  get values(): Float64Array<ArrayBuffer> {
    return this.#data.slice(0, this.length);
  }
}

/** The values of one series while a file is read. */
export class SeriesBuilder {
  readonly #starts = new Column();
  readonly #ends = new Column();
  readonly #values = new Column();

  get length(): number {
    return this.#values.length;
  }

  /** The end of the last interval. */
  get end(): number {
    return this.length === 0 ? Number.NEGATIVE_INFINITY : this.#ends.at(this.length - 1);
  }

  /** Adds a value. An interval that begins before the end of the last interval is shortened. NaN is ignored. */
  add(start: number, end: number, value: number): void {
    if (!Number.isFinite(value) || !Number.isFinite(start) || !Number.isFinite(end)) return;
    if (this.length >= LIMITS.rows) throw new ImportError("tooManyRows", {}, String(LIMITS.rows));
    const from = Math.max(start, this.end);
    if (end < from || (end === from && start !== end)) return;
    this.#starts.push(from);
    this.#ends.push(end);
    this.#values.push(value);
  }

  build(name: SeriesName, quantity: Quantity): ImportedSeries {
    return {
      name,
      quantity,
      starts: this.#starts.values,
      ends: this.#ends.values,
      values: this.#values.values,
    };
  }
}

/**
 * Converts sizes at times to rates: the bits in each bin, divided by the width of the bins, which is the same for
 * all. `times` need not be in order. The bins are narrow enough for the averaging of the charts, and there are at most `MAX_BINS`.
 */
export function ratesOf(times: Float64Array, bytes: Float64Array): SeriesBuilder {
  const builder = new SeriesBuilder();
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const t of times) {
    first = Math.min(first, t);
    last = Math.max(last, t);
  }
  if (times.length === 0) return builder;
  const width = Math.max(MIN_BIN, (last - first) / (MAX_BINS - 1));
  const bins = new Float64Array(Math.floor((last - first) / width) + 1);
  for (let i = 0; i < times.length; i += 1) {
    const bin = Math.min(bins.length - 1, Math.floor(((times[i] ?? first) - first) / width));
    bins[bin] = (bins[bin] ?? 0) + (bytes[i] ?? 0);
  }
  for (let k = 0; k < bins.length; k += 1)
    builder.add(first + k * width, first + (k + 1) * width, ((bins[k] ?? 0) * 8) / width);
  return builder;
}

/** The width of a bin in seconds, unless the file is long. */
export const MIN_BIN = 0.01;
export const MAX_BINS = 20_000;

/** Moves all series, so that the first sample of the file is at 0. */
export function fromFirstSample(series: readonly ImportedSeries[]): readonly ImportedSeries[] {
  const first = Math.min(...series.map(({ starts }) => starts[0] ?? Number.POSITIVE_INFINITY));
  if (first === 0 || !Number.isFinite(first)) return series;
  const moved = (times: Float64Array): Float64Array<ArrayBuffer> =>
    Float64Array.from(times, (t) => t - first);
  return series.map((one) => ({ ...one, starts: moved(one.starts), ends: moved(one.ends) }));
}

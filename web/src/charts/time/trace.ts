// The values of one line, from recorded series: a gauge as recorded, a counter as a rate averaged over an
// interval, or several counters combined (Jain's index, a sum, the mean and spread of a group). All but
// gauges are computed once per bin and extended as the run grows.
import { mean, min, range, sum } from "d3-array";
import type { Series } from "../../engine/types.ts";
import type { LineStyle } from "../palette.ts";
import {
  binEnd,
  effectiveInterval,
  lastValue,
  type RunExtent,
  rateAt,
  rateOfBin,
  spreadOf,
} from "../series.ts";

/** The rule by which the values of a line are computed from its series. */
export type Derivation =
  | { readonly kind: "value" }
  /** Growth per second, averaged over the `interval` seconds before the time of each value. */
  | { readonly kind: "rate"; readonly interval: number }
  /**
   * A function of the growth per second of several counters, for example Jain's index. `rates` is reused for
   * every bin.
   */
  | {
      readonly kind: "combine";
      readonly of: readonly Series[];
      readonly interval: number;
      readonly combine: (rates: Float64Array, t: number) => number;
    }
  /**
   * The mean and the spread of several flows. Counters are averaged as for "rate", and gauges have interval
   * 0.
   */
  | { readonly kind: "group"; readonly of: readonly GroupSource[]; readonly interval: number };

/** The description of a line, which the page passes to the chart. */
export interface LineSpec {
  readonly id: string;
  readonly label: string;
  /**
   * The flow that the line belongs to; lines of one flow are highlighted together. Default: the id of the
   * line.
   */
  readonly flow?: string;
  readonly run: RunExtent;
  readonly series: Series;
  readonly view: Derivation;
  /** Multiplies every value, for example 8 for bytes shown as bits. */
  readonly scale?: number;
  readonly style: LineStyle;
  /** A line of an older run: pale, thinner, without label or value. */
  readonly ghost?: boolean;
  /** An addition to the name of the line in texts and tables, such as the range in which a model is valid. */
  readonly detail?: string;
  /** A longer explanation, which the label shows when the pointer rests on it. */
  readonly tip?: string;
  /**
   * The times, in simulated seconds, at which the flow of the line starts and stops. The line is drawn only
   * between them.
   */
  readonly from?: number;
  readonly to?: number;
}

/** The name of a line with a remark: "Mathis (holds)". */
export const fullName = ({ label, detail }: LineSpec): string => (detail ? `${label} (${detail})` : label);

/** The flow that a line belongs to. */
export const flowOf = ({ flow, id }: LineSpec): string => flow ?? id;

/** A line is broken where it has no value for more than this many seconds and for more than four bins. */
const MAX_EMPTY_TIME = 1;

/**
 * A LineSpec with the values that are drawn. After `refresh()`, `data` holds `stride` numbers per bin: min,
 * max, last (stride 3) or a single value (stride 1), before multiplication by `scale`.
 */
export class Trace {
  spec: LineSpec;
  /** Increases whenever all values are read again. */
  generation = 0;
  /** The number of bins in `data`. */
  bins = 0;
  /** The width of a bin in seconds. */
  width = 1;
  /** The time up to which the run had been computed when `refresh` was last called. */
  end = 0;
  /** The values of the line, `stride` numbers per bin. */
  data: Float64Array = new Float64Array(0);
  stride: 1 | 3 = 3;
  #rev = -1;
  #series: Series;
  #viewKey: string;

  constructor(spec: LineSpec) {
    this.spec = spec;
    this.#series = spec.series;
    this.#viewKey = viewKey(spec);
  }

  get scale(): number {
    return this.spec.scale ?? 1;
  }

  /** The largest number of consecutive empty bins that does not break the line. */
  get maxEmptyBins(): number {
    return Math.max(4, Math.ceil(MAX_EMPTY_TIME / this.width));
  }

  /** The averaging interval in use, in seconds; 0 if values are drawn as recorded. */
  get interval(): number {
    const { view } = this.spec;
    return view.kind === "value" || view.interval === 0 ? 0 : effectiveInterval(this.#series, view.interval);
  }

  /**
   * Replaces the description of the line. If the series or the view changed, the next `refresh` reads all
   * values again.
   */
  setSpec(spec: LineSpec): void {
    if (!this.#readsAs(spec)) {
      this.#rev = -1;
      this.#series = spec.series;
      this.#viewKey = viewKey(spec);
    }
    this.spec = spec;
  }

  /** Whether the values of a group's line are those of this line, which may have belonged to the shown run before. */
  isGroupOf(spec: LineSpec): boolean {
    return spec.view.kind === "group" && spec.run === this.spec.run && this.#readsAs(spec);
  }

  #readsAs(spec: LineSpec): boolean {
    return (
      spec.series === this.#series && viewKey(spec) === this.#viewKey && readsSameSeries(spec, this.spec)
    );
  }

  /** Reads new data. Returns the first bin that changed, or -1 when no bin changed. */
  refresh(): number {
    const series = this.#series;
    const end = this.spec.run.computedTo;
    const bins = binsOf(this.spec);
    const rev = revOf(this.spec);
    let changed: number;
    if (rev !== this.#rev || bins < this.bins) {
      this.#rev = rev;
      this.generation += 1;
      changed = 0;
    } else if (bins === this.bins && end === this.end) {
      return -1;
    } else {
      changed = Math.max(0, this.bins - 1);
    }
    this.width = series.width;
    this.end = end;
    this.bins = bins;
    if (this.spec.view.kind === "value" && series.info.kind === "gauge") {
      this.stride = 3;
      this.data = series.data;
    } else {
      this.stride = this.spec.view.kind === "group" ? 3 : 1;
      this.#derive(changed);
    }
    return changed;
  }

  /**
   * The value of the line at time t. A rate is computed for the interval that ends at t. Other values are
   * those at the end of the bin that contains t or, if this bin is empty, of the last bin before it that is
   * not. NaN where the line is broken or does not exist.
   */
  valueAt(t: number): number {
    if (
      this.bins === 0 ||
      t < 0 ||
      t < (this.spec.from ?? 0) ||
      t > (this.spec.to ?? Number.POSITIVE_INFINITY)
    ) {
      return Number.NaN;
    }
    if (t > this.end + this.width) return Number.NaN;
    const { view, series } = this.spec;
    if (view.kind === "rate")
      return rateAt(series, this.end, Math.min(t, this.end), this.interval) * this.scale;
    const k = Math.max(0, Math.min(this.bins - 1, Math.ceil(t / this.width - 1e-9) - 1));
    return lastValue(this.data, this.stride, k, this.maxEmptyBins) * this.scale;
  }

  /** Time at the end of bin k, where its last value is drawn. */
  binEnd(k: number): number {
    return binEnd(this, this.end, k);
  }

  /**
   * The approximate mean of the drawn values between two times, from a sample of fewer than 128 bins; NaN if
   * there are no values.
   */
  sampledMean(from: number, to: number): number {
    const first = Math.max(0, Math.floor(from / this.width));
    const last = Math.min(this.bins, Math.ceil(to / this.width));
    const sample = range(first, last, Math.max(1, Math.floor((last - first) / 64)));
    return (mean(sample, (k) => this.data[k * this.stride + this.stride - 1]) ?? Number.NaN) * this.scale;
  }

  #derive(from: number): void {
    if (this.data.length < this.bins * this.stride || this.data === this.#series.data) {
      const grown = new Float64Array(this.stride * Math.max(256, 2 ** Math.ceil(Math.log2(this.bins + 1))));
      if (from > 0) grown.set(this.data.subarray(0, from * this.stride));
      this.data = grown;
    }
    const { view, series } = this.spec;
    if (view.kind === "group") {
      const { data, bins, end, interval, maxEmptyBins } = this;
      fillGroup({ data, bins, end, interval, maxEmptyBins }, view.of, from);
      return;
    }
    if (view.kind === "combine") {
      this.#deriveCombined(from, view);
      return;
    }
    const { interval } = this;
    for (let k = from; k < this.bins; k += 1)
      this.data[k] =
        interval === 0 ? (series.data[k] ?? Number.NaN) : rateOfBin(series, this.end, k, interval);
  }

  #deriveCombined(from: number, view: Extract<Derivation, { kind: "combine" }>): void {
    const rates = new Float64Array(view.of.length);
    for (let k = from; k < this.bins; k += 1) {
      const t = binEnd(this.#series, this.end, k);
      for (let i = 0; i < rates.length; i += 1) {
        const series = view.of[i];
        rates[i] = series === undefined ? 0 : rateAt(series, this.end, t, this.interval) * this.scale;
      }
      // `scale` applies to the rates that are combined, not to the result.
      this.data[k] = view.combine(rates, t) / this.scale;
    }
  }
}

/** The list of the series that a combined line reads, or of the flows of a group. */
function combineOf({ view }: LineSpec): readonly Series[] | readonly GroupSource[] | undefined {
  return view.kind === "combine" || view.kind === "group" ? view.of : undefined;
}

function viewKey({ view }: LineSpec): string {
  return view.kind === "value" ? "value" : `${view.kind} ${view.interval}`;
}

function sourcesOf({ series, view }: LineSpec): readonly Series[] {
  if (view.kind === "combine") return [series, ...view.of];
  return view.kind === "group" ? [series, ...view.of.map((source) => source.series)] : [series];
}
/** Whether two lines read the same series of flows that are active at the same times. */
function readsSameSeries(a: LineSpec, b: LineSpec): boolean {
  const [inA, inB] = [combineOf(a), combineOf(b)];
  if (inA === inB) return true;
  if (inA === undefined || inB === undefined || inA.length !== inB.length) return false;
  return inA.every((source, i) => {
    const other = inB[i];
    if (other === undefined || !("series" in source) || !("series" in other)) return source === other;
    return source.series === other.series && source.from === other.from && source.to === other.to;
  });
}

const binsOf = (spec: LineSpec): number => min(sourcesOf(spec), (series) => series.bins) ?? 0;
const revOf = (spec: LineSpec): number => sum(sourcesOf(spec), (series) => series.rev);

// The values of the line of a group of flows: in each bin the mean of the flows that are active, and their
// spread.

/** The series of a flow of the group, and the times in simulated seconds between which the flow is active. */
export interface GroupSource {
  readonly series: Series;
  readonly from: number;
  readonly to: number;
}

/**
 * Writes low, high and mean of the bins from `from` to the data of a line. Counters are rates over the interval of the
 * line before the end of a bin. A gauge in an empty bin has the value of the last bin that is not empty, at most
 * `maxEmptyBins` bins earlier.
 */
function fillGroup({ data, bins, ...line }: GroupLine, sources: readonly GroupSource[], from: number): void {
  const values = new Float64Array(sources.length);
  for (let k = from; k < bins; k += 1) {
    for (const [i, source] of sources.entries()) values[i] = memberValue(source, k, line);
    const { low, high, mean } = spreadOf(values);
    data[3 * k] = low;
    data[3 * k + 1] = high;
    data[3 * k + 2] = mean;
  }
}

type GroupLine = Pick<Trace, "data" | "bins" | "end" | "interval" | "maxEmptyBins">;

function memberValue(
  { series, from, to }: GroupSource,
  k: number,
  { end, interval, maxEmptyBins }: Pick<GroupLine, "end" | "interval" | "maxEmptyBins">,
): number {
  const t = binEnd(series, end, k);
  if (t <= from || k * series.width >= to) return Number.NaN;
  if (series.info.kind === "counter") return rateOfBin(series, end, k, interval);
  return lastValue(series.data, 3, k, maxEmptyBins);
}

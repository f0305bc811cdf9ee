// Chooses the upper end of the value axis of a time chart. While the values of a run arrive, the axis keeps
// the upper end of the previous run, or ends at the largest value expected of the run. It grows only if a
// value exceeds it. When all values have arrived, the axis changes once, to the end that the data and the
// reference lines with `extendsAxis` need.
import { max, sum } from "d3-array";
import { ValueScale } from "../valueScale.ts";
import type { ChartContext } from "./lineLayer.ts";

/**
 * A reference line does not extend the axis of a complete window if it is more than this many times as high
 * as all data.
 */
const FAR_ABOVE = 2.5;
/** The spikes of a line may be cut off if together they last less than this share of the visible window. */
const SPIKE_SHARE = 0.04;
/** Spikes may be cut off if the highest is more than this many times as high as all other values. */
const SPIKE_RATIO = 1.5;
/**
 * A start-up peak may last longer, up to this share of the window, if it is more than `START_RATIO` times as
 * high as the other values.
 */
const START_SHARE = 0.15;
const START_RATIO = 2;
/** Spikes that are this many times as high as the other values are the data, such as the transfers of a flow that pauses. */
const DATA_RATIO = 10;
/**
 * If values that arrive exceed the axis, it grows to this many times the largest value, so that it rarely has
 * to grow again.
 */
const GROWTH = 1.4;
/**
 * A new run does not keep the axis of the previous run if it is more than this many times as long as the new
 * run is expected to need.
 */
const TOO_LONG = 4;
/** A run that has not grown for this many ms of wall time is not expected to grow: it was stopped. */
const STALLED = 1500;

export class ValueRange {
  readonly scale = new ValueScale();
  readonly #chart: ChartContext;
  /** The peak of spikes that the axis need not include, or null. */
  spikePeak: number | null = null;
  /** The run for which the axis was last updated. */
  #run: unknown = null;
  /** The sum of the ends of all lines, and the wall-clock time in ms at which it last changed. */
  #ends = Number.NaN;
  #grewAt = 0;
  /** The wall-clock time in ms for which a frame is requested that checks whether the run has stalled. */
  #checkAt = 0;

  constructor(chart: ChartContext) {
    this.#chart = chart;
  }

  /** The peak of the spikes if it is beyond the present end of the axis, otherwise null. */
  get hiddenPeak(): number | null {
    return this.spikePeak !== null && this.spikePeak > this.scale.top ? this.spikePeak : null;
  }

  /**
   * Updates the axis for the current data; requests a frame if it must be updated later. `now` is in ms of
   * wall time.
   */
  update(now: number): void {
    const { layer, plot } = this.#chart;
    const run = layer.currentLines[0]?.trace.spec.run ?? null;
    if (run !== this.#run) {
      this.#run = run;
      if (this.scale.top > TOO_LONG * this.#expected()) this.scale.reset();
    }
    const isFinal = this.#isComplete() || this.#hasStalled(now);
    const wait = this.scale.update(this.#largest(isFinal), now, isFinal);
    if (wait > 0) plot.loop.requestAfter(wait);
  }

  /** Extends the axis at once if the data need it, for a picture that is made outside a frame. */
  grow(): void {
    this.scale.grow(this.#largest(this.#isComplete()));
  }

  /** Whether the visible window is fully computed. */
  #isComplete(): boolean {
    const { layer, plot } = this.#chart;
    const end = plot.options.timeView.state.domain[1];
    return layer.lines.every(({ trace }) => trace.end >= end - 1e-9);
  }

  /**
   * Whether an incomplete run has not grown for a while. If it still may grow, requests a frame that checks
   * again.
   */
  #hasStalled(now: number): boolean {
    const { layer, plot } = this.#chart;
    const ends = sum(layer.lines, ({ trace }) => trace.end);
    if (ends !== this.#ends) {
      this.#ends = ends;
      this.#grewAt = now;
    }
    const wait = this.#grewAt + STALLED - now;
    if (wait <= 0) return true;
    if (this.#checkAt <= now) {
      this.#checkAt = now + wait;
      plot.loop.requestAfter(wait);
    }
    return false;
  }

  /** The largest value that the axis has to include. */
  #largest(isFinal: boolean): number {
    const peak = this.#chart.layer.largest();
    if (isFinal) return this.#largestOfAll(peak);
    this.spikePeak = null;
    // Before the first values, the axis has the length that the run is expected to need.
    if (this.scale.isEmpty) return max([peak, this.#expected()]) ?? Number.NaN;
    if (this.scale.includes(peak)) return peak;
    const { layer, plot } = this.#chart;
    // A start-up peak that may be cut off when the run is complete does not extend the axis now.
    const shown = plot.options.cutSpikes ? layer.largestWithoutSpikes(START_SHARE) || 0 : peak;
    if (shown < peak) this.spikePeak = peak;
    return this.scale.includes(shown) ? shown : (max([shown * GROWTH, this.#expected()]) ?? Number.NaN);
  }

  /** The largest value of a complete window, in which spikes may be cut off. */
  #largestOfAll(peak: number): number {
    const { layer, plot } = this.#chart;
    const without = (share: number): number =>
      plot.options.cutSpikes ? layer.largestWithoutSpikes(share) : Number.NaN;
    const rest = without(START_SHARE);
    const steady = peak > START_RATIO * rest ? rest : without(SPIKE_SHARE);
    const isSpike = peak > SPIKE_RATIO * steady && peak < DATA_RATIO * steady;
    this.spikePeak = steady > 0 && isSpike ? peak : null;
    const shown = this.spikePeak === null ? peak : steady;
    // A line of an older run far above is cut off.
    if (layer.largest(true) > peak) this.spikePeak = layer.largest(true);
    // With the capacity on the axis, the lines of twenty flows far below it would be flat. The data are more
    // important.
    const references = this.#references(true).filter((top) => !(shown > 0 && top > FAR_ABOVE * shown));
    return max([shown, ...references, ...this.#references("always")]) ?? Number.NaN;
  }

  /** The values of the reference lines whose `extendsAxis` is `way`. */
  #references(way: true | "always"): readonly number[] {
    return (this.#chart.data.references ?? [])
      .filter(({ extendsAxis }) => extendsAxis === way)
      .map(({ value }) => (typeof value === "number" ? value : max(value, (step) => step[1])) ?? Number.NaN)
      .filter(Number.isFinite);
  }

  /** The largest value that is expected before the run is complete; NaN if nothing is known. */
  #expected(): number {
    return (
      max([
        ...[...this.#references(true), ...this.#references("always")],
        this.#chart.data.expectedTop ?? Number.NaN,
      ]) ?? Number.NaN
    );
  }
}

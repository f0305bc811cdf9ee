// Chooses the upper end of the value axis of a time chart. The axis includes the lines and the reference lines with `extendsAxis`, and
// its end changes slowly.
import { max } from "d3-array";
import { ValueScale } from "../valueScale.ts";
import type { ChartContext } from "./context.ts";

/**
 * When the visible window is fully computed, a reference line does not extend the axis if it is more than this many times as high as all
 * data.
 */
const FAR_ABOVE = 2.5;
/** The spikes of a line may be cut off if together they last less than this share of the visible window. */
const SPIKE_SHARE = 0.04;
/** Spikes may be cut off if the highest is more than this many times as high as all other values. */
const SPIKE_RATIO = 1.5;
/** A start-up peak may last longer, up to this share of the window, if it is more than `START_RATIO` times as high as the rest. */
const START_SHARE = 0.15;
const START_RATIO = 2;

export class ValueRange {
  readonly scale: ValueScale;
  readonly #chart: ChartContext;
  /** The peak of spikes that the axis need not include, or null. */
  spikePeak: number | null = null;

  constructor(chart: ChartContext) {
    this.#chart = chart;
    this.scale = new ValueScale(chart.options.yScale);
  }

  /** The peak of the spikes if it lies beyond the present end of the axis, otherwise null. */
  get hiddenPeak(): number | null {
    return this.spikePeak !== null && this.spikePeak > this.scale.top ? this.spikePeak : null;
  }

  /** Updates the axis for the current data; requests a frame if the axis must shrink later. `now` is in ms of wall time. */
  update(now: number): void {
    const wait = this.scale.update(this.#largest(), now, this.#isComplete());
    if (wait > 0) this.#chart.loop.requestAfter(wait);
  }

  /** Extends the axis at once if the data need it, for a picture that is made outside a frame. */
  grow(): void {
    this.scale.grow(this.#largest());
  }

  /** Whether the visible window is fully computed. */
  #isComplete(): boolean {
    const { layer, options } = this.#chart;
    const end = options.timeView.state.domain[1];
    return layer.lines.every(({ trace }) => trace.end >= end - 1e-9);
  }

  #largest(): number {
    const { layer, options, data } = this.#chart;
    const isComplete = this.#isComplete();
    const peak = layer.largest();
    const without = (share: number): number =>
      options.cutSpikes && isComplete ? layer.largestWithoutSpikes(share) : Number.NaN;
    const rest = without(START_SHARE);
    const steady = peak > START_RATIO * rest ? rest : without(SPIKE_SHARE);
    this.spikePeak = steady > 0 && peak > SPIKE_RATIO * steady ? peak : null;
    const shown = this.spikePeak === null ? peak : steady;
    const references = (data.references ?? [])
      .filter(({ extendsAxis }) => extendsAxis === true)
      .map(({ value }) => (typeof value === "number" ? value : max(value, (step) => step[1])) ?? Number.NaN)
      // With the capacity on the axis, the lines of twenty flows far below it would be flat. The data are more important.
      .filter((top) => Number.isFinite(top) && !(isComplete && shown > 0 && top > FAR_ABOVE * shown));
    return max([shown, ...references]) ?? Number.NaN;
  }
}

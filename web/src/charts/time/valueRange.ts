// The upper end of the value axis of a time chart. It is large enough for the lines and the reference lines, and changes slowly.
import { max } from "d3-array";
import { ValueScale } from "../valueScale.ts";
import type { ChartContext } from "./context.ts";

/** A reference line this many times above all data does not extend the axis when the run is complete. */
const FAR_ABOVE = 2.5;
/** A spike may be cut off if it lasts less than this share of the window. */
const SPIKE_SHARE = 0.04;
/** A spike may be cut off if it is more than this many times as high as all other values. */
const SPIKE_RATIO = 1.5;

export class ValueRange {
  readonly scale: ValueScale;
  readonly #chart: ChartContext;
  /** The peak of the spike that the axis does not need to include, or null. */
  cut: number | null = null;

  constructor(chart: ChartContext) {
    this.#chart = chart;
    this.scale = new ValueScale(chart.options.yScale);
  }

  /** The peak of the spike that extends beyond the axis at present, or null. */
  get hidden(): number | null {
    return this.cut !== null && this.cut > this.scale.top ? this.cut : null;
  }

  /** Updates the axis for the current data; requests a frame if the scale must change later. */
  update(now: number): void {
    const wait = this.scale.update(this.#largest(), now);
    if (wait > 0) this.#chart.loop.requestAfter(wait);
  }

  /** Extends the axis at once if the data need it, for a picture that is made outside a frame. */
  grow(): void {
    this.scale.grow(this.#largest());
  }

  #largest(): number {
    const { layer, options, data } = this.#chart;
    const { domain } = options.timeView.state;
    const isComplete = layer.lines.every(({ trace }) => trace.end >= domain[1] - 1e-9);
    const peak = layer.largest();
    const steady = options.cutSpikes && isComplete ? layer.steady(SPIKE_SHARE) : Number.NaN;
    this.cut = steady > 0 && peak > SPIKE_RATIO * steady ? peak : null;
    const shown = this.cut === null ? peak : steady;
    const references = (data.references ?? [])
      .filter(({ fit }) => fit === true)
      .map(({ value }) => (typeof value === "number" ? value : max(value, (step) => step[1])) ?? Number.NaN)
      // With the capacity on the axis, the lines of twenty flows far below it would be flat. The data are more important.
      .filter((top) => Number.isFinite(top) && !(isComplete && shown > 0 && top > FAR_ABOVE * shown));
    return max([shown, ...references]) ?? Number.NaN;
  }
}

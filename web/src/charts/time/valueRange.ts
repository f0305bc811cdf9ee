// The upper end of a time chart's values: what the lines and reference lines need, through the steady scale.
import { max } from "d3-array";
import { ValueScale } from "../valueScale.ts";
import type { ChartContext } from "./context.ts";

/** A reference line this many times above all data gets no room when the run is complete. */
const FAR_ABOVE = 2.5;
/** A spike may be cut off if it lasts less than this share of the window and is this many times as high as the rest. */
const SPIKE_SHARE = 0.04;
const SPIKE_RATIO = 1.5;

export class ValueRange {
  readonly scale: ValueScale;
  readonly #chart: ChartContext;
  /** The height of the spike that the plot cuts off, or null. */
  cut: number | null = null;

  constructor(chart: ChartContext) {
    this.#chart = chart;
    this.scale = new ValueScale(chart.options.yScale);
  }

  /** The height of the spike that is higher than the plot, or null. */
  get hidden(): number | null {
    return this.cut !== null && this.cut > this.scale.top ? this.cut : null;
  }

  /** Follows the data; requests a frame when the scale will want to change later. */
  update(now: number): void {
    const wait = this.scale.update(this.#largest(), now);
    if (wait > 0) this.#chart.loop.requestAfter(wait);
  }

  /** Makes room at once, for a picture that is taken outside a frame. */
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
      // Twenty flows far below the capacity would be flat at the bottom: then the data get the room.
      .filter((top) => Number.isFinite(top) && !(isComplete && shown > 0 && top > FAR_ABOVE * shown));
    return max([shown, ...references]) ?? Number.NaN;
  }
}

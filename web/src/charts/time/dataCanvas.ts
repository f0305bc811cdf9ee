// Decides when and how the lines of a time chart are painted: completely or only their new end, as hairlines while the window or the
// scale moves, and once more in full quality after it stops.
import type { ChartContext } from "./context.ts";

/** Minimum time between two updates of the lines of a growing run, in ms. */
const UPDATE_INTERVAL = 40;
/** Hairlines and lines painted in pieces are replaced by a full painting after this many ms without changes. */
const SETTLE_TIME = 250;
/** Two complete paintings within this many ms mean that something is moving. */
const MOTION_INTERVAL = 120;

export class DataCanvas {
  readonly #chart: ChartContext;
  /** Times of the last reading and of the last complete painting, and the time at which a full painting is due. */
  #readAt = Number.NEGATIVE_INFINITY;
  #wholeAt = Number.NEGATIVE_INFINITY;
  #settleAt = Number.POSITIVE_INFINITY;
  #hasHairlines = false;

  constructor(chart: ChartContext) {
    this.#chart = chart;
  }

  /**
   * Whether lines have grown and the chart reads them now: `willDraw` says that the frame draws them anyway. If it is too early, requests a
   * later frame.
   */
  hasNewData(now: number, willDraw: boolean): boolean {
    const { layer, loop } = this.#chart;
    if (!layer.hasNewData()) return false;
    const wait = this.#readAt + UPDATE_INTERVAL - now;
    if (wait <= 0 || willDraw) return true;
    loop.requestAfter(wait);
    return false;
  }

  /** Reads new data of the visible window. */
  read(now: number, width: number): void {
    const [from, to] = this.#chart.options.timeView.state.domain;
    this.#readAt = now;
    this.#chart.layer.prepare(from, to, width);
  }

  /** Whether a full painting is due. */
  isFullPaintDue(now: number): boolean {
    return now >= this.#settleAt;
  }

  /** Paints the lines: all of the visible window if `whole`, otherwise only what is new. */
  paint(now: number, whole: boolean): void {
    const { elements, layer, loop, plot } = this.#chart;
    if (plot === null) return;
    const isMoving = now - this.#wholeAt < MOTION_INTERVAL && now < this.#settleAt;
    const quick = whole && isMoving && layer.lines.length > 1;
    layer.paint(elements.base, plot, whole, quick);
    if (whole) {
      this.#wholeAt = now;
      this.#hasHairlines = quick;
    }
    // While hairlines are shown, painting a new end does not delay the full painting. Otherwise every new end delays it, so that the
    // joins between pieces are replaced once, after the last piece.
    if (whole && !quick) this.#settleAt = Number.POSITIVE_INFINITY;
    else if (whole || !this.#hasHairlines) this.#settleAt = now + SETTLE_TIME;
    if (!whole || quick) loop.requestAfter(SETTLE_TIME + 20);
  }
}

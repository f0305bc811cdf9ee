// Decides when and how the lines of a time chart are painted. If a run grows, only the new ends of its lines
// are painted. While the window or the scale moves, lines are painted as hairlines, and in full quality when
// the movement has stopped.
import type { ChartContext } from "./lineLayer.ts";

/** Minimum time between two updates of the lines of a growing run, in ms. */
const UPDATE_INTERVAL = 40;
/**
 * Hairlines, and lines painted in pieces, are painted again in full quality after this many ms without
 * changes.
 */
const SETTLE_TIME = 250;
/** The window or the scale counts as moving if all lines are painted twice within this many ms. */
const MOTION_INTERVAL = 120;

export class DataCanvas {
  readonly #chart: ChartContext;
  /** The wall-clock times, in ms, of the last reading and of the last painting of all lines. */
  #readAt = Number.NEGATIVE_INFINITY;
  #paintedAllAt = Number.NEGATIVE_INFINITY;
  /** The wall-clock time, in ms, at which a painting in full quality is due. */
  #settleAt = Number.POSITIVE_INFINITY;
  #hasHairlines = false;

  constructor(chart: ChartContext) {
    this.#chart = chart;
  }

  /**
   * Whether lines have grown and should be read in this frame. If the last reading is too recent and the
   * frame does not draw the lines for another reason (`willDraw`), requests a later frame and returns false.
   */
  isReadDue(now: number, willDraw: boolean): boolean {
    const { layer, plot } = this.#chart;
    if (!layer.hasNewData()) return false;
    const wait = this.#readAt + UPDATE_INTERVAL - now;
    if (wait <= 0 || willDraw) return true;
    plot.loop.requestAfter(wait);
    return false;
  }

  /** Reads new data of the visible window. */
  read(now: number, width: number): void {
    const [from, to] = this.#chart.plot.options.timeView.state.domain;
    this.#readAt = now;
    this.#chart.layer.prepare(from, to, width);
  }

  /** Whether a painting in full quality is due. */
  isFullQualityDue(now: number): boolean {
    return now >= this.#settleAt;
  }

  /** Paints all lines in the visible window if `paintsAll`, otherwise only their new ends. */
  paint(now: number, paintsAll: boolean): void {
    const { layer, plot } = this.#chart;
    const { elements, loop, area } = plot;
    if (area === null) return;
    const isMoving = now - this.#paintedAllAt < MOTION_INTERVAL && now < this.#settleAt;
    const asHairlines = paintsAll && isMoving && layer.lines.length > 1;
    layer.paint(elements.base, area, paintsAll, asHairlines);
    if (paintsAll) {
      this.#paintedAllAt = now;
      this.#hasHairlines = asHairlines;
    }
    // While hairlines are shown, a new end does not delay the painting in full quality. Otherwise every new end
    // delays it: the lines are painted in full quality once, after the last piece, which removes the visible
    // joins between pieces.
    if (paintsAll && !asHairlines) this.#settleAt = Number.POSITIVE_INFINITY;
    else if (paintsAll || !this.#hasHairlines) this.#settleAt = now + SETTLE_TIME;
    // The frame is requested for 20 ms after the due time, because the time that a frame is passed may be behind
    // the clock.
    if (!paintsAll || asHairlines) loop.requestAfter(SETTLE_TIME + 20);
  }
}

// The upper canvas of a time chart. It shows the events and the highlighted flow. While a flow is highlighted, the
// lower canvas with all lines is faded.
import { pixelRatio } from "../core/canvas.ts";
import type { ChartContext } from "./context.ts";
import { eventsOnLines } from "./eventPlaces.ts";
import { EventSprites } from "./eventSprites.ts";
import { type EventSymbol, pickEvent } from "./events.ts";
import { eventColour } from "./timeMarks.ts";

/** Minimum time between two paintings of the events of a growing run, in ms. */
const PAINT_INTERVAL = 250;

export class EventCanvas {
  readonly #chart: ChartContext;
  readonly #sprites = new EventSprites();
  #events: EventSymbol[] = [];
  #paintedAt = Number.NEGATIVE_INFINITY;
  /** The number of event rows and the highlight that the canvas shows; null if the next frame must paint at once. */
  #painted: { readonly rows: number; readonly highlight: string | null } | null = null;

  constructor(chart: ChartContext) {
    this.#chart = chart;
  }

  /** Makes the next frame paint. */
  invalidate(): void {
    this.#painted = null;
    this.#paintedAt = Number.NEGATIVE_INFINITY;
  }

  /** The event at a point of the plot, or null. */
  pick(x: number, y: number, byTouch = false): EventSymbol | null {
    return pickEvent(this.#events, x, y, byTouch);
  }

  /**
   * Paints if the plot area (`plotChanged`), the lines (`linesGrew`), the highlight or the events changed.
   * `now` is in ms.
   */
  draw(now: number, plotChanged: boolean, linesGrew: boolean): void {
    const { plot, data } = this.#chart;
    const { highlight } = plot.options.timeView.state;
    const source = data.events ?? null;
    const rows = source?.events.rows ?? 0;
    const isUrgent = plotChanged || this.#painted === null || this.#painted.highlight !== highlight;
    if (!isUrgent) {
      const isOutdated =
        rows !== this.#painted?.rows || (linesGrew && (source !== null || highlight !== null));
      if (!isOutdated) return;
    }
    const wait = this.#paintedAt + PAINT_INTERVAL - now;
    if (!isUrgent && wait > 0) {
      // No source has -1 rows, so the requested frame paints.
      this.#painted = { rows: -1, highlight };
      plot.loop.requestAfter(wait);
      return;
    }
    this.#paintedAt = now;
    this.#painted = { rows, highlight };
    this.#paint();
  }

  #paint(): void {
    const { layer, data, highlight: flow } = this.#chart;
    const { elements, area: plot } = this.#chart.plot;
    if (plot === null) return;
    elements.base.style.opacity = flow !== null && layer.currentLines.length > 1 ? "0.22" : "1";
    this.#events = data.events ? eventsOnLines(layer, data.events, plot, flow) : [];
    const context = elements.over.getContext("2d");
    if (context === null) return;
    const ratio = pixelRatio();
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, plot.width, plot.height);
    if (flow !== null) layer.paintHighlight(context, flow, plot);
    if (this.#events.length === 0) return;
    this.#sprites.paint(context, this.#events, (event) => eventColour(event, layer, plot.theme), plot, ratio);
  }
}

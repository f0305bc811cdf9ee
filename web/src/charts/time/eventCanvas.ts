// The second canvas of a time chart: the highlighted flow above the faded others, and the events.
import { pixelRatio } from "../core/canvas.ts";
import { type ChartContext, highlightedFlow } from "./context.ts";
import { eventsOnLines } from "./eventPlaces.ts";
import { EventSprites } from "./eventSprites.ts";
import { type EventMark, pickEvent } from "./events.ts";
import { eventColour } from "./timeMarks.ts";

/** While a run grows its events are painted at most this often, in ms. */
const PACE = 250;

export class EventCanvas {
  readonly #chart: ChartContext;
  readonly #sprites = new EventSprites();
  #events: EventMark[] = [];
  #paintedAt = Number.NEGATIVE_INFINITY;
  /** What is painted; null when it is out of date. */
  #painted: { readonly rows: number; readonly highlight: string | null } | null = null;

  constructor(chart: ChartContext) {
    this.#chart = chart;
  }

  /** Has everything painted with the next frame. */
  invalidate(): void {
    this.#painted = null;
    this.#paintedAt = Number.NEGATIVE_INFINITY;
  }

  /** The event at a point of the plot. */
  pick(x: number, y: number): EventMark | null {
    return pickEvent(this.#events, x, y);
  }

  /** Paints when something changed: the plot area (`moved`), the lines (`news`), the highlight or the events. */
  draw(now: number, moved: boolean, news: boolean): void {
    const { options, data, loop } = this.#chart;
    const { highlight } = options.timeView.state;
    const source = data.marks ?? null;
    const rows = source?.events.rows ?? 0;
    const isUrgent = moved || this.#painted === null || this.#painted.highlight !== highlight;
    if (!isUrgent) {
      const isBehind = rows !== this.#painted?.rows || (news && (source !== null || highlight !== null));
      if (!isBehind) return;
    }
    const wait = this.#paintedAt + PACE - now;
    if (!isUrgent && wait > 0) {
      // The frame that is requested must find the canvas out of date, but not urgent.
      this.#painted = { rows: -1, highlight };
      loop.requestAfter(wait);
      return;
    }
    this.#paintedAt = now;
    this.#painted = { rows, highlight };
    this.#paint();
  }

  #paint(): void {
    const { elements, layer, data, plot, theme } = this.#chart;
    if (plot === null) return;
    const flow = highlightedFlow(this.#chart);
    elements.base.style.opacity = flow !== null && layer.live.length > 1 ? "0.22" : "1";
    this.#events = data.marks ? eventsOnLines(layer, data.marks, plot, flow) : [];
    const context = elements.over.getContext("2d");
    if (context === null) return;
    const ratio = pixelRatio();
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, plot.width, plot.height);
    if (flow !== null) layer.paintHighlight(context, flow, plot);
    if (this.#events.length === 0) return;
    this.#sprites.paint(context, this.#events, (event) => eventColour(event, layer, theme), plot, ratio);
  }
}

// The upper canvas of a time chart. It shows the events and the highlighted flow. While a flow is highlighted, the
// lower canvas with all lines is faded.
import { pixelRatio } from "../core/canvas.ts";
import { eventShape } from "../marks/symbol.ts";
import { type EventSource, type EventSymbol, pickEvent, placeEvents } from "./events.ts";
import type { ChartContext, LineLayer } from "./lineLayer.ts";
import { eventArea, eventColour } from "./timeMarks.ts";
import type { TimePlot } from "./timePlot.ts";
import { flowOf } from "./trace.ts";

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

// Chooses the events that a chart shows. If a flow is highlighted, the chart shows the events on the lines of
// this flow. Otherwise it shows the events on all lines if there are few lines, and none on lines if there
// are many. Events without a line are always shown, on the rail: the row along the top.

/** With more lines than this, events are drawn only on the highlighted line. */
const MAX_LINES_WITH_EVENTS = 12;

export function eventsOnLines(
  layer: LineLayer,
  source: EventSource,
  plot: TimePlot,
  highlight: string | null,
): EventSymbol[] {
  const isCrowded = layer.currentLines.length > MAX_LINES_WITH_EVENTS;
  const isShown = (line: string): boolean => {
    const spec = layer.get(line)?.trace.spec;
    return spec === undefined || (highlight === null ? !isCrowded : flowOf(spec) === highlight);
  };
  const lineOf = (code: number, entity: number): string | null | undefined => {
    const line = source.lineOf(code, entity);
    return typeof line === "string" && !isShown(line) ? undefined : line;
  };
  const { from, to, width, layout } = plot;
  const yOf = (id: string, t: number): number => plot.y(layer.get(id)?.trace.valueAt(t) ?? Number.NaN);
  return placeEvents({ ...source, lineOf }, { from, to, width, railY: layout.railHeight / 2, yOf });
}

// Paints event symbols on canvas. Each symbol is drawn once and then copied, because software rasterisers
// take longer for a hundred strokes with round ends than for all other drawing in a frame.

interface Sprite {
  readonly canvas: HTMLCanvasElement;
  /** Half the width of `canvas` in device pixels. */
  readonly halfWidth: number;
}

/** All sprites are discarded when there are this many. A chart needs a few dozen. */
const MAX_SPRITES = 200;

export class EventSprites {
  readonly #sprites = new Map<string, Sprite>();

  /**
   * Paints all halos and then all symbols, so that a halo separates its symbol from lines but covers no other
   * symbol.
   */
  paint(
    context: CanvasRenderingContext2D,
    events: readonly EventSymbol[],
    colour: (event: EventSymbol) => string,
    plot: TimePlot,
    ratio: number,
  ): void {
    context.save();
    context.setTransform(1, 0, 0, 1, 0, 0);
    const drawEvent = (event: EventSymbol, stroke: string, width: number): void => {
      const sprite = this.#sprite(
        event.code,
        stroke,
        eventArea(plot.fontSize) * ratio * ratio,
        width * ratio,
      );
      const x = Math.round(event.x * ratio) - sprite.halfWidth;
      const y = Math.round(event.y * ratio) - sprite.halfWidth;
      context.drawImage(sprite.canvas, x, y);
    };
    for (const event of events) drawEvent(event, plot.theme.background, plot.lineWidth + 1.8);
    for (const event of events) drawEvent(event, colour(event), plot.lineWidth);
    context.restore();
  }

  #sprite(code: number, colour: string, area: number, width: number): Sprite {
    const key = `${code} ${colour} ${area} ${width}`;
    const known = this.#sprites.get(key);
    if (known !== undefined) return known;
    if (this.#sprites.size >= MAX_SPRITES) this.#sprites.clear();
    const halfWidth = Math.ceil(Math.sqrt(area) + width) + 1;
    const canvas = document.createElement("canvas");
    canvas.width = 2 * halfWidth;
    canvas.height = 2 * halfWidth;
    const context = canvas.getContext("2d");
    if (context !== null) {
      context.translate(halfWidth, halfWidth);
      context.lineCap = "round";
      context.strokeStyle = colour;
      context.lineWidth = width;
      context.beginPath();
      eventShape(code).draw(context, area);
      context.stroke();
    }
    const sprite = { canvas, halfWidth };
    this.#sprites.set(key, sprite);
    return sprite;
  }
}

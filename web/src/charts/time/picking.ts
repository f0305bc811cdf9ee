// Finds the event or line under the pointer or at the cursor of a time chart, and handles clicks and the
// Enter key.
import { least } from "d3-array";
import type { ChartContext } from "./context.ts";
import { MANY_LINES } from "./cursor.ts";
import type { CursorReader } from "./cursorReader.ts";
import type { EventCanvas } from "./eventCanvas.ts";
import type { EventSymbol } from "./events.ts";

/** A line counts as under the pointer if it is less than this many pixels away. */
const HOVER_DISTANCE = 14;

export class Picking {
  readonly #chart: ChartContext;
  readonly #events: EventCanvas;
  readonly #reader: CursorReader;

  constructor(chart: ChartContext, events: EventCanvas, reader: CursorReader) {
    this.#chart = chart;
    this.#events = events;
    this.#reader = reader;
  }

  /** Whether an event's symbol is at a point of the plot. */
  isOverEvent(x: number, y: number): boolean {
    return this.#events.pick(x, y) !== null;
  }

  /**
   * The flow whose line is at a point of the plot, or null; undefined if the chart has at most MANY_LINES
   * lines.
   */
  flowAt(x: number, y: number): string | null | undefined {
    const { layer, plot } = this.#chart;
    if (plot === null || layer.currentLines.length <= MANY_LINES) return undefined;
    const t = plot.x.invert(x);
    const distances = layer.currentLines.map(({ trace: { spec }, trace }) => ({
      flow: spec.flow ?? spec.id,
      distance: Math.abs(plot.y(trace.valueAt(t)) - y),
    }));
    const nearest = least(distances, (line) => line.distance);
    return nearest !== undefined && nearest.distance < HOVER_DISTANCE ? nearest.flow : null;
  }

  /** Handles a click at a point of the plot: picks the event there, or seeks to the time `t`. */
  click(x: number, y: number, t: number, byTouch: boolean): void {
    const event = this.#events.pick(x, y, byTouch);
    if (event === null) this.#chart.options.onSeek?.(t);
    else this.#pick(event);
  }

  /**
   * Requests an explanation of a flow at the time of the cursor, or of the playhead if there is no cursor.
   */
  ask(flow: string): void {
    const { timeView, onAsk } = this.#chart.options;
    onAsk?.(flow, timeView.state.cursor ?? timeView.state.playhead);
  }

  /**
   * Handles Enter: picks the event to which the cursor was moved. Without such an event, requests an
   * explanation of the current line, or seeks if the line has no flow.
   */
  openAtCursor(): void {
    const { layer, options, plot } = this.#chart;
    const { cursor } = options.timeView.state;
    if (cursor === null) return;
    const event = this.#reader.eventAt(cursor);
    const flow = this.#reader.currentLine(layer.currentLines)?.trace.spec.flow;
    // The event may be part of the symbol of an earlier event, so a separate symbol is made for it.
    if (event !== null)
      this.#pick({ x: plot?.x(event.t) ?? 0, y: 0, code: event.code, line: null, event, count: event.count });
    else if (flow !== undefined && options.onAsk !== undefined) options.onAsk(flow, cursor);
    else options.onSeek?.(cursor);
  }

  #pick(event: EventSymbol): void {
    const { elements, layout, options } = this.#chart;
    const box = elements.front.getBoundingClientRect();
    const { left = 0, top = 0 } = layout ?? {};
    options.onPick?.(event, { x: box.left + left + event.x, y: box.top + top + event.y });
  }
}

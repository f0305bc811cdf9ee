// The layer above the data: the cursor with its time and its dots on the lines, the playhead, and the labels with live values.

import { pixelRatio } from "../core/canvas.ts";
import { text } from "../core/dom.ts";
import { draw } from "../core/mark.ts";
import { type SvgNode, svg } from "../core/svg.ts";
import { patchChildren } from "../core/svgDom.ts";
import { formatIn, formatTime } from "../format.ts";
import { prefersReducedMotion } from "../frame.ts";
import { markerShape, symbolAt } from "../marks/symbol.ts";
import { type ChartContext, highlightedFlow } from "./context.ts";
import { endLabels } from "./endLabels.ts";
import type { TimePlot } from "./layout.ts";
import { colourOf, type LiveLine } from "./lineLayer.ts";
import { halo } from "./timeMarks.ts";

/** Minimum time between two updates of the values in labels, in ms: faster changes are unreadable. */
const LABEL_INTERVAL = 100;
/** With reduced motion, the playhead moves in steps of this many ms. */
const REDUCED_MOTION_STEP = 500;
/** With more lines than this, the name of the line under the pointer is written beside the cursor. */
export const MANY_LINES = 8;
const MAX_DOTS = 24;

export class CursorLayer {
  readonly #chart: ChartContext;
  /** Horizontal position at which the playhead is drawn. */
  #playhead = Number.NaN;
  /** Cursor, highlight and selection as last drawn. */
  #drawn = { cursor: null as number | null, highlight: null as string | null, brush: null as unknown };
  #playheadAt = Number.NEGATIVE_INFINITY;
  #labelsAt = Number.NEGATIVE_INFINITY;
  #labelsTime = Number.NaN;
  /** Whether lines have grown or the playhead has moved since the labels were written. */
  #labelsStale = false;
  readonly #values = new Map<string, string>();

  constructor(chart: ChartContext) {
    this.#chart = chart;
  }

  /**
   * Draws what changed: the plot area (`moved`), the lines (`hasNews`), or the shared time state. A change by pointer or keys is drawn
   * at once; labels and, with reduced motion, the playhead are drawn less often. Calls `follow` before drawing such a change.
   */
  draw(now: number, moved: boolean, hasNews: boolean, follow: () => void): void {
    const { options, loop, plot } = this.#chart;
    if (plot === null) return;
    const { cursor, highlight, brush, playhead } = options.timeView.state;
    const ratio = pixelRatio();
    // A playhead that moves by less than a device pixel is not drawn again.
    const pixel = Math.round(plot.x(playhead) * ratio) / ratio;
    const last = this.#drawn;
    const isUrgent = moved || cursor !== last.cursor || highlight !== last.highlight || brush !== last.brush;
    if (hasNews || playhead !== this.#labelsTime) this.#labelsStale = true;
    if (!isUrgent && pixel === this.#playhead && !this.#labelsStale) return;
    if (cursor === null && !isUrgent && !hasNews && prefersReducedMotion()) {
      const wait = this.#playheadAt + REDUCED_MOTION_STEP - now;
      if (wait > 0) {
        loop.requestAfter(wait);
        return;
      }
    }
    this.#playheadAt = now;
    if (isUrgent) follow();
    if (isUrgent || pixel !== this.#playhead || (hasNews && cursor !== null)) {
      this.#drawCursor(plot, cursor);
      this.#drawPlayhead(plot, pixel);
    }
    this.#drawn = { cursor, highlight, brush };
    this.#playhead = pixel;
    if (options.labels ?? true) this.#drawLabels(plot, now, isUrgent);
  }

  #drawLabels(plot: TimePlot, now: number, isUrgent: boolean): void {
    const { elements, layer, loop, options } = this.#chart;
    const { cursor, playhead, domain } = options.timeView.state;
    const wait = this.#labelsAt + LABEL_INTERVAL - now;
    if (wait > 0) loop.requestAfter(wait);
    if (!isUrgent && wait > 0) return;
    if (wait <= 0) {
      this.#labelsAt = now;
      this.#labelsStale = false;
      this.#labelsTime = playhead;
    }
    if (wait <= 0 || cursor !== null) this.#values.clear();
    const t = cursor ?? Math.max(0, Math.min(playhead, domain[1]));
    const writeValue = ({ trace }: LiveLine): string => {
      const value = this.#values.get(trace.spec.id) ?? formatIn(trace.at(t), plot.unit, false);
      this.#values.set(trace.spec.id, value);
      return value;
    };
    const marks = endLabels({
      plot,
      lines: layer.lines,
      t,
      highlight: highlightedFlow(this.#chart),
      writeValue,
    });
    patchChildren(elements.labels, draw([marks], plot));
  }

  /** Cursor line, its time, and dots on the lines. */
  #drawCursor(plot: TimePlot, t: number | null): void {
    const { elements: e } = this.#chart;
    const x = t === null ? -1 : plot.x(t);
    const isVisible = t !== null && x >= 0 && x <= plot.width;
    e.cursorTime.style.visibility = isVisible ? "visible" : "hidden";
    if (!isVisible) {
      patchChildren(e.cursor, []);
      return;
    }
    const { layout, theme, from, to, width, height, fontSize } = plot;
    text(e.cursorTime, formatTime(t, Math.max(1e-4, Math.min(0.1, (to - from) / width))));
    const half = fontSize * 2.6;
    const left = layout.left + Math.max(half - layout.left, Math.min(width - half * 0.4, x));
    e.cursorTime.style.transform = `translate(${left.toFixed(1)}px,${layout.top + height + 2}px) translateX(-50%)`;
    const at = Math.round(x) + 0.5;
    const line = svg("line", { x1: at, x2: at, y2: height, stroke: theme.muted });
    patchChildren(e.cursor, [line, ...this.#dots(plot, t, x)]);
  }

  #dots(plot: TimePlot, t: number, x: number): SvgNode[] {
    const { layer } = this.#chart;
    const { theme, fontSize, lineWidth, width } = plot;
    const highlight = highlightedFlow(this.#chart);
    const isNamed = layer.live.length > MANY_LINES && highlight !== null;
    const shown = layer.live
      .filter(({ trace: { spec } }) => highlight === null || highlight === (spec.flow ?? spec.id))
      .map(({ trace }) => ({ spec: trace.spec, value: trace.at(t) }))
      .filter(({ value }) => !Number.isNaN(value))
      .slice(0, MAX_DOTS);
    const dots = shown.map(({ spec, value }) =>
      symbolAt(x, plot.y(value), markerShape(spec.style), (lineWidth * 3.5) ** 2, {
        class: "fs-dot",
        fill: colourOf(spec, theme),
        stroke: theme.background,
      }),
    );
    const last = shown.at(-1);
    if (!isNamed || last === undefined) return dots;
    const isLeft = x < width * 0.75;
    const look = {
      class: "fs-named",
      x: x + fontSize * (isLeft ? 0.7 : -0.7),
      y: Math.max(fontSize, plot.y(last.value) - fontSize * 0.6),
      "text-anchor": isLeft ? "start" : "end",
      fill: theme.text,
    };
    const words = `${last.spec.label}  ${formatIn(last.value, plot.unit, false)}`;
    return [...dots, svg("text", { ...look, ...halo(theme, 3) }, words)];
  }

  /** The playhead. Data after it are dimmed by a CSS mask, without repainting them. */
  #drawPlayhead({ width, height, theme }: TimePlot, pixel: number): void {
    const { elements } = this.#chart;
    const isShown = pixel >= 0 && pixel < width - 0.5;
    const line = svg("line", { x1: pixel, x2: pixel, y2: height, stroke: theme.accent });
    patchChildren(elements.playhead, isShown ? [line] : []);
    const x = Math.max(0, Math.min(width, pixel));
    elements.data.style.maskImage =
      x >= width - 0.5
        ? "none"
        : `linear-gradient(to right,#000 ${x.toFixed(1)}px,rgba(0,0,0,0.22) ${x.toFixed(1)}px)`;
  }
}

// The layer above the data: the cursor with its time and its dots on the lines, the playhead, and the labels
// with current values.

import { formatIn } from "../../scenario/units.ts";
import { CHART } from "../../strings/charts.ts";
import { pixelRatio } from "../core/canvas.ts";
import { dimAfterPlayhead, setText } from "../core/dom.ts";
import { draw } from "../core/mark.ts";
import { type SvgNode, svg } from "../core/svg.ts";
import { patchChildren } from "../core/svgDom.ts";
import { formatTime } from "../format.ts";
import { prefersReducedMotion } from "../frame.ts";
import { markerShape, symbolAt } from "../marks/symbol.ts";
import type { TimeState } from "../timeView.ts";
import { type ChartContext, highlightedFlow } from "./context.ts";
import { endLabels } from "./endLabels.ts";
import type { TimePlot } from "./layout.ts";
import { type ChartLine, colourOf } from "./lineLayer.ts";
import { halo } from "./timeMarks.ts";

/**
 * Minimum time between two updates of the values in labels, in ms: faster changes are unreadable. If the page
 * writes numbers at the playhead (`numbersVersion`), the labels change together with these numbers instead.
 */
const LABEL_INTERVAL = 100;
/** With reduced motion, the playhead moves in steps of this many ms. */
const REDUCED_MOTION_STEP = 500;
/**
 * With more lines than this, the line under the pointer is highlighted and its name is written next to the
 * cursor.
 */
export const MANY_LINES = 8;
/** Maximum number of dots on the cursor line. */
const MAX_DOTS = 24;

export class CursorLayer {
  readonly #chart: ChartContext;
  /** Horizontal position at which the playhead is drawn, in pixels. */
  #playheadX = Number.NaN;
  /** The state when this layer was last drawn. */
  #drawn: Partial<Pick<TimeState, "cursor" | "highlight" | "brush" | "showsEffect">> = {};
  /** The wall-clock times, in ms, at which the playhead was drawn and the values of labels were written. */
  #playheadDrawnAt = Number.NEGATIVE_INFINITY;
  #labelsWrittenAt = Number.NEGATIVE_INFINITY;
  /** The playhead, in simulated seconds, when labels were last written. */
  #labelsPlayhead = Number.NaN;
  /** The version of the page's numbers when labels were last written. */
  #labelsVersion = 0;
  /** Whether lines have grown or the playhead has moved since the labels were written. */
  #areLabelsOutdated = false;
  /** The value of each line as written in its label, by the id of the line. */
  readonly #valueTexts = new Map<string, string>();
  #valuesUnit = "";
  /** The simulated time of these values, and whether it was the time of the cursor. */
  #valuesAt = { t: 0, isCursor: false };

  constructor(chart: ChartContext) {
    this.#chart = chart;
  }

  /** Makes the next frame write the values of labels, because the lines show other data. */
  invalidateLabels(): void {
    this.#labelsVersion = -1;
    this.#labelsWrittenAt = Number.NEGATIVE_INFINITY;
  }

  /**
   * Draws if the plot area (`plotChanged`), the lines (`linesGrew`) or the shared time state changed. A
   * change of the plot area, the cursor, the highlight or the selection is drawn at once, after a call of
   * `follow`, which shows the selection and the window. Labels and, with reduced motion, the playhead are
   * drawn less often. `now` is in ms of wall time.
   */
  draw(now: number, plotChanged: boolean, linesGrew: boolean, follow: () => void): void {
    const { options, loop, plot } = this.#chart;
    if (plot === null) return;
    const { cursor, highlight, brush, showsEffect, playhead, numbersVersion } = options.timeView.state;
    const ratio = pixelRatio();
    // A playhead that moves by less than a device pixel is not drawn again.
    const pixel = Math.round(plot.x(playhead) * ratio) / ratio;
    const last = this.#drawn;
    const isUrgent =
      plotChanged ||
      cursor !== last.cursor ||
      highlight !== last.highlight ||
      brush !== last.brush ||
      showsEffect !== last.showsEffect;
    if (linesGrew || playhead !== this.#labelsPlayhead || numbersVersion !== this.#labelsVersion)
      this.#areLabelsOutdated = true;
    if (!isUrgent && pixel === this.#playheadX && !this.#areLabelsOutdated) return;
    if (cursor === null && !isUrgent && !linesGrew && prefersReducedMotion()) {
      const wait = this.#playheadDrawnAt + REDUCED_MOTION_STEP - now;
      if (wait > 0) {
        loop.requestAfter(wait);
        return;
      }
    }
    this.#playheadDrawnAt = now;
    if (isUrgent) follow();
    if (isUrgent || pixel !== this.#playheadX || (linesGrew && cursor !== null)) {
      this.#drawCursor(plot, cursor);
      this.#drawPlayhead(plot, pixel);
    }
    this.#drawn = { cursor, highlight, brush, showsEffect };
    this.#playheadX = pixel;
    if (options.labels ?? true) this.#drawLabels(plot, now, isUrgent);
  }

  #drawLabels(plot: TimePlot, now: number, isUrgent: boolean): void {
    const { elements, layer, loop, options } = this.#chart;
    const { cursor, playhead, domain, numbersVersion } = options.timeView.state;
    const followsPage = numbersVersion > 0;
    const wait = this.#labelsWrittenAt + LABEL_INTERVAL - now;
    const isDue = followsPage ? numbersVersion !== this.#labelsVersion : wait <= 0;
    if (!isDue && !followsPage) loop.requestAfter(wait);
    if (!isUrgent && !isDue) return;
    if (isDue) {
      this.#labelsWrittenAt = now;
      this.#labelsVersion = numbersVersion;
      this.#areLabelsOutdated = false;
      this.#labelsPlayhead = playhead;
    }
    const isCursor = cursor !== null;
    // Without the cursor, the labels state the values at the playhead again. The heading of the labels names
    // the new unit, so values in the old unit must not stay.
    const isOtherUnit = plot.unit.symbol !== this.#valuesUnit;
    this.#valuesUnit = plot.unit.symbol;
    if (isDue || isCursor || isOtherUnit || this.#valuesAt.isCursor) {
      this.#valueTexts.clear();
      this.#valuesAt = { t: cursor ?? Math.max(0, Math.min(playhead, domain[1])), isCursor };
    }
    const { t } = this.#valuesAt;
    const isWholeTenth = Math.abs(t * 10 - Math.round(t * 10)) < 1e-6;
    const time = formatTime(t, isWholeTenth ? 0.1 : 0.01);
    const writeValue = ({ trace }: ChartLine): string => {
      const value = this.#valueTexts.get(trace.spec.id) ?? formatIn(trace.valueAt(t), plot.unit, false);
      this.#valueTexts.set(trace.spec.id, value);
      return value;
    };
    const marks = endLabels({
      plot,
      lines: layer.lines,
      t,
      highlight: highlightedFlow(this.#chart),
      writeValue,
      explains: options.onAsk !== undefined,
      headings: [`${plot.unit.symbol} ${CHART.at(time)}`.trim(), CHART.at(time)],
    });
    patchChildren(elements.labels, draw([marks], plot));
  }

  /** Draws the cursor as a vertical line with its time and with a dot on each data line. */
  #drawCursor(plot: TimePlot, t: number | null): void {
    const { elements: e } = this.#chart;
    const x = t === null ? -1 : plot.x(t);
    const isVisible = t !== null && x >= 0 && x <= plot.width;
    // The time is written below the plot. Without a time axis, it would cover the head of the next chart.
    const hasTime = isVisible && (this.#chart.options.timeAxis ?? true);
    e.cursorTime.style.visibility = hasTime ? "visible" : "hidden";
    if (!isVisible) {
      patchChildren(e.cursor, []);
      return;
    }
    const { layout, theme, from, to, width, height, fontSize } = plot;
    setText(e.cursorTime, formatTime(t, Math.max(1e-4, Math.min(0.1, (to - from) / width))));
    const halfWidth = fontSize * 2.6;
    const left = layout.left + Math.max(halfWidth - layout.left, Math.min(width - halfWidth * 0.4, x));
    e.cursorTime.style.transform = `translate(${left.toFixed(1)}px,${layout.top + height + 2}px) translateX(-50%)`;
    const sharpX = Math.round(x) + 0.5;
    const line = svg("line", { x1: sharpX, x2: sharpX, y2: height, stroke: theme.muted });
    patchChildren(e.cursor, [line, ...this.#dots(plot, t, x)]);
  }

  /** A dot on each line at time `t` and, if one of many lines is highlighted, its name and value. */
  #dots(plot: TimePlot, t: number, x: number): SvgNode[] {
    const { layer } = this.#chart;
    const { theme, fontSize, lineWidth, width } = plot;
    const highlight = highlightedFlow(this.#chart);
    const isNamed = layer.currentLines.length > MANY_LINES && highlight !== null;
    const shown = layer.currentLines
      .filter(({ trace: { spec } }) => highlight === null || highlight === (spec.flow ?? spec.id))
      .map(({ trace }) => ({ spec: trace.spec, value: trace.valueAt(t) }))
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
    const hasSpaceAtRight = x < width * 0.75;
    const look = {
      class: "fs-named",
      x: x + fontSize * (hasSpaceAtRight ? 0.7 : -0.7),
      y: Math.max(fontSize, plot.y(last.value) - fontSize * 0.6),
      "text-anchor": hasSpaceAtRight ? "start" : "end",
      fill: theme.text,
    };
    const nameAndValue = `${last.spec.label}  ${formatIn(last.value, plot.unit, false)}`;
    return [...dots, svg("text", { ...look, ...halo(theme, 3) }, nameAndValue)];
  }

  /** Draws the playhead, and dims the data after it. */
  #drawPlayhead({ width, height, theme }: TimePlot, pixel: number): void {
    const { elements } = this.#chart;
    const isShown = pixel >= 0 && pixel < width - 0.5;
    const line = svg("line", { x1: pixel, x2: pixel, y2: height, stroke: theme.accent });
    patchChildren(elements.playhead, isShown ? [line] : []);
    dimAfterPlayhead(elements.data, pixel, width, this.#chart.options.timeView.state.showsEffect);
  }
}

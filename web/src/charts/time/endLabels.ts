// The labels at the right of a time chart, each near the recent values of its line. On the page, a label also
// shows the line's value.

import { localNumber } from "../../language/localized.ts";
import { formatIn } from "../../scenario/units.ts";
import { draw, type Mark } from "../core/mark.ts";
import { type SvgNode, svg } from "../core/svg.ts";
import { formatTime } from "../format.ts";
import { lineSwatch, markerShape, symbolAt } from "../marks/symbol.ts";
import { type PlacedRow, placedLabels, SLACK } from "../plot/labels.ts";
import { textWidth } from "../textSize.ts";
import { chartTexts } from "../texts/index.ts";
import { dashOf, lineColour } from "../theme.ts";
import type { ChartContext, ChartLine } from "./lineLayer.ts";
import type { TimePlot } from "./timePlot.ts";
import { flowOf, type LineSpec } from "./trace.ts";

export interface EndLabelOptions {
  readonly plot: TimePlot;
  readonly lines: readonly ChartLine[];
  /**
   * A simulated time in seconds. A label is placed at the mean value of its line in a short interval before
   * this time.
   */
  readonly t: number;
  readonly highlight?: string | null;
  /**
   * Returns the current value of a line as text. Without it, labels show no values, as in exported pictures.
   */
  readonly writeValue?: (line: ChartLine) => string;
  /**
   * A heading above the labels that names their values, such as "Mb/s at 12.3 s". The first text that fits is
   * written.
   */
  readonly headings?: readonly string[];
  /** Whether a click on the label of a flow's line explains the flow. */
  readonly explains?: boolean;
}

/**
 * The swatches of the lines are shorter in rows that are narrower than this, in multiples of the font size.
 */
const NARROW_ROW = 9;

/** The height of the rows in a low chart, in multiples of the font size. */
const CLOSE_ROWS = 1.1;

/**
 * The interval before `t` over which a line is averaged for the position of its label, as a share of the
 * visible window.
 */
const AVERAGED_SHARE = 0.04;

type LineRow = PlacedRow & { readonly line: ChartLine };

export function endLabels(options: EndLabelOptions): Mark {
  const { plot, t, highlight = null, headings } = options;
  const { layout, fontSize, height } = plot;
  const lines = options.lines.filter((line) => !line.trace.spec.ghost);
  // In a low chart, the rows are closer to each other if all labels fit then.
  const closeHeight = fontSize * CLOSE_ROWS;
  const isClose =
    lines.length * layout.labelHeight > height && lines.length * closeHeight <= height + 2 * fontSize * SLACK;
  // A small chart needs the space of the heading for its labels.
  const hasSpace = (lines.length + 1) * layout.labelHeight <= height;
  const fits = (text: string): boolean => textWidth(text, fontSize) * 1.08 <= layout.right;
  const heading = hasSpace ? (headings?.find(fits) ?? "") : "";
  const placement = {
    highlight,
    rowHeight: isClose ? closeHeight : layout.labelHeight,
    headHeight: heading === "" ? 0 : layout.labelHeight,
    orderOf: (shown: readonly LineRow[]) =>
      orderOf(
        shown.map(({ line }) => line),
        t,
      ),
  };
  return () => [
    ...(heading === "" ? [] : [headingNode(plot, heading)]),
    ...placedLabels(
      lines.map((line) => rowOf(line, options)),
      plot,
      placement,
    ),
  ];
}

function headingNode({ layout, theme, width, fontSize }: TimePlot, heading: string): SvgNode {
  const look = {
    class: "fs-label-heading",
    x: width + layout.right,
    y: layout.labelHeight / 2 - fontSize * SLACK + fontSize * 0.35,
    "text-anchor": "end",
    fill: theme.muted,
  };
  return svg("text", look, heading);
}

function rowOf(line: ChartLine, { plot, t, writeValue, explains = false }: EndLabelOptions): LineRow {
  const { layout, fontSize, height } = plot;
  const { spec } = line.trace;
  const mean = recentMean(line, t, plot.to - plot.from);
  // A line with a tip shows a model, not a flow, so a click on its label explains no flow.
  const explainsFlow = explains && spec.flow !== undefined && spec.tip === undefined;
  const isNarrow = layout.right - fontSize * 0.5 < fontSize * NARROW_ROW;
  const swatchWidth = fontSize * (isNarrow ? 0.9 : 1.5);
  return {
    line,
    flow: flowOf(spec),
    label: spec.label,
    value: writeValue?.(line) ?? "",
    swatch: swatchNodes(spec, swatchWidth, plot),
    indent: swatchWidth + fontSize * 0.4,
    explains: explainsFlow,
    tip: explainsFlow ? chartTexts.explain({ flow: spec.label }) : spec.tip,
    at: Math.max(0, Math.min(height, plot.y(Number.isNaN(mean) ? 0 : mean))),
    rank: rankOf(spec, mean),
  };
}

/**
 * If not all lines have labels, groups are chosen first, then the lines with the largest values. Lines of
 * models come after the lines of flows, because they only help to understand them.
 */
function rankOf({ view, detail }: LineSpec, mean: number): number {
  if (view.kind === "group") return Number.MAX_VALUE;
  if (detail) return -2;
  return Number.isNaN(mean) ? -1 : mean;
}

function swatchNodes(spec: LineSpec, width: number, { layout, theme }: TimePlot): readonly SvgNode[] {
  const stroke = lineColour(spec, theme);
  const line = lineSwatch(width, stroke, layout.lineWidth * 1.4, dashOf(spec.style, theme) ?? "none");
  if (spec.style.marker === 0) return [line];
  return [
    line,
    symbolAt(width / 2, 0, markerShape(spec.style), (layout.lineWidth * 2.8) ** 2, { fill: stroke }),
  ];
}

/**
 * The indices of the lines, ordered by their values at `t` from the highest to the lowest. The labels show
 * these values. Lines without a value come last.
 */
export function orderOf(
  lines: readonly { readonly trace: { valueAt(t: number): number } }[],
  t: number,
): number[] {
  const values = lines.map(({ trace }) => trace.valueAt(t));
  const rank = (index: number): number => {
    const value = values[index] ?? Number.NaN;
    return Number.isNaN(value) ? Number.NEGATIVE_INFINITY : value;
  };
  return lines.map((_, index) => index).sort((a, b) => (rank(a) === rank(b) ? a - b : rank(b) - rank(a)));
}

/** On an axis up to this value, in its unit, a value below 1 has all its digits. */
const SHORT_AXIS = 5;

/** A value in a label. Next to larger values, a value below 1 has two decimals, so that they do not jump. */
export function labelValue(value: number, { unit, top }: Pick<TimePlot, "unit" | "top">): string {
  const scaled = value / unit.factor;
  const isSmall = scaled >= 0 && scaled < 1 && top / unit.factor > SHORT_AXIS;
  return isSmall ? localNumber(scaled.toFixed(2)) : formatIn(value, unit, false);
}

/** The mean value of a line in a short interval before `t`. */
function recentMean({ trace }: ChartLine, t: number, visible: number): number {
  const until = Math.min(t, trace.end);
  return trace.sampledMean(Math.max(0, until - AVERAGED_SHARE * visible), until);
}

/**
 * Minimum time between two updates of the values in labels, in ms: faster changes are unreadable. If the page
 * writes numbers at the playhead (`numbersVersion`), the labels change together with these numbers instead.
 */
const LABEL_INTERVAL = 100;

export class ValueLabels {
  readonly #chart: ChartContext;
  /** The wall-clock time in ms at which values were written. */
  #writtenAt = Number.NEGATIVE_INFINITY;
  /** The playhead, in simulated seconds, and the version of the page's numbers when values were written. */
  #playhead = Number.NaN;
  #version = 0;
  /** Whether lines have grown since values were written. */
  #isOutdated = false;
  /** The value of each line as written in its label, by the id of the line. */
  readonly #texts = new Map<string, string>();
  #unit = "";
  /** The simulated time of these values, and whether it was the time of the cursor. */
  #valuesAt = { t: 0, isCursor: false };

  constructor(chart: ChartContext) {
    this.#chart = chart;
  }

  /** Makes the next frame write the values, because the lines show other data. */
  invalidate(): void {
    this.#version = -1;
    this.#writtenAt = Number.NEGATIVE_INFINITY;
  }

  /** The lines have grown. */
  outdate(): void {
    this.#isOutdated = true;
  }

  /** The labels, or null if they stay. `now` is in ms of wall time. */
  draw(area: TimePlot, now: number, isUrgent: boolean): readonly SvgNode[] | null {
    const { layer, plot, highlight } = this.#chart;
    const { options, loop } = plot;
    const { cursor, playhead, domain, numbersVersion } = options.timeView.state;
    if (!isUrgent && !this.#isOutdated && playhead === this.#playhead && numbersVersion === this.#version)
      return null;
    const followsPage = numbersVersion > 0;
    const wait = this.#writtenAt + LABEL_INTERVAL - now;
    const isDue = followsPage ? numbersVersion !== this.#version : wait <= 0;
    if (!isDue && !followsPage) loop.requestAfter(wait);
    if (!isUrgent && !isDue) return null;
    if (isDue) {
      this.#writtenAt = now;
      this.#version = numbersVersion;
      this.#isOutdated = false;
      this.#playhead = playhead;
    }
    const isCursor = cursor !== null;
    // Without the cursor, the labels state the values at the playhead again. The heading of the labels names
    // the new unit, so values in the old unit must not stay.
    const isOtherUnit = area.unit.symbol !== this.#unit;
    this.#unit = area.unit.symbol;
    if (isDue || isCursor || isOtherUnit || this.#valuesAt.isCursor) {
      this.#texts.clear();
      this.#valuesAt = { t: cursor ?? Math.max(0, Math.min(playhead, domain[1])), isCursor };
    }
    const { t } = this.#valuesAt;
    const isWholeTenth = Math.abs(t * 10 - Math.round(t * 10)) < 1e-6;
    const time = chartTexts.at({ time: formatTime(t, isWholeTenth ? 0.1 : 0.01) });
    const writeValue = ({ trace }: ChartLine): string => {
      const value = this.#texts.get(trace.spec.id) ?? labelValue(trace.valueAt(t), area);
      this.#texts.set(trace.spec.id, value);
      return value;
    };
    const marks = endLabels({
      plot: area,
      lines: layer.lines,
      t,
      highlight,
      writeValue,
      explains: options.onAsk !== undefined && (options.labelsAsk ?? true),
      headings: [`${area.unit.symbol} ${time}`.trim(), time],
    });
    return draw([marks], area);
  }
}

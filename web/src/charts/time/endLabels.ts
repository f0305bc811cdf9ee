// The labels at the right of a time chart, each near the recent values of its line. On the page, a label also
// shows the line's value.

import { CHART } from "../../strings/charts.ts";
import type { Mark } from "../core/mark.ts";
import { type SvgNode, svg } from "../core/svg.ts";
import { markerShape, symbolAt } from "../marks/symbol.ts";
import { fitText, textWidth } from "../textSize.ts";
import { placeLabels } from "./labelColumn.ts";
import { type ChartLine, colourOf, dashOf } from "./lineLayer.ts";
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

/** The rows of the labels. */
interface LabelRows {
  readonly lines: readonly ChartLine[];
  /** The middle of each row, in pixels. */
  readonly centres: readonly number[];
  readonly height: number;
  readonly width: number;
  /** The length of the swatches of the lines, in pixels. */
  readonly swatchWidth: number;
  /** The text above the labels, or "". */
  readonly heading: string;
  /** The number of lines without a label. */
  readonly unlabelled: number;
}

export function endLabels(options: EndLabelOptions): Mark {
  const rows = layOutRows(options);
  return () => [
    ...(rows.heading === "" ? [] : [headingNode(options.plot, rows.heading)]),
    ...rows.lines.map((line, i) => labelNode(line, rows, rows.centres[i] ?? 0, options)),
    ...(rows.unlabelled > 0 ? [moreNode(options.plot, rows.unlabelled)] : []),
  ];
}

/**
 * Rows may extend beyond the plot by this much, above the first label and below the last one, in multiples of
 * the font size.
 */
const SLACK = 0.4;

function layOutRows({ plot, lines, t, highlight = null, headings }: EndLabelOptions): LabelRows {
  const { layout, from, to, fontSize, height } = plot;
  const currentLines = lines.filter((line) => !line.trace.spec.ghost);
  const slack = fontSize * SLACK;
  // In a low chart, the rows are closer to each other if all labels fit then.
  const closeHeight = fontSize * CLOSE_ROWS;
  const isClose =
    currentLines.length * layout.labelHeight > height &&
    currentLines.length * closeHeight <= height + 2 * slack;
  const rowHeight = isClose ? closeHeight : layout.labelHeight;
  // A small chart needs the space of the heading for its labels.
  const hasSpace = (currentLines.length + 1) * layout.labelHeight <= height;
  const fits = (text: string): boolean => textWidth(text, fontSize) * 1.08 <= layout.right;
  const heading = hasSpace ? (headings?.find(fits) ?? "") : "";
  const headHeight = heading === "" ? 0 : layout.labelHeight;
  const maxLabels = isClose
    ? currentLines.length
    : Math.max(1, Math.floor((height - headHeight) / layout.labelHeight));
  const meanOf = (line: ChartLine): number => recentMean(line, t, to - from);
  const labelled =
    currentLines.length <= maxLabels
      ? currentLines
      : chooseLines(currentLines, Math.max(1, maxLabels - 1), highlight, meanOf);
  const wantedCentres = labelled.map((line) => {
    const mean = meanOf(line);
    return Math.max(0, Math.min(height, plot.y(Number.isNaN(mean) ? 0 : mean)));
  });
  const unlabelled = currentLines.length - labelled.length;
  const bottom = height + slack - (unlabelled > 0 ? layout.labelHeight : 0);
  const width = layout.right - fontSize * 0.5;
  return {
    lines: labelled,
    centres: placeLabels(wantedCentres, rowHeight, headHeight - slack, bottom, orderOf(labelled, t)),
    height: rowHeight,
    width,
    swatchWidth: fontSize * (width < fontSize * NARROW_ROW ? 0.9 : 1.5),
    heading,
    unlabelled,
  };
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

/** The row that counts the lines without a label. */
const moreNode = ({ theme, width, height, fontSize }: TimePlot, count: number): SvgNode =>
  svg(
    "text",
    { x: width + fontSize * 0.5, y: height + fontSize * 0.35, fill: theme.muted },
    CHART.more(count),
  );

/** The label of a line: a swatch of the line, its name and its value. */
function labelNode(
  line: ChartLine,
  rows: LabelRows,
  centre: number,
  { plot, highlight = null, writeValue, explains = false }: EndLabelOptions,
): SvgNode {
  const { theme, fontSize } = plot;
  const { spec } = line.trace;
  const flow = flowOf(spec);
  const value = writeValue === undefined ? "" : writeValue(line);
  const valueWidth = value === "" ? 0 : textWidth(value, fontSize) * 1.08 + fontSize * 0.4;
  const isFaded = highlight !== null && highlight !== flow;
  // A line with a tip shows a model, not a flow, so a click on its label explains no flow.
  const explainsFlow = explains && spec.flow !== undefined && spec.tip === undefined;
  const at = { y: fontSize * 0.35, fill: theme.text };
  const nameAt = rows.swatchWidth + fontSize * 0.4;
  const row = {
    class: `fs-label${explainsFlow ? " fs-explains" : ""}${isFaded ? " fs-faded" : ""}`,
    "data-flow": flow,
    transform: `translate(${plot.width + fontSize * 0.5},${centre.toFixed(1)})`,
  };
  return svg("g", row, [
    ...(spec.tip ? [svg("title", {}, spec.tip)] : []),
    svg("rect", { y: -rows.height / 2, width: rows.width, height: rows.height, fill: "none" }),
    ...swatchNodes(spec, rows.swatchWidth, plot),
    svg(
      "text",
      { class: "fs-name", x: nameAt, ...at },
      fitText(spec.label, fontSize, rows.width - nameAt - valueWidth),
    ),
    svg("text", { class: "fs-value", x: rows.width, "text-anchor": "end", "font-weight": 600, ...at }, value),
    ...(explainsFlow ? [svg("title", {}, CHART.explain(spec.label))] : []),
  ]);
}

function swatchNodes(spec: LineSpec, width: number, { layout, theme }: TimePlot): readonly SvgNode[] {
  const stroke = colourOf(spec, theme);
  const line = svg("line", {
    x2: width,
    stroke,
    "stroke-width": layout.lineWidth * 1.4,
    "stroke-dasharray": dashOf(spec.style, theme).join(" ") || "none",
  });
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

/** The mean value of a line in a short interval before `t`. */
function recentMean({ trace }: ChartLine, t: number, visible: number): number {
  const until = Math.min(t, trace.end);
  return trace.sampledMean(Math.max(0, until - AVERAGED_SHARE * visible), until);
}

/**
 * At most `count` lines, in their order. Lines of the highlighted flow are chosen first, then groups, then
 * the lines with the largest values.
 */
function chooseLines(
  lines: readonly ChartLine[],
  count: number,
  highlight: string | null,
  value: (line: ChartLine) => number,
): ChartLine[] {
  const rank = (line: ChartLine): number => {
    if (flowOf(line.trace.spec) === highlight) return Number.POSITIVE_INFINITY;
    if (line.trace.spec.view.kind === "group") return Number.MAX_VALUE;
    // Lines of models come after the lines of flows, because they only help to understand them.
    if (line.trace.spec.detail) return -2;
    const recent = value(line);
    return Number.isNaN(recent) ? -1 : recent;
  };
  const ranked = lines.map((line) => ({ line, rank: rank(line) })).sort((a, b) => b.rank - a.rank);
  const chosen = new Set(ranked.slice(0, Math.max(0, count)).map(({ line }) => line));
  return lines.filter((line) => chosen.has(line));
}

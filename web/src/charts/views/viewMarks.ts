// The marks of views: symbols, curves, guides to the axes, and labels at the right. Their channels are functions of rows, and their
// appearance is that of a flow or group in all charts.
import { least } from "d3-array";
import { type Attributes, type SvgNode, svg } from "../core/svg.ts";
import { markerShape, symbolAt } from "../marks/symbol.ts";
import { fitText, textWidth } from "../textSize.ts";
import { dashOf } from "../time/lineLayer.ts";
import type { ViewMark } from "./declare.ts";
import { colourOfKey, opacityOf } from "./plot.ts";
import type { ViewKey, ViewPlot } from "./types.ts";

/** The appearance of the curve of a flow or group. */
export const strokeOf = (key: ViewKey, plot: ViewPlot): Attributes => ({
  fill: "none",
  stroke: colourOfKey(key, plot.theme),
  "stroke-width": plot.lineWidth * (key.ghost ? 0.6 : 1),
  "stroke-dasharray": dashOf(key.style, plot.theme).join(" ") || null,
  opacity: opacityOf(key, plot),
});

/** The marker of a flow or group at a point in the units of the data. `size` is its width as a multiple of the width of lines. */
export const markerAt = (
  key: ViewKey,
  x: number,
  y: number,
  size: number,
  plot: ViewPlot,
  look: Attributes,
): SvgNode =>
  symbolAt(plot.x(x) ?? 0, plot.y(y) ?? 0, markerShape(key.style), (plot.lineWidth * size) ** 2, look);

/** The rows in the order in which they are drawn: those of the highlighted flow or group last. */
export const highlightLast = <Row extends { readonly line: ViewKey }>(
  rows: readonly Row[],
  { highlight }: ViewPlot,
): readonly Row[] =>
  highlight === null
    ? rows
    : [...rows].sort((a, b) => Number(a.line.id === highlight) - Number(b.line.id === highlight));

/** The channels of dots. */
export interface DotChannels<Row> {
  readonly x: (row: Row) => number;
  readonly y: (row: Row) => number;
  /** The width of a dot as a multiple of the width of lines. */
  readonly size?: (row: Row) => number;
}

/** The pointer reaches a dot from this distance in pixels. */
const DOT_REACH = 60;
const DOT_SIZE = 5.5;

/** A dot per row, in the colour and with the marker of its flow or group. The pointer reaches the nearest dot. */
export function dots<Row extends { readonly line: ViewKey }>(
  rows: readonly Row[],
  { x, y, size = ({ line }) => (line.ghost ? 3.5 : DOT_SIZE) }: DotChannels<Row>,
): ViewMark {
  const current = rows.filter(({ line }) => !line.ghost);
  return {
    draw: (plot) =>
      highlightLast(rows, plot).map((row) =>
        markerAt(row.line, x(row), y(row), size(row), plot, {
          fill: colourOfKey(row.line, plot.theme),
          stroke: plot.theme.background,
          "stroke-width": 1.5,
          opacity: opacityOf(row.line, plot),
          "data-flow": row.line.id,
        }),
      ),
    hit: (px, py, plot) => {
      const distance = (row: Row): number =>
        Math.hypot((plot.x(x(row)) ?? 0) - px, (plot.y(y(row)) ?? 0) - py);
      const nearest = least(current, distance);
      return nearest && distance(nearest) < DOT_REACH ? { line: nearest.line.id } : null;
    },
  };
}

/** Dashed lines from a point in pixels to both axes. */
export function guidesTo(x: number, y: number, plot: ViewPlot): SvgNode[] {
  const look = { stroke: plot.theme.muted, "stroke-dasharray": "2 3" };
  return [
    svg("line", { x1: x, x2: x, y1: y, y2: plot.height, ...look }),
    svg("line", { x1: 0, x2: x, y1: y, y2: y, ...look }),
  ];
}

/** A label at the right of a view over time. */
export interface LabelRow {
  /** The flow or group that the pointer highlights at the label. */
  readonly key?: ViewKey | undefined;
  readonly label: string;
  readonly value: string;
  readonly sample?: SvgNode | undefined;
  /** The distance of the name from the left end, as a multiple of the font size. */
  readonly indent: number;
  /** Whether the name is a heading. */
  readonly isHeading?: boolean;
}

/** A square in the colour of a flow or group. */
export const squareSample = (key: ViewKey, { fontSize, theme }: ViewPlot, look: Attributes = {}): SvgNode =>
  svg("rect", {
    y: -fontSize * 0.4,
    width: fontSize * 0.8,
    height: fontSize * 0.8,
    rx: 2,
    fill: colourOfKey(key, theme),
    ...look,
  });

/** Labels at heights in pixels. The whole row of a label is a target of the pointer. */
export const placedLabels = (rows: readonly LabelRow[], places: readonly number[], plot: ViewPlot) =>
  rows.map((row, i) => labelNode(row, places[i] ?? 0, plot, true));

/** Labels below each other, as many as there is space for. */
export function listedLabels(rows: readonly LabelRow[], plot: ViewPlot): SvgNode[] {
  const { layout, fontSize, height } = plot;
  return rows
    .slice(0, Math.max(1, Math.floor((height + fontSize) / layout.labelHeight)))
    .map((row, i) => labelNode(row, fontSize * 0.3 + i * layout.labelHeight, plot, false));
}

function labelNode(row: LabelRow, y: number, plot: ViewPlot, isTarget: boolean): SvgNode {
  const { layout, theme, fontSize, width, highlight } = plot;
  const { key, label, value, sample, indent } = row;
  const rowWidth = layout.right - fontSize * 0.5;
  const room = rowWidth - fontSize * (indent + 0.5) - textWidth(value, fontSize) * 1.08;
  const text = { y: fontSize * 0.35, fill: row.isHeading ? theme.muted : theme.text };
  const end = { x: rowWidth, "text-anchor": "end", "font-weight": 600, ...text, fill: theme.text };
  const target = { y: -layout.labelHeight / 2, width: rowWidth, height: layout.labelHeight, fill: "none" };
  const isFaded = key !== undefined && highlight !== null && highlight !== key.id;
  return svg(
    "g",
    {
      class: isFaded ? "fs-label fs-faded" : "fs-label",
      "data-flow": key?.id,
      transform: `translate(${width + fontSize * 0.5},${y.toFixed(1)})`,
    },
    [
      ...(isTarget ? [svg("rect", target)] : []),
      ...(sample ? [sample] : []),
      svg("text", { class: "fs-name", x: fontSize * indent, ...text }, fitText(label, fontSize, room)),
      svg("text", { class: "fs-value", ...end }, value),
    ],
  );
}

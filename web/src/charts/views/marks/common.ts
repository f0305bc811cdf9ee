// The appearance of flows and groups, which is the same in all views, and other parts that marks share.

import { least } from "d3-array";
import { type Attributes, type SvgNode, svg } from "../../core/svg.ts";
import { markerShape, symbolAt } from "../../marks/symbol.ts";
import { dashOf, halo, lineColour } from "../../theme.ts";
import { opacityOf } from "../plot.ts";
import type { ViewKey, ViewPlot } from "../types.ts";

/** The appearance of the curve of a flow or group. */
export const strokeOf = (key: ViewKey, plot: ViewPlot): Attributes => ({
  fill: "none",
  stroke: lineColour(key, plot.theme),
  "stroke-width": plot.lineWidth * (key.ghost ? 0.6 : 1),
  "stroke-dasharray": dashOf(key.style, plot.theme),
  opacity: opacityOf(key, plot),
});

/** The appearance of an area in the colour of a flow or group. */
export const fillOf = (key: ViewKey, plot: ViewPlot, opacity: number): Attributes => ({
  fill: lineColour(key, plot.theme),
  "fill-opacity": opacity,
  opacity: opacityOf(key, plot),
});

/** A square in the colour of a flow or group. */
export const squareSwatch = (key: ViewKey, { fontSize, theme }: ViewPlot, look: Attributes = {}): SvgNode =>
  svg("rect", {
    y: -fontSize * 0.4,
    width: fontSize * 0.8,
    height: fontSize * 0.8,
    rx: 2,
    fill: lineColour(key, theme),
    ...look,
  });

/** A point in the units of the data, in pixels. */
export const pixelsOf = (x: number, y: number, plot: ViewPlot): readonly [number, number] => [
  plot.x(x) ?? 0,
  plot.y(y) ?? 0,
];

/**
 * The marker of a flow or group at a point in the units of the data. `size` is its width as a multiple of the
 * width of lines.
 */
export const markerAt = (
  key: ViewKey,
  x: number,
  y: number,
  size: number,
  plot: ViewPlot,
  look: Attributes,
): SvgNode => symbolAt(...pixelsOf(x, y, plot), markerShape(key.style), (plot.lineWidth * size) ** 2, look);

/** The rows in the order in which they are drawn: those of the highlighted flow or group last. */
export const highlightLast = <Row extends { readonly line: ViewKey }>(
  rows: readonly Row[],
  { highlight }: ViewPlot,
): readonly Row[] =>
  highlight === null
    ? rows
    : [...rows].sort((a, b) => Number(a.line.id === highlight) - Number(b.line.id === highlight));

/** Dashed lines from a point in pixels to both axes. */
export function guidesTo(x: number, y: number, plot: ViewPlot): SvgNode[] {
  const look = { stroke: plot.theme.muted, "stroke-dasharray": "2 3" };
  return [
    svg("line", { x1: x, x2: x, y1: y, y2: plot.height, ...look }),
    svg("line", { x1: 0, x2: x, y1: y, y2: y, ...look }),
  ];
}

/** A reference line between two points in pixels. */
export const referenceLine = (
  at: { readonly x1: number; readonly y1?: number; readonly x2: number; readonly y2: number },
  dashes: string,
  { theme, lineWidth }: ViewPlot,
): SvgNode =>
  svg("line", {
    ...at,
    stroke: theme.muted,
    "stroke-width": lineWidth * 0.85,
    "stroke-dasharray": dashes,
  });

/** A muted text in the plot, at a position in pixels. */
export const noteAt = (
  text: string,
  at: { readonly x: number; readonly y: number; readonly "text-anchor"?: string },
  { theme }: ViewPlot,
): SvgNode => svg("text", { ...at, fill: theme.muted, ...halo(theme) }, text);

/**
 * The curve that is nearest to the pointer in the vertical direction, if it is within reach. `heightOf`
 * returns pixels, or NaN.
 */
export function nearestCurve<Row>(
  rows: readonly Row[],
  y: number,
  reach: number,
  heightOf: (row: Row) => number,
): Row | undefined {
  const distance = (row: Row): number => Math.abs(heightOf(row) - y);
  const nearest = least(rows, distance);
  return nearest !== undefined && distance(nearest) < reach ? nearest : undefined;
}

/** The time at a horizontal position of a view over time. */
export const timeAt = (x: number, { time }: ViewPlot): number => time?.invert(x) ?? 0;

// Curves of a distribution: the cumulative shares of its values, the shares above them, or the shares within
// classes.

import { range } from "d3-array";
import { curveLinear, curveStepAfter } from "d3-shape";
import { path, type SvgNode, svg } from "../../core/svg.ts";
import { areaMark, lineOutline } from "../../marks/line.ts";
import { halo, lineColour } from "../../theme.ts";
import { cumulativeCurve, type Distribution } from "../distribution.ts";
import { opacityOf } from "../plot.ts";
import type { Span, ViewKey, ViewPlot } from "../types.ts";
import { fillOf, guidesTo, markerAt, pixelsOf, strokeOf } from "./common.ts";

interface DistributionRow {
  readonly line: ViewKey;
  readonly distribution: Distribution;
}

/**
 * The share of the values up to each value or, in the tail, above it. A sketch connects the values with
 * straight lines.
 */
export function cumulativeNodes(
  { line, distribution }: DistributionRow,
  { isTail, isSketch }: { readonly isTail: boolean; readonly isSketch: boolean },
  plot: ViewPlot,
): SvgNode[] {
  const { values, shares } = cumulativeCurve(distribution);
  // The curve begins at share 0 below the smallest value and stays at 1 beyond the largest.
  const far = (values.at(-1) ?? 0) * 1e3 + 1;
  const x = [values[0] ?? 0, ...values, far].map((value) => Math.min(1e6, plot.x(value) ?? 0));
  const y = [isSketch ? (shares[0] ?? 0) : 0, ...shares, 1].map((share) => {
    const shown = isTail ? 1 - share : share;
    // On a logarithmic scale, 0 is infinitely far below the plot.
    return isTail && shown <= 0 ? plot.height * 2 : (plot.y(shown) ?? 0);
  });
  const isStraight = isSketch || values.length < distribution.values.length;
  return [path(lineOutline(x, y, isStraight ? curveLinear : curveStepAfter), strokeOf(line, plot))];
}

/** The share within each class of equal width between two values. */
export function histogramNodes(
  line: ViewKey,
  shares: readonly number[],
  [low, top]: Span,
  plot: ViewPlot,
): SvgNode[] {
  const edge = (k: number): number => low + (k * (top - low)) / shares.length;
  const x = range(shares.length).flatMap((k) => [edge(k), edge(k + 1)]);
  const y2 = shares.flatMap((share) => [share, share]);
  const [xs, ys] = [x.map((value) => plot.x(value) ?? 0), y2.map((share) => plot.y(share) ?? 0)];
  return [
    ...areaMark({ x, y1: y2.map(() => 0), y2 }, fillOf(line, plot, line.ghost ? 0 : 0.16))(plot),
    path(lineOutline(xs, ys), strokeOf(line, plot)),
  ];
}

/** The marker of a flow or group at a point of its curve. */
export const curveDot = (
  line: ViewKey,
  [x, y]: readonly [x: number, y: number],
  plot: ViewPlot,
  size = 3.5,
): SvgNode =>
  markerAt(line, x, y, size, plot, {
    class: "fs-dot",
    fill: lineColour(line, plot.theme),
    stroke: plot.theme.background,
    opacity: opacityOf(line, plot),
  });

/** A point of a curve with dashed lines to both axes and a text. */
export function namedPoint(
  line: ViewKey,
  point: readonly [x: number, y: number],
  text: string,
  plot: ViewPlot,
): SvgNode[] {
  const { theme, fontSize, width, height } = plot;
  const [x, y] = pixelsOf(...point, plot);
  const isLeft = x < width * 0.6;
  const look = { class: "fs-named", fill: theme.text, ...halo(theme) };
  const at = {
    x: x + fontSize * (isLeft ? 0.7 : -0.7),
    y: Math.max(fontSize, Math.min(height - fontSize * 0.4, y + fontSize * 1.3)),
    "text-anchor": isLeft ? "start" : "end",
  };
  return [...guidesTo(x, y, plot), curveDot(line, point, plot), svg("text", { ...look, ...at }, text)];
}

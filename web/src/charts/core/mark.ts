// Marks and channels, as in Observable Plot. A mark is drawn from its channels: columns of data, of which
// positions (names that begin with x or y) are first converted to pixels. A chart is a list of marks on one
// plot area. The nodes that marks return are shown in the page's SVG, painted on canvas or written to files.
import type { ChartTheme } from "../theme.ts";
import { type Scale, scaleColumn } from "./scales.ts";
import type { SvgNode } from "./svg.ts";

/**
 * The area in which marks are drawn: scales, size in pixels, and appearance. The origin is the top left
 * corner of the plot.
 */
export interface PlotArea {
  readonly x: Scale;
  readonly y: Scale;
  readonly width: number;
  readonly height: number;
  readonly fontSize: number;
  readonly lineWidth: number;
  readonly theme: ChartTheme;
}

/** A column of data: the values of one channel for all items of a mark. */
export type Column = readonly number[] | Float64Array | Uint8Array;

/** Draws something on a plot area, as SVG nodes. */
export type Mark = (plot: PlotArea) => readonly SvgNode[];

/**
 * Makes a mark from its channels. Channels whose names begin with x or y are converted to pixels by the
 * plot's scale x or y; other channels are passed to `draw` unchanged.
 */
export function mark<Name extends string>(
  channels: Readonly<Record<Name, Column>>,
  draw: (columns: Readonly<Record<Name, Column>>, plot: PlotArea) => readonly SvgNode[],
): Mark {
  return (plot) => {
    const columns: Record<Name, Column> = { ...channels };
    for (const name in channels) {
      if (name.startsWith("x")) columns[name] = scaleColumn(channels[name], plot.x);
      else if (name.startsWith("y")) columns[name] = scaleColumn(channels[name], plot.y);
    }
    return draw(columns, plot);
  };
}

/** Draws marks in order: the last mark is on top. */
export function draw(marks: readonly Mark[], plot: PlotArea): SvgNode[] {
  return marks.flatMap((oneMark) => oneMark(plot));
}

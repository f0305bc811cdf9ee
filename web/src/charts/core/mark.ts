// Marks and channels, in the manner of Observable Plot: a mark is given columns of data, which are converted to pixels
// before it draws. A chart is a list of marks on one plot area. The same marks are shown in the page's SVG, painted on canvas
// and written to files.
import type { ChartTheme } from "../theme.ts";
import { type Scale, scaleColumn } from "./scales.ts";
import type { SvgNode } from "./svg.ts";

/** Where marks are drawn: scales, size in pixels, and appearance. The origin is the top left corner of the plot. */
export interface PlotArea {
  readonly x: Scale;
  readonly y: Scale;
  readonly width: number;
  readonly height: number;
  readonly fontSize: number;
  readonly lineWidth: number;
  readonly theme: ChartTheme;
}

/** A column of data: the same channel of all items of a mark. */
export type Column = readonly number[] | Float64Array | Uint8Array;

export type Mark = (plot: PlotArea) => readonly SvgNode[];

/**
 * A mark from its channels. Channels whose names begin with x or y are converted by that scale of the plot; others reach
 * `draw` as they are.
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

/** Draws marks in their order: the last one lies on top. */
export function draw(marks: readonly Mark[], plot: PlotArea): SvgNode[] {
  return marks.flatMap((each) => each(plot));
}

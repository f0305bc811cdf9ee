// Ellipses of one standard deviation around a mean.
import { svg } from "../../core/svg.ts";
import { dashOf } from "../../theme.ts";
import { type Moments, sigmaEllipse } from "../ellipse.ts";
import { colourOfKey, opacityOf } from "../plot.ts";
import type { ViewKey, ViewMark, ViewPlot } from "../types.ts";
import { highlightLast, pixelsOf } from "./common.ts";

interface EllipseRow {
  readonly line: ViewKey;
  readonly moments: Moments;
}

/** With more ellipses than this, they are not filled: their colours would cover each other. */
const MANY = 12;

/** An ellipse per row. */
export function ellipses(rows: readonly EllipseRow[]): ViewMark {
  const isMany = rows.filter(({ line }) => !line.ghost).length > MANY;
  return {
    draw: (plot) => highlightLast(rows, plot).flatMap((row) => ellipseNodes(row, plot, isMany)),
  };
}

/** Pixels per unit of both axes, which are linear. */
function pixelsPerUnit(plot: ViewPlot): readonly [number, number] {
  const [[x0, y0], [x1, y1]] = [pixelsOf(0, 0, plot), pixelsOf(1, 1, plot)];
  return [x1 - x0, y1 - y0];
}

function ellipseNodes({ line, moments }: EllipseRow, plot: ViewPlot, isOneOfMany: boolean) {
  const { major, minor, angle } = sigmaEllipse(moments, ...pixelsPerUnit(plot));
  if (!(major > 0)) return [];
  const colour = colourOfKey(line, plot.theme);
  const round = (value: number): number => Math.round(value * 100) / 100;
  const [cx, cy] = pixelsOf(moments.meanX, moments.meanY, plot).map(round);
  return [
    svg("ellipse", {
      rx: major,
      // An ellipse without any extent in one direction would be invisible.
      ry: Math.max(0.75, minor),
      transform: `translate(${cx},${cy}) rotate(${round((angle * 180) / Math.PI)})`,
      fill: colour,
      "fill-opacity": line.ghost || isOneOfMany ? 0 : 0.14,
      stroke: colour,
      "stroke-width": plot.lineWidth * (line.ghost || isOneOfMany ? 0.6 : 1),
      "stroke-dasharray": line.ghost ? "5 3" : dashOf(line.style, plot.theme),
      opacity: opacityOf(line, plot),
    }),
  ];
}

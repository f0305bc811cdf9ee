// Ellipses of one standard deviation around a mean.

import { svg } from "../../core/svg.ts";
import { dashOf, lineColour } from "../../theme.ts";
import { opacityOf } from "../plot.ts";
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
  const colour = lineColour(line, plot.theme);
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

// The ellipse of one standard deviation around the mean of points in a plane, as goodput against delay is
// drawn in the literature (Winstein and Balakrishnan, "TCP ex Machina", 2013). Its axes are the eigenvectors
// of the covariance matrix, and its semi-axes the square roots of the eigenvalues.

/**
 * The means, variances and the covariance of points. Variances are population variances: they are divided by
 * the number of points.
 */
export interface Moments {
  readonly count: number;
  readonly meanX: number;
  readonly meanY: number;
  readonly varX: number;
  readonly varY: number;
  readonly cov: number;
}

/** The moments of the points whose coordinates are both numbers. Without any, the means are NaN. */
export function momentsOf(x: ArrayLike<number>, y: ArrayLike<number>): Moments {
  // Welford's method: sums of squares of large numbers with small differences would lose all digits.
  let [count, meanX, meanY, squaresX, squaresY, products] = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < Math.min(x.length, y.length); i += 1) {
    const [a, b] = [x[i] ?? Number.NaN, y[i] ?? Number.NaN];
    if (Number.isNaN(a) || Number.isNaN(b)) continue;
    count += 1;
    const [dx, dy] = [a - meanX, b - meanY];
    meanX += dx / count;
    meanY += dy / count;
    squaresX += dx * (a - meanX);
    squaresY += dy * (b - meanY);
    products += dx * (b - meanY);
  }
  if (count === 0) {
    const none = Number.NaN;
    return { count, meanX: none, meanY: none, varX: none, varY: none, cov: none };
  }
  return {
    count,
    meanX,
    meanY,
    varX: squaresX / count,
    varY: squaresY / count,
    cov: products / count,
  };
}

export interface Ellipse {
  /** The longer and the shorter semi-axis. */
  readonly major: number;
  readonly minor: number;
  /** The angle of the longer axis from the horizontal axis towards the vertical axis, in radians. */
  readonly angle: number;
}

/**
 * The ellipse of one standard deviation, after the axes are multiplied by `scaleX` and `scaleY` (pixels per
 * unit).
 */
export function sigmaEllipse({ varX, varY, cov }: Moments, scaleX = 1, scaleY = 1): Ellipse {
  const [a, b, c] = [varX * scaleX * scaleX, cov * scaleX * scaleY, varY * scaleY * scaleY];
  const middle = (a + c) / 2;
  const distance = Math.hypot((a - c) / 2, b);
  return {
    major: Math.sqrt(Math.max(0, middle + distance)),
    minor: Math.sqrt(Math.max(0, middle - distance)),
    angle: Math.atan2(2 * b, a - c) / 2,
  };
}

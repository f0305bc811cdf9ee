// A decimated line. It connects the last values of consecutive entries, and also passes through the smallest
// or largest value of an entry where that value is outside the straight connection.
import { type Column, type Mark, mark } from "../core/mark.ts";
import { type Attributes, path } from "../core/svg.ts";
import { lineOutline } from "./line.ts";

export interface SpreadChannels {
  /** Time at the end of each entry. */
  readonly x: Column;
  /** First, last, smallest and largest value of each entry. */
  readonly yFirst: Column;
  readonly yLast: Column;
  readonly yLow: Column;
  readonly yHigh: Column;
  /** 1 where the line is broken before the entry. */
  readonly gap: Column;
}

/**
 * The smallest or largest value of an entry is drawn if it is more than this many pixels outside the straight
 * connection.
 */
const VISIBLE_DISTANCE = 0.6;

export function spreadLineMark(channels: SpreadChannels, look: Attributes): Mark {
  return mark({ ...channels }, (columns) => {
    const [x, y] = spreadPoints(columns);
    return [path(lineOutline(x, y), { fill: "none", ...look })];
  });
}

/**
 * The coordinates of the line's points, in pixels. The line is broken where the vertical coordinate is NaN.
 */
function spreadPoints({ x, yFirst, yLast, yLow, yHigh, gap }: SpreadChannels): [number[], number[]] {
  const xs: number[] = [];
  const ys: number[] = [];
  const add = (px: number, py: number): void => {
    xs.push(px);
    ys.push(py);
  };
  let xBefore = 0;
  let yBefore = 0;
  for (let i = 0; i < x.length; i += 1) {
    const [px, py, bottom, top] = [x[i] ?? 0, yLast[i] ?? 0, yLow[i] ?? 0, yHigh[i] ?? 0];
    if (i === 0 || gap[i] === 1) {
      if (i > 0) add(px, Number.NaN);
      yBefore = yFirst[i] ?? 0;
      xBefore = px;
      add(px, yBefore);
      if (py === yBefore && bottom === top) continue;
    }
    const hasDip = bottom > Math.max(py, yBefore) + VISIBLE_DISTANCE;
    const hasPeak = top < Math.min(py, yBefore) - VISIBLE_DISTANCE;
    // The time of an extreme within its entry is not recorded. Drawing it in the middle of the entry is wrong
    // by at most half the width of the entry.
    const middle = (xBefore + px) / 2;
    const isRising = py < yBefore;
    if (hasDip && isRising) add(middle, bottom);
    if (hasPeak) add(middle, top);
    if (hasDip && !isRising) add(middle, bottom);
    add(px, py);
    xBefore = px;
    yBefore = py;
  }
  return [xs, ys];
}

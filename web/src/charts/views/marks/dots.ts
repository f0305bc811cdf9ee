// Dots: one per row in the plane of both axes, in the colour of its flow or group.

import { least } from "d3-array";
import { svg } from "../../core/svg.ts";
import { lineColour } from "../../theme.ts";
import { opacityOf } from "../plot.ts";
import type { ViewKey, ViewMark } from "../types.ts";
import { highlightLast, markerAt, pixelsOf } from "./common.ts";

export interface DotChannels<Row> {
  readonly x: (row: Row) => number;
  readonly y: (row: Row) => number;
  /** The width of a dot as a multiple of the width of lines. */
  readonly size?: (row: Row) => number;
}

/** The largest distance in pixels at which a dot counts as under the pointer. */
const DOT_REACH = 60;
const DOT_SIZE = 5.5;

/**
 * A dot per row, in the colour and with the marker of its flow or group. `hit` returns the dot nearest to the
 * pointer.
 */
export function dots<Row extends { readonly line: ViewKey }>(
  rows: readonly Row[],
  { x, y, size = ({ line }) => (line.ghost ? 3.5 : DOT_SIZE) }: DotChannels<Row>,
): ViewMark {
  const current = rows.filter(({ line }) => !line.ghost);
  return {
    draw: (plot) =>
      highlightLast(rows, plot).map((row) =>
        markerAt(row.line, x(row), y(row), size(row), plot, {
          fill: lineColour(row.line, plot.theme),
          stroke: plot.theme.background,
          "stroke-width": 1.5,
          opacity: opacityOf(row.line, plot),
          "data-flow": row.line.id,
        }),
      ),
    hit: (px, py, plot) => {
      const distance = (row: Row): number => {
        const [left, top] = pixelsOf(x(row), y(row), plot);
        return Math.hypot(left - px, top - py);
      };
      const nearest = least(current, distance);
      return nearest && distance(nearest) < DOT_REACH ? { line: nearest.line.id } : null;
    },
  };
}

/** An open circle per row at the position of a moment. `at` returns NaN where there is none. */
export const momentDots = <Row extends { readonly line: ViewKey }>(
  rows: readonly Row[],
  at: (row: Row, t: number) => readonly [x: number, y: number],
): ViewMark => ({
  moment: (t, plot) =>
    rows.flatMap((row) => {
      const [x, y] = at(row, t);
      if (Number.isNaN(x) || Number.isNaN(y)) return [];
      return [
        svg("circle", {
          class: "fs-dot",
          cx: plot.x(x),
          cy: plot.y(y),
          r: plot.lineWidth * 2,
          fill: plot.theme.background,
          stroke: lineColour(row.line, plot.theme),
          "stroke-width": plot.lineWidth,
          opacity: opacityOf(row.line, plot),
        }),
      ];
    }),
});

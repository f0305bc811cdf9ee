// The plot area of a time chart.
import { chooseUnit, type UnitChoice } from "../../scenario/units.ts";
import { type LinearScale, linear } from "../core/scales.ts";
import type { Unit } from "../format.ts";
import type { Area } from "../plot/content.ts";
import type { ChartLayout } from "../plot/layout.ts";
import type { ChartTheme } from "../theme.ts";

/**
 * The plot area of a time chart: simulated time from left to right, values from 0 at the bottom to `top`
 * below the rail.
 */
export interface TimePlot extends Area {
  readonly x: LinearScale;
  readonly time: LinearScale;
  readonly y: LinearScale;
  readonly unit: UnitChoice;
  /** The visible window, in simulated seconds. */
  readonly from: number;
  readonly to: number;
  /** The value at the upper end of the scale. */
  readonly top: number;
}

export function timePlot(
  layout: ChartLayout,
  theme: ChartTheme,
  [from, to]: readonly [number, number],
  top: number,
  unit: Unit,
): TimePlot {
  const { width, height, railHeight, fontSize, lineWidth } = layout;
  const x = linear([from, to], [0, width]);
  const y = linear([0, top], [height, railHeight]);
  return {
    x,
    time: x,
    y,
    width,
    height,
    fontSize,
    lineWidth,
    theme,
    layout,
    unit: chooseUnit(top, unit),
    from,
    to,
    top,
  };
}

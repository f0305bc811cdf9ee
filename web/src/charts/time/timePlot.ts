// The plot area of a time chart, and the interface between a page and its time charts. Times are in simulated seconds, and
// values in the base unit of the chart.
import { chooseUnit, type UnitChoice } from "../../scenario/units.ts";
import { type LinearScale, linear } from "../core/scales.ts";
import type { Unit } from "../format.ts";
import type { LineStyle } from "../palette.ts";
import type { Area, PlotOptions } from "../plot/content.ts";
import type { ChartLayout } from "../plot/layout.ts";
import type { ChartTheme } from "../theme.ts";
import type { EventSource, EventSymbol } from "./events.ts";
import type { LineSpec } from "./trace.ts";

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

/** How often the curves of a chart cross a box, of which the edges are in pixels. */
export type Crossings = (left: number, right: number, top: number, bottom: number) => number;

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

/** A horizontal line to compare the data with: capacity, fair share, limit, BDP. */
export interface ReferenceLine {
  readonly id: string;
  readonly label: string;
  /**
   * One value, or, if a setting changes during the run, [time, value] pairs in time order. Each value applies
   * until the time of the next pair.
   */
  readonly value: number | readonly (readonly [number, number])[];
  /**
   * Whether the value axis extends to this line. Ignored for a line far above all data once the visible
   * window is computed, unless "always".
   */
  readonly extendsAxis?: boolean | "always";
}

export interface TimeChartOptions extends PlotOptions {
  readonly unit: Unit;
  /** Whether the lines have labels with their current values at the right. Default true. */
  readonly labels?: boolean;
  /**
   * Whether the axis cuts off short spikes far above all other values, for example of slow start. The caption
   * then states the peak.
   */
  readonly cutSpikes?: boolean;
  /** An event was clicked, or Enter was pressed on it. */
  readonly onPick?: (symbol: EventSymbol, at: { readonly x: number; readonly y: number }) => void;
  /**
   * Enter was pressed on a point of a line, or the line's label was clicked: the page explains this flow at
   * this time.
   */
  readonly onAsk?: (flow: string, t: number) => void;
  /** Whether a click on a label of a line asks as well. Default true. */
  readonly labelsAsk?: boolean;
}

/** A period that is shaded behind the data, such as an outage. */
export interface TimeBand {
  readonly from: number;
  readonly to: number;
  readonly label: string;
  /**
   * Draws the period as a bar without a name in this row (0 is the bottom row) instead of shading the plot.
   */
  readonly bar?: number;
  /** The appearance of a bar: the colour of the line to which it belongs. */
  readonly style?: LineStyle;
}

export interface TimeChartData {
  readonly lines: readonly LineSpec[];
  readonly references?: readonly ReferenceLine[];
  /**
   * The largest value that is expected of a run, which determines the value axis before the values have
   * arrived.
   */
  readonly expectedTop?: number;
  readonly bands?: readonly TimeBand[];
  /** Times at which the timeline changes a setting; each is drawn as a thin vertical line. */
  readonly settingChanges?: readonly number[];
  /** The events to draw. */
  readonly events?: EventSource | null;
  /** Added to the caption, for example "pale: before the last change". */
  readonly note?: string;
  /** Shown instead of the plot when there are no lines, for example the next step for the user. */
  readonly emptyText?: string;
}

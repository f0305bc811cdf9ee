// A view shows a window of a run in another way than over time, for example as a phase plot or a
// distribution. It shares the window, the cursor, the playhead and the highlighted flow with the time charts.
// A `View` reads a window and returns a `ViewPicture`: axes and marks, with the functions that describe and
// export them. viewContent.ts draws it in a plot.
import type { UnitChoice } from "../../scenario/units.ts";
import type { SvgNode } from "../core/svg.ts";
import type { Tick } from "../core/ticks.ts";
import type { Unit } from "../format.ts";
import type { LineStyle } from "../palette.ts";
import type { Area, Csv, Place, Table } from "../plot/content.ts";

/** A window of simulated time in seconds: its start and its end. */
export type Span = readonly [number, number];

/**
 * A flow, a group or a link as a view names it. Flows and groups keep the style and the label that they have
 * in all charts.
 */
export interface ViewKey {
  /** The id that is highlighted together with the lines of the time charts. */
  readonly id: string;
  readonly label: string;
  readonly style: LineStyle;
  /** Belongs to an older run and is drawn pale. */
  readonly ghost?: boolean;
}

export type Axis =
  /**
   * From `low`, by default 0, to an end that is not below `largest`, so that the length of the axis is a
   * round number. `low` must not change during a run.
   */
  | {
      readonly kind: "linear";
      readonly label: string;
      readonly unit: Unit;
      readonly low?: number;
      readonly largest: number;
      readonly maxTop?: number;
    }
  | {
      readonly kind: "log";
      readonly label: string;
      readonly unit: Unit;
      readonly from: number;
      readonly to: number;
    }
  /** The visible window of the time charts. */
  | { readonly kind: "time" };

export interface ViewPlot extends Area {
  readonly xUnit: UnitChoice;
  readonly yUnit: UnitChoice;
  readonly xTicks: readonly Tick[];
  readonly yTicks: readonly Tick[];
  /** The highlighted flow or group if this view shows it, otherwise null. */
  readonly highlight: string | null;
}

/**
 * A part of a picture: how it is drawn, how it marks the moment, and which of its elements is at the pointer.
 */
export interface ViewMark {
  /** Draws everything that does not depend on the moment. */
  readonly draw?: (plot: ViewPlot) => readonly SvgNode[];
  /** Draws the parts of a view over time that are painted on canvas, below the grid. */
  readonly paint?: (plot: ViewPlot) => readonly SvgNode[];
  /** Draws nodes in a row above the plot, such as a legend of colours. */
  readonly above?: (plot: ViewPlot) => readonly SvgNode[];
  /** Marks the state at the time `t` of the cursor or the playhead. */
  readonly moment?: (t: number, plot: ViewPlot) => readonly SvgNode[];
  /**
   * The flow, time or position that the mark shows at a point of the plot, in pixels; null if the mark is not
   * at this point.
   */
  readonly hit?: (x: number, y: number, plot: ViewPlot) => Place | null;
}

/** A mark of a view over time that can be selected. */
export interface SelectableMark {
  /** Simulated seconds. */
  readonly t: number;
  readonly text: string;
  readonly select: () => void;
}

/** The marks of a view over time that can be selected. */
export interface SelectableMarks {
  /** The nearest mark within `reach` pixels of a point. */
  readonly at: (x: number, y: number, reach: number, plot: ViewPlot) => SelectableMark | undefined;
  /** The mark that is nearest to a time. */
  readonly near: (t: number) => SelectableMark | undefined;
  /** The next or previous rare mark, through which the keys go. */
  readonly next: (t: number, isForward: boolean) => SelectableMark | undefined;
}

export interface ViewPicture {
  readonly x: Axis;
  readonly y: Axis;
  /** The items of the legend, through which the keys up and down move. */
  readonly keys: readonly ViewKey[];
  /** The parts of the caption after the unit and the window. */
  readonly notes: readonly string[];
  /** Shown instead of the plot if there is nothing to draw. "" if there is something. */
  readonly empty: string;
  /** The marks in the order in which they are drawn. If several are under the pointer, the last is used. */
  readonly marks: readonly ViewMark[];
  /** The plot is at most this many times as wide as high. */
  readonly widest?: number;
  /** The number of positions through which the keys left and right go. Without it, they move in time. */
  readonly stops?: number;
  /** Marks a position that the pointer or keys have reached. */
  readonly stopMarks?: (key: ViewKey | undefined, stop: number, plot: ViewPlot) => readonly SvgNode[];
  readonly selectable?: SelectableMarks;
  /** A sentence about a flow or group at a time or at a position, for screen readers. */
  readonly say: (key: ViewKey | undefined, place: Pick<Place, "t" | "stop">) => string;
  /** Sentences that state what the picture shows. */
  readonly describe: () => string;
  readonly table: () => Table;
  /** The columns and rows of the CSV file. */
  readonly csv: () => Omit<Csv, "notes">;
}

/** Reads a run for a window of time. */
export interface View {
  /** A number that changes whenever the data of the run change. */
  readonly version: () => number;
  /** Whether the horizontal axis is the time of the time charts. */
  readonly overTime?: boolean;
  /**
   * Without a selection and zoom, the view covers the run since this time: 0, or the end of the warm-up.
   */
  readonly from: number;
  /** The time up to which the run is computed. */
  readonly computedTo: () => number;
  readonly read: (window: Span) => ViewPicture;
}

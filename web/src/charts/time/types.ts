// The interface between a page and its time charts. Times are in simulated seconds, and values in the base
// unit of the chart.
import type { Unit } from "../format.ts";
import type { FrameLoop } from "../frame.ts";
import type { LineStyle } from "../palette.ts";
import type { TimeView } from "../timeView.ts";
import type { ValueScaleOptions } from "../valueScale.ts";
import type { EventSource, EventSymbol } from "./events.ts";
import type { LineSpec } from "./trace.ts";

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

export interface TimeChartOptions {
  readonly title: string;
  readonly unit: Unit;
  readonly timeView: TimeView;
  readonly loop?: FrameLoop;
  /** Larger text and thicker lines, for a projector. */
  readonly presenter?: boolean;
  /** Whether the lines have labels with their current values at the right. Default true. */
  readonly labels?: boolean;
  /** Whether the time axis has labels; in a stack only the last chart needs them. Default true. */
  readonly timeAxis?: boolean;
  readonly yScale?: ValueScaleOptions;
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
  /** The plot was clicked where there is no event. */
  readonly onSeek?: (t: number) => void;
}

/** The options that can be changed after a chart was created. */
export type TimeChartChange = Partial<Omit<TimeChartOptions, "timeView" | "loop" | "yScale">>;

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

/** Statistics of one line in a window from `from` to `to`. */
export interface LineStats {
  readonly id: string;
  readonly label: string;
  readonly from: number;
  readonly to: number;
  readonly mean: number;
  readonly min: number;
  readonly max: number;
  readonly p95: number;
  /** Whether the mean is exact, because it comes from a counter. */
  readonly exact: boolean;
}

export interface ChartTable {
  readonly columns: readonly { readonly label: string; readonly unit: string }[];
  /** Numbers in base units, NaN where there is no value; the first column is the time. */
  readonly rows: readonly (readonly number[])[];
}

export interface ImageOptions {
  readonly width?: number;
  readonly height?: number;
  /**
   * The background: "white" for paper, "page" for the background of the page, "none" for a transparent one.
   */
  readonly background?: "white" | "page" | "none";
  /** The address that opens this scenario; it is written into the file. */
  readonly link?: string;
}

export type CursorStep =
  | { readonly kind: "time"; readonly steps: number }
  | { readonly kind: "line"; readonly steps: number }
  | { readonly kind: "event"; readonly steps: number }
  | { readonly kind: "start" }
  | { readonly kind: "end" };

export interface TimeChart {
  readonly element: HTMLElement;
  /** An element at the right end of the caption, into which the page can put buttons. */
  readonly tools: HTMLElement;
  update(data: TimeChartData): void;
  change(options: TimeChartChange): void;
  resize(): void;
  destroy(): void;
  /** Statistics of every line of the current run between two times, for example the ends of the selection. */
  stats(from: number, to: number): LineStats[];
  /** A paragraph about the data in the visible window before the playhead. */
  describe(): string;
  /** A table of the visible window before the playhead with at most `limit` rows. */
  rows(limit?: number): ChartTable;
  /** Moves the cursor and returns a description of its new position. */
  moveCursor(step: CursorStep): string;
  toSVG(options?: ImageOptions): Promise<string>;
  toPNG(options?: ImageOptions & { readonly scale?: 1 | 2 | 4 }): Promise<Blob>;
  toCSV(options?: { readonly link?: string }): Promise<string>;
}

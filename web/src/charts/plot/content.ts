// The interface between a plot (plot.ts) and its content: a chart over time (time/timeContent.ts) or a view of
// a window (views/viewContent.ts). The content reads data and draws marks; everything else belongs to the plot.
import type { PlotArea } from "../core/mark.ts";
import type { LinearScale } from "../core/scales.ts";
import type { SvgNode } from "../core/svg.ts";
import type { Unit } from "../format.ts";
import type { FrameLoop } from "../frame.ts";
import type { ChartTheme } from "../theme.ts";
import type { TimeView } from "../timeView.ts";
import type { PlotElements } from "./elements.ts";
import type { ChartLayout } from "./layout.ts";

export interface PlotOptions {
  readonly title: string;
  /** One sentence about how to read the plot. */
  readonly hint?: string;
  readonly timeView: TimeView;
  readonly loop?: FrameLoop;
  /** Larger text and thicker lines, for a projector. */
  readonly presenter?: boolean;
  /** Whether an axis of time has labels; in a stack only the last chart needs them. Default true. */
  readonly timeAxis?: boolean;
  /** The plot was clicked where it shows a time. */
  readonly onSeek?: (t: number) => void;
}

/** A plot area with its margins and, if its horizontal axis is time, with the scale of time. */
export interface Area extends PlotArea {
  readonly layout: ChartLayout;
  readonly time: LinearScale | null;
}

/** What an area is drawn for: the page, or a picture. */
export interface AreaRequest {
  readonly width: number;
  readonly height: number;
  readonly presenter: boolean;
  readonly theme: ChartTheme;
  /** Whether an axis of time has labels. */
  readonly timeAxis: boolean;
  /** The visible window of time. */
  readonly domain: readonly [number, number];
  /** The highlighted flow; all other flows are faded. */
  readonly highlight: string | null;
}

/** The state of a plot that its content reads. */
export interface PlotState<Options extends PlotOptions, A extends Area> {
  readonly elements: PlotElements;
  readonly loop: FrameLoop;
  readonly options: Options;
  readonly theme: ChartTheme;
  /** The size of the plot with its margins in CSS pixels. */
  readonly size: { readonly width: number; readonly height: number };
  /** The area as last drawn; null before the first drawing. */
  readonly area: A | null;
  /** Whether this frame must draw everything, because data, options, size or theme have changed. */
  readonly isOutdated: boolean;
  /** Makes the next frame draw everything. */
  invalidate(): void;
}

/** The groups of the plot's SVG into which a content draws. */
export type Layers = Partial<
  Record<"bands" | "grid" | "xAxis" | "yAxis" | "references" | "labels", readonly SvgNode[]>
>;

/** The parts of a picture from bottom to top. `inside` is cut off at `margin` pixels around the plot area. */
export interface PictureParts {
  readonly behind: readonly SvgNode[];
  readonly inside: readonly SvgNode[];
  readonly above: readonly SvgNode[];
  readonly margin: number;
}

/** The time, flow or position at the pointer, or to which keys have moved. */
export interface Place {
  /** The time at which the cursor of all charts is set. */
  readonly t?: number;
  /** The flow or group that is highlighted; null if there is none here. */
  readonly line?: string | null;
  /** A stop: one of the positions, counted from 0, through which the keys left and right go. */
  readonly stop?: number;
}

/** A table of texts and of numbers in base units. */
export interface Table {
  readonly columns: readonly {
    readonly label: string;
    readonly unit?: Unit;
    /** Writes the numbers of the column. Without it, each number is written with its unit. */
    readonly text?: (value: number) => string;
  }[];
  readonly rows: readonly (readonly (string | number)[])[];
}

export interface Csv {
  readonly notes: readonly string[];
  readonly columns: readonly string[];
  readonly rows: Iterable<readonly (string | number)[]>;
}

/**
 * What has changed since the last frame: nothing, only the end of a growing run, or anything else. "later" if
 * reading was put off because this frame has no time left.
 */
export type Change = "nothing" | "end" | "all" | "later";

export interface Content<Data, A extends Area> {
  /** Shows other data. */
  update(data: Data): void;
  /** Adapts to other options. */
  change?(): void;
  /** Reads new data, at most as often as the content needs. `now` is in ms of wall time. */
  follow(now: number, mayDraw: () => boolean): Change;
  /** Reads all data now, outside of a frame. */
  readNow(): void;
  area(request: AreaRequest): A;
  layers(area: A): Layers;
  /** Paints on the canvases. */
  paint(now: number, change: Change): void;
  /** The marks at the cursor. In a view of a window: those at the playhead and at a stop. */
  cursorMarks(area: A, cursor: number | null, stop: number | null): readonly SvgNode[];
  /**
   * The labels at the right, which state values at the playhead; null if they need not change. `isUrgent`: the area, the
   * cursor or the highlight changed. `hasMoved`: the playhead moved.
   */
  labels(area: A, now: number, isUrgent: boolean, hasMoved: boolean): readonly SvgNode[] | null;
  picture(area: A): PictureParts | Promise<PictureParts>;
  /** Shown next to the title. */
  caption(): string;
  /** Shown instead of the plot; "" if there is something to draw. */
  empty(): string;
  hasValues(): boolean;
  /** The run that is shown. The plot describes another run at once, and a growing one from time to time. */
  run?(): unknown;
  /** A text that changes whenever the description does. */
  descriptionKey(): string;
  /** Sentences about the plot up to the playhead or, for a picture, about all of it. */
  describe(ofPicture: boolean): string;
  table(limit: number): Table;
  csv(): Promise<Csv>;
  /** The number of stops. 0 if the keys left and right move the cursor in time. */
  stops(): number;
  /** The flows and groups through which the keys up and down go. */
  lines(): readonly string[];
  /** A sentence about a line, by its index, at a place. */
  say(line: number, place: { readonly t: number; readonly stop?: number }): string;
  /** What is at a point of the area, in pixels. */
  at(x: number, y: number, area: A): Place;
  /** Whether a symbol that can be picked is at a point. */
  isOverMark?(x: number, y: number): boolean;
  /** Picks the symbol at a point. Returns whether there is one. */
  pick?(x: number, y: number, byTouch: boolean): boolean;
  /** Opens what keys have reached at a time. Returns whether there is something to open. */
  open?(t: number, line: number): boolean;
  /** The label of a flow was clicked. */
  ask?(flow: string): void;
  /** Moves the cursor to the next or previous event. Returns the event as text, and its line. */
  toEvent?: ((isForward: boolean) => { readonly text: string; readonly line?: number }) | undefined;
}

export interface ImageOptions {
  /** The background: white for paper, or that of the page. Default "white". */
  readonly background?: "white" | "page";
  /** The address that opens this scenario; it is written into the file. */
  readonly link?: string;
}

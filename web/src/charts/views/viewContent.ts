// A view in a plot. It reads its data at most a few times a second, because a view may read every bin of a
// hundred flows. It draws the moment of the cursor or playhead in every frame. As in time charts, axes grow at
// once and shrink only after a delay.

import { paintPaths, pixelRatio } from "../core/canvas.ts";
import { patchChildren, svgElement, uniqueId } from "../core/dom.ts";
import type { SvgNode } from "../core/svg.ts";
import { formatTime } from "../format.ts";
import type {
  AreaRequest,
  Change,
  Content,
  Csv,
  Layers,
  PictureParts,
  Place,
  PlotOptions,
  PlotState,
  Table,
} from "../plot/content.ts";
import { clipRect } from "../plot/layout.ts";
import { Plot } from "../plot/plot.ts";
import type { TimeState } from "../timeView.ts";
import { ValueScale } from "../valueScale.ts";
import { axisNodes, legendNodes, viewPlot } from "./plot.ts";
import { viewTexts } from "./texts/index.ts";
import type { Axis, Span, View, ViewKey, ViewPicture, ViewPlot } from "./types.ts";
import "./views.css";

/** A view on the page. */
export type ViewChart = Plot<View, PlotOptions, ViewPlot>;

export const createViewChart = (host: HTMLElement, options: PlotOptions): ViewChart =>
  new Plot<View, PlotOptions, ViewPlot>(host, options, (plot) => new ViewContent(plot));

/**
 * The minimum time between two readings in ms of wall time. If reading is slow, it is `READ_SHARE` times the
 * time that the last reading took.
 */
const READ_INTERVAL = 120;
const READ_SHARE = 8;
/** Marks may extend beyond the plot by this many pixels. */
const MARGIN = 5;
/**
 * An axis becomes shorter only when a shorter axis has been sufficient for this many ms of wall-clock time,
 * because the window moves with the playhead.
 */
const SETTLE_DELAY = 1200;

/**
 * The window in seconds, up to the computed time at most:
 * - A view over time covers the visible window.
 * - If an interval is selected, other views cover the selection.
 * - While the charts are zoomed, they cover the visible window up to the playhead, or all of it if the
 *   playhead is before it.
 * - Otherwise they cover the run from `view.from` up to the playhead.
 */
export function viewWindow(
  { domain, brush, playhead, duration }: Pick<TimeState, "domain" | "brush" | "playhead" | "duration">,
  view: Pick<View, "overTime" | "from" | "computedTo">,
): Span {
  const end = view.computedTo();
  if (view.overTime) return [domain[0], Math.min(domain[1], end)];
  if (brush !== null) return [brush[0], Math.min(brush[1], end)];
  const isZoomed = domain[0] > 0 || domain[1] < duration;
  if (isZoomed) return [domain[0], Math.min(playhead > domain[0] ? playhead : domain[1], domain[1], end)];
  const to = Math.min(playhead, end);
  return [to > view.from ? view.from : 0, to];
}

/** The upper end of a linear axis. It is reset when the axis shows another quantity. */
class AxisTop {
  #scale = new ValueScale();
  #low = 0;
  #key = "";

  /** Includes the largest value. Returns the number of ms after which to call again, or 0. */
  update(axis: Axis, now: number): number {
    if (axis.kind !== "linear") return 0;
    const { low = 0 } = axis;
    const key = `${axis.unit} ${axis.maxTop} ${low}`;
    if (key !== this.#key)
      this.#scale = new ValueScale({
        settleDelay: SETTLE_DELAY,
        ...(axis.maxTop === undefined ? {} : { maxTop: axis.maxTop }),
      });
    this.#key = key;
    this.#low = low;
    return this.#scale.update(axis.largest - low, now);
  }

  get top(): number {
    return this.#low + this.#scale.top;
  }
}

class ViewContent implements Content<View, ViewPlot> {
  readonly #plot: PlotState<PlotOptions, ViewPlot>;
  readonly #clip: SVGElement;
  readonly #tops = { x: new AxisTop(), y: new AxisTop() };
  #view: View | null = null;
  #picture: ViewPicture | null = null;
  #readWindow: Span | null = null;
  #readVersion = Number.NaN;
  #readCount = 0;
  #readAfter = 0;
  #isOutdated = true;
  /** The properties of the area as last drawn. */
  #drawnKey = "";

  constructor(plot: PlotState<PlotOptions, ViewPlot>) {
    this.#plot = plot;
    const { figure, front, references, cursor } = plot.elements;
    figure.classList.add("fs-view");
    const id = uniqueId("view-clip");
    this.#clip = svgElement("clipPath", { id }, front);
    for (const group of [references, cursor]) group.setAttribute("clip-path", `url(#${id})`);
  }

  update(view: View): void {
    this.#view = view;
    this.#isOutdated = true;
    this.#readAfter = 0;
  }

  // Reading and drawing ----------------------------------------------------------

  follow(now: number, mayDraw: () => boolean): Change {
    if (this.#view === null) return "nothing";
    const window = viewWindow(this.#timeState, this.#view);
    if (!this.#hasRead(this.#view, window)) {
      if (now < this.#readAfter) this.#plot.loop.requestAfter(this.#readAfter - now);
      else if (this.#picture !== null && !mayDraw()) return "later";
      else this.#read(this.#view, window, now);
    }
    if (this.#picture === null) return "nothing";
    const { x, y } = this.#picture;
    const { loop, isOutdated } = this.#plot;
    const waits = [this.#tops.x.update(x, now), this.#tops.y.update(y, now)];
    for (const wait of waits) if (wait > 0) loop.requestAfter(wait);
    const { domain, highlight } = this.#timeState;
    const [xTop, yTop] = [this.#tops.x.top, this.#tops.y.top];
    const key = `${xTop} ${yTop} ${x.kind === "time" ? domain : ""} ${highlight} ${this.#readCount}`;
    if (!isOutdated && key === this.#drawnKey) return "nothing";
    this.#drawnKey = key;
    return "all";
  }

  get #timeState(): TimeState {
    return this.#plot.options.timeView.state;
  }

  #hasRead(view: View, [from, to]: Span): boolean {
    const last = this.#readWindow;
    return !this.#isOutdated && last?.[0] === from && last[1] === to && this.#readVersion === view.version();
  }

  #read(view: View, window: Span, now: number): void {
    const start = performance.now();
    this.#picture = view.read(window);
    this.#readWindow = window;
    this.#readVersion = view.version();
    this.#readCount += 1;
    this.#isOutdated = false;
    this.#readAfter = now + Math.max(READ_INTERVAL, READ_SHARE * (performance.now() - start));
  }

  readNow(): void {
    if (this.#view !== null)
      this.#read(this.#view, viewWindow(this.#timeState, this.#view), performance.now());
  }

  /** The picture of the view. Only a view that has been read has areas. */
  get #shown(): ViewPicture {
    if (this.#picture === null) throw new Error(viewTexts.nothingYet);
    return this.#picture;
  }

  area(request: AreaRequest): ViewPlot {
    const tops = { x: this.#tops.x.top, y: this.#tops.y.top };
    return viewPlot(this.#shown, { ...request, tops });
  }

  layers(plot: ViewPlot): Layers {
    const picture = this.#shown;
    const axes = axisNodes(picture, plot);
    const hasTimes = this.#plot.options.timeAxis ?? true;
    patchChildren(this.#clip, [clipRect(plot.layout, MARGIN)]);
    return {
      ...axes,
      xAxis: plot.time && !hasTimes ? [] : axes.xAxis,
      references: nodesOf(picture, "draw", plot),
      ...(!plot.time && {
        labels: [...legendNodes(picture.keys, plot), ...nodesOf(picture, "above", plot)],
      }),
    };
  }

  paint(_: number, change: Change): void {
    const { elements, area } = this.#plot;
    const { marks } = this.#shown;
    const hasPaint = change === "all" && marks.some((mark) => mark.paint);
    const context = hasPaint ? elements.base.getContext("2d") : null;
    if (context === null || area === null) return;
    const ratio = pixelRatio();
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, area.width, area.height);
    paintPaths(context, nodesOf(this.#shown, "paint", area));
  }

  /** The nodes that mark the state at the cursor or, without one, at the playhead. */
  #moment(plot: ViewPlot): readonly SvgNode[] {
    const { cursor, playhead } = this.#timeState;
    const t = Math.min(cursor ?? playhead, this.#view?.computedTo() ?? 0);
    return momentOf(this.#shown, t, plot);
  }

  cursorMarks(plot: ViewPlot, _: number | null, stop: number | null): readonly SvgNode[] {
    if (plot.time) return [];
    const { keys, empty, stopMarks } = this.#shown;
    const chosen = keys.find(({ id }) => id === plot.highlight);
    const hasStop = stop !== null && empty === "";
    return [...this.#moment(plot), ...((hasStop && stopMarks?.(chosen, stop, plot)) || [])];
  }

  labels(plot: ViewPlot, _: number, isUrgent: boolean, hasMoved: boolean): readonly SvgNode[] | null {
    return plot.time && (isUrgent || hasMoved) ? this.#moment(plot) : null;
  }

  picture(plot: ViewPlot): PictureParts {
    return viewPicture(this.#shown, plot, this.#readWindow?.[1] ?? this.#timeState.domain[1]);
  }

  // Words and numbers ------------------------------------------------------------

  caption(): string {
    const window = this.#readWindow;
    if (this.#picture === null || window === null) return "";
    const { x, y, notes } = this.#picture;
    const unit = y.kind === "linear" && y.unit === "share" ? "%" : "";
    const span =
      x.kind === "time"
        ? unit
        : viewTexts.window({ from: formatTime(window[0], 0.1), to: formatTime(window[1], 0.1) });
    return [span, ...notes].filter((part) => part !== "").join("  \u00b7  ");
  }

  empty(): string {
    return this.#picture?.empty ?? "";
  }

  hasValues(): boolean {
    return this.#picture?.empty === "";
  }

  descriptionKey(): string {
    return String(this.#readCount);
  }

  describe(): string {
    return this.#picture?.describe() ?? "";
  }

  table(): Table {
    return this.#picture?.table() ?? { columns: [], rows: [] };
  }

  async csv(): Promise<Csv> {
    return { notes: [this.caption()], ...(this.#picture?.csv() ?? { columns: [], rows: [] }) };
  }

  // Pointer and keys -------------------------------------------------------------

  stops(): number {
    return this.#picture?.stops ?? 0;
  }

  lines(): readonly string[] {
    return (this.#picture?.keys ?? []).map(({ id }) => id);
  }

  say(line: number, place: Pick<Place, "t" | "stop">): string {
    const key: ViewKey | undefined = this.#picture?.keys[line];
    return this.#picture?.say(key, place) ?? "";
  }

  at(x: number, y: number, plot: ViewPlot): Place {
    return hitOf(this.#shown, x, y, plot);
  }

  #markAt(x: number, y: number, reach: number) {
    const { area } = this.#plot;
    return area ? this.#picture?.selectable?.at(x, y, reach, area) : undefined;
  }

  isOverMark(x: number, y: number): boolean {
    return this.#markAt(x, y, REACH) !== undefined;
  }

  pick(x: number, y: number, byTouch: boolean): boolean {
    const mark = this.#markAt(x, y, byTouch ? TOUCH_REACH : REACH);
    mark?.select();
    return mark !== undefined;
  }

  open(t: number): boolean {
    const mark = this.#picture?.selectable?.near(t);
    mark?.select();
    return mark !== undefined;
  }

  /** Moves the cursor to the next or previous mark. Undefined if no marks can be selected. */
  get toEvent(): Content<View, ViewPlot>["toEvent"] {
    return this.#picture?.selectable && ((isForward) => this.#toMark(isForward));
  }

  #toMark(isForward: boolean): { readonly text: string } {
    const { timeView } = this.#plot.options;
    const { cursor, playhead } = this.#timeState;
    const mark = this.#picture?.selectable?.next(cursor ?? playhead, isForward);
    if (!mark) return { text: viewTexts.sequence.noMark };
    timeView.setCursor(mark.t);
    return { text: mark.text };
  }
}

/** The largest distance in pixels from a mark at which the pointer, or the touch of a finger, selects it. */
const REACH = 8;
const TOUCH_REACH = 22;

/** The nodes of all marks, unless the picture is empty. */
const nodesOf = (
  { marks, empty }: ViewPicture,
  name: "draw" | "paint" | "above",
  plot: ViewPlot,
): readonly SvgNode[] => (empty === "" ? marks.flatMap((mark) => mark[name]?.(plot) ?? []) : []);

const momentOf = ({ marks, empty }: ViewPicture, t: number, plot: ViewPlot): readonly SvgNode[] =>
  empty === "" ? marks.flatMap((mark) => mark.moment?.(t, plot) ?? []) : [];

/** What the topmost mark at a point shows there. */
export function hitOf({ marks }: ViewPicture, x: number, y: number, plot: ViewPlot): Place {
  for (const mark of [...marks].reverse()) {
    const place = mark.hit?.(x, y, plot);
    if (place) return place;
  }
  return {};
}

/** The parts of a picture of a view. The labels of a view over time state the values at `t`. */
export function viewPicture(picture: ViewPicture, plot: ViewPlot, t: number): PictureParts {
  const { grid, xAxis, yAxis } = axisNodes(picture, plot);
  const legend = legendNodes(picture.keys, plot);
  return {
    behind: [...grid, ...xAxis, ...yAxis, ...legend, ...nodesOf(picture, "above", plot)],
    inside: [...nodesOf(picture, "paint", plot), ...nodesOf(picture, "draw", plot)],
    above: plot.time ? momentOf(picture, t, plot) : [],
    margin: MARGIN,
  };
}

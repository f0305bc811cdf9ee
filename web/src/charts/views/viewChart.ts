// Shows a view on the page. It reads its data at most a few times a second, because a view may read every bin
// of a hundred flows. It draws the moment of the cursor or playhead in every frame. As in time charts, axes
// grow at once and shrink only after a delay.
import "../charts.css";
import "./views.css";
import { V } from "../../strings/views.ts";
import { paintPaths, pixelRatio } from "../core/canvas.ts";
import { dimAfterPlayhead, html, setText, svgElement, uniqueId } from "../core/dom.ts";
import { draw } from "../core/mark.ts";
import { svg } from "../core/svg.ts";
import { patchChildren } from "../core/svgDom.ts";
import { formatTime } from "../format.ts";
import { type FrameLoop, frameLoop, prefersReducedMotion } from "../frame.ts";
import { type ChartTheme, readTheme, watchTheme } from "../theme.ts";
import { applyLayout, buildElements, type ChartElements } from "../time/elements.ts";
import type { ChartGestures } from "../time/gestures.ts";
import type { Picture } from "../time/picture.ts";
import { SummaryPace } from "../time/summary.ts";
import type { ImageOptions } from "../time/types.ts";
import type { TimeView } from "../timeView.ts";
import { ValueScale } from "../valueScale.ts";
import { axisMarks, legendMark, viewPlot } from "./plot.ts";
import type { Axis, Span, View, ViewPicture, ViewPlot, ViewTable } from "./types.ts";
import { ViewInput } from "./viewInput.ts";
import { viewWindow } from "./window.ts";

export interface ViewOptions {
  readonly title: string;
  /** One sentence about how to read the view. */
  readonly hint: string;
  readonly timeView: TimeView;
  readonly presenter: boolean;
  /** Whether an axis of time has labels. */
  readonly timeAxis: boolean;
  readonly loop?: FrameLoop;
  readonly onSeek: (t: number) => void;
}

export type ViewChange = Partial<Pick<ViewOptions, "title" | "hint" | "presenter" | "timeAxis">>;

export interface ViewChart {
  readonly element: HTMLElement;
  /** An element at the right end of the caption, into which the page can put buttons. */
  readonly tools: HTMLElement;
  update(view: View): void;
  change(options: ViewChange): void;
  destroy(): void;
  /** Sentences about what the picture shows. */
  describe(): string;
  table(): ViewTable;
  toSVG(options?: ImageOptions): Promise<string>;
  toPNG(options?: ImageOptions & { readonly scale?: 1 | 2 | 4 }): Promise<Blob>;
  toCSV(options?: { readonly link?: string }): Promise<string>;
}

/**
 * The minimum time between two readings in ms of wall time. If reading is slow, it is `READ_SHARE` times the
 * time that the last reading took.
 */
const READ_INTERVAL = 120;
const READ_SHARE = 8;
/** With reduced motion, the mark of the playhead moves in steps of this many ms. */
const REDUCED_MOTION_STEP = 500;
const MARGIN = 5;
/**
 * An axis becomes shorter only when a shorter axis has been sufficient for this many ms of wall-clock time,
 * because the window moves with the playhead.
 */
const SETTLE_DELAY = 1200;

export function createViewChart(host: HTMLElement, options: ViewOptions): ViewChart {
  return new ViewChartImpl(host, options);
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

class ViewChartImpl implements ViewChart {
  readonly #elements: ChartElements;
  readonly #hint: HTMLElement;
  readonly #clip: SVGElement;
  readonly #loop: FrameLoop;
  readonly #input: ViewInput;
  readonly #pace = new SummaryPace();
  readonly #tops = { x: new AxisTop(), y: new AxisTop() };
  readonly #cleanup: (() => void)[] = [];
  #gestures: ChartGestures | null = null;
  #isLoadingGestures = false;
  #options: ViewOptions;
  #theme: ChartTheme;
  #view: View | null = null;
  #picture: ViewPicture | null = null;
  #plot: ViewPlot | null = null;
  #size: readonly [number, number] | null = null;
  #readWindow: Span | null = null;
  #readVersion = Number.NaN;
  #readCount = 0;
  #readAfter = 0;
  #isOutdated = true;
  #plotKey = "";
  #momentKey = "";
  #momentDrawnAt = 0;
  #stop: number | null = null;

  constructor(host: HTMLElement, options: ViewOptions) {
    this.#options = options;
    this.#elements = buildElements(host);
    const { figure, front, references, cursor, plot } = this.#elements;
    figure.classList.add("fs-view");
    this.#hint = html("p", "fs-view-hint", figure);
    this.#hint.id = uniqueId("view-hint");
    plot.setAttribute("aria-describedby", `${this.#hint.id} ${plot.getAttribute("aria-describedby")}`);
    const clipId = uniqueId("view-clip");
    this.#clip = svgElement("clipPath", { id: clipId }, front);
    for (const group of [references, cursor]) group.setAttribute("clip-path", `url(#${clipId})`);
    this.#theme = readTheme(figure);
    this.#loop = options.loop ?? frameLoop();
    this.#input = new ViewInput({
      elements: this.#elements,
      timeView: options.timeView,
      shown: () => (this.#picture && this.#plot ? { picture: this.#picture, plot: this.#plot } : null),
      showStop: (stop) => this.#showStop(stop),
      say: (text) => setText(this.#elements.status, text),
      seek: (t) => this.#options.onSeek(t),
      focus: () => setText(this.#elements.summary, this.describe()),
    });
    this.#cleanup.push(
      this.#loop.add({ draw: (now, mayDraw) => this.#frame(now, mayDraw) }),
      options.timeView.subscribe(() => this.#loop.request()),
      watchTheme(() => {
        this.#theme = readTheme(figure);
        this.#applyTheme();
        this.#redraw();
      }),
    );
    if (typeof ResizeObserver === "function") {
      const observer = new ResizeObserver(() => {
        this.#size = null;
        this.#redraw();
      });
      observer.observe(plot);
      this.#cleanup.push(() => observer.disconnect());
    }
    plot.addEventListener("pointerenter", () => this.#loadGestures());
    this.#applyTheme();
    this.#writeHead();
  }

  get element(): HTMLElement {
    return this.#elements.figure;
  }

  get tools(): HTMLElement {
    return this.#elements.tools;
  }

  update(view: View): void {
    this.#view = view;
    this.#isOutdated = true;
    this.#readAfter = 0;
    this.#loop.request();
  }

  change(options: ViewChange): void {
    this.#options = { ...this.#options, ...options };
    this.#writeHead();
    this.#redraw();
  }

  destroy(): void {
    for (const clean of this.#cleanup) clean();
    this.#input.destroy();
    this.#gestures?.destroy();
    this.#elements.figure.remove();
  }

  describe(): string {
    const picture = this.#readNow();
    return picture === null ? "" : picture.describe();
  }

  table(): ViewTable {
    return this.#readNow()?.table() ?? { columns: [], rows: [] };
  }

  // Code for exports is loaded when the first file is exported.
  async toSVG(options: ImageOptions = {}): Promise<string> {
    return (await this.#document(options)).svg;
  }

  async toPNG(options: ImageOptions & { readonly scale?: 1 | 2 | 4 } = {}): Promise<Blob> {
    const [{ svg: text, width, height }, { svgToPng }] = await Promise.all([
      this.#document(options),
      import("../exportPng.ts"),
    ]);
    const link = options.link === undefined ? {} : { link: options.link };
    return svgToPng(text, { width, height, scale: options.scale ?? 2, title: this.#options.title, ...link });
  }

  async toCSV(options: { readonly link?: string } = {}): Promise<string> {
    const { csvText } = await import("../exportCsv.ts");
    const { columns, rows } = this.#readNow()?.csv() ?? { columns: [], rows: [] };
    const header = { title: `Fairshare: ${this.#options.title}`, notes: [this.#caption()], ...options };
    return csvText(header, columns, rows);
  }

  async #document(options: ImageOptions): Promise<Picture> {
    const { viewDocument } = await import("./viewPicture.ts");
    const picture = this.#readNow();
    if (picture === null) throw new Error(V.nothingYet);
    const { plot } = this.#elements;
    const { domain } = this.#options.timeView.state;
    const { width = plot.clientWidth, height = plot.clientHeight, background = "white", link } = options;
    return viewDocument({
      picture,
      title: this.#options.title,
      caption: this.#caption(),
      description: picture.describe(),
      request: {
        width,
        height,
        presenter: this.#options.presenter,
        theme: this.#theme,
        tops: { x: this.#tops.x.top, y: this.#tops.y.top },
        domain,
      },
      t: this.#readWindow?.[1] ?? domain[1],
      background,
      link,
    });
  }

  /** Reads the current window at once, outside of a frame. */
  #readNow(): ViewPicture | null {
    if (this.#view === null) return null;
    this.#read(this.#view, viewWindow(this.#options.timeView.state, this.#view), performance.now());
    return this.#picture;
  }

  #read(view: View, window: Span, now: number): void {
    const start = performance.now();
    this.#picture = view.read(window);
    this.#readWindow = window;
    this.#readVersion = view.version();
    this.#readCount += 1;
    this.#isOutdated = false;
    this.#readAfter = now + Math.max(READ_INTERVAL, READ_SHARE * (performance.now() - start));
    this.#plotKey = "";
  }

  #redraw(): void {
    this.#plotKey = "";
    this.#loop.request();
  }

  /** Draws what changed. Returns true if reading was put off because this frame has no time left. */
  #frame(now: number, mayDraw: () => boolean): boolean {
    const view = this.#view;
    if (view === null || !this.#measure()) return false;
    const { timeView } = this.#options;
    const window = viewWindow(timeView.state, view);
    const { plotChanged, putOff } = this.#follow(view, window, now, mayDraw);
    if (this.#picture === null) return putOff;
    for (const axis of ["x", "y"] as const) {
      const wait = this.#tops[axis].update(this.#picture[axis], now);
      if (wait > 0) this.#loop.requestAfter(wait);
    }
    if (this.#drawPlot(this.#picture) || plotChanged) this.#momentKey = "";
    this.#drawMoment(this.#picture, now);
    this.#gestures?.follow();
    this.#followSummary(now);
    return putOff;
  }

  /** Reads the window again if it or the data changed and the last reading is long enough ago. */
  #follow(
    view: View,
    window: Span,
    now: number,
    mayDraw: () => boolean,
  ): { plotChanged: boolean; putOff: boolean } {
    const last = this.#readWindow;
    const isSame =
      last !== null &&
      last[0] === window[0] &&
      last[1] === window[1] &&
      this.#readVersion === view.version() &&
      !this.#isOutdated;
    if (isSame) return { plotChanged: false, putOff: false };
    if (now < this.#readAfter) {
      this.#loop.requestAfter(this.#readAfter - now);
      return { plotChanged: false, putOff: false };
    }
    if (!mayDraw() && this.#picture !== null) return { plotChanged: false, putOff: true };
    this.#read(view, window, now);
    this.#writeHead();
    return { plotChanged: true, putOff: false };
  }

  #measure(): boolean {
    if (this.#size !== null) return true;
    const { plot } = this.#elements;
    const size = [plot.clientWidth, plot.clientHeight] as const;
    if (size[0] < 60 || size[1] < 40) return false;
    this.#size = size;
    return true;
  }

  /** Draws everything that does not depend on the moment, if it changed. Returns whether it did. */
  #drawPlot(picture: ViewPicture): boolean {
    const { domain, highlight } = this.#options.timeView.state;
    const [width, height] = this.#size ?? [0, 0];
    const tops = { x: this.#tops.x.top, y: this.#tops.y.top };
    const key = `${width} ${height} ${tops.x} ${tops.y} ${picture.x.kind === "time" ? domain : ""} ${highlight} ${this.#readCount}`;
    if (key === this.#plotKey) return false;
    this.#plotKey = key;
    const { presenter, timeAxis } = this.#options;
    const theme = this.#theme;
    const plot = viewPlot(picture, { width, height, presenter, timeAxis, theme, tops, domain, highlight });
    const before = this.#plot?.layout;
    this.#plot = plot;
    const e = this.#elements;
    applyLayout(e, plot.layout);
    if (before?.width !== plot.width || before.height !== plot.height) this.#gestures?.resize(plot.layout);
    const { grid, axes } = axisMarks(picture);
    const isEmpty = picture.empty !== "";
    e.plot.classList.toggle("fs-is-empty", isEmpty);
    setText(e.empty, picture.empty);
    patchChildren(this.#clip, [
      svg("rect", {
        x: -MARGIN,
        y: -MARGIN,
        width: plot.width + 2 * MARGIN,
        height: plot.height + 2 * MARGIN,
      }),
    ]);
    patchChildren(e.grid, draw(grid, plot));
    patchChildren(e.xAxis, plot.time && !timeAxis ? [] : draw(axes.slice(0, 1), plot));
    patchChildren(e.yAxis, draw(axes.slice(1), plot));
    patchChildren(e.references, isEmpty ? [] : picture.draw(plot));
    if (!plot.time)
      patchChildren(e.labels, [
        ...draw([legendMark(picture.keys)], plot),
        ...(isEmpty ? [] : (picture.above?.(plot) ?? [])),
      ]);
    this.#paint(picture, plot);
    return true;
  }

  #paint(picture: ViewPicture, plot: ViewPlot): void {
    const context = picture.paint ? this.#elements.base.getContext("2d") : null;
    if (context === null || !picture.paint) return;
    const ratio = pixelRatio();
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, plot.width, plot.height);
    paintPaths(context, picture.paint(plot));
  }

  /**
   * Draws the state at the cursor or the playhead, and the position that the pointer or keys have reached.
   */
  #drawMoment(picture: ViewPicture, now: number): void {
    const plot = this.#plot;
    if (plot === null || this.#view === null) return;
    const { cursor, playhead, showsEffect } = this.#options.timeView.state;
    const t = Math.min(cursor ?? playhead, this.#view.computedTo());
    const key = `${t} ${cursor} ${playhead} ${showsEffect} ${this.#stop} ${plot.highlight}`;
    if (key === this.#momentKey) return;
    const wait = this.#momentDrawnAt + REDUCED_MOTION_STEP - now;
    if (
      cursor === null &&
      this.#stop === null &&
      this.#momentKey !== "" &&
      prefersReducedMotion() &&
      wait > 0
    ) {
      this.#loop.requestAfter(wait);
      return;
    }
    this.#momentKey = key;
    this.#momentDrawnAt = now;
    const e = this.#elements;
    const isEmpty = picture.empty !== "";
    const moment = isEmpty ? [] : (picture.moment?.(t, plot) ?? []);
    const chosen = picture.keys.find(({ id }) => id === plot.highlight);
    const stop = this.#stop === null || isEmpty ? [] : (picture.stopMarks?.(chosen, this.#stop, plot) ?? []);
    if (plot.time) {
      patchChildren(e.labels, moment);
      this.#drawTimes(plot, cursor, playhead);
    } else patchChildren(e.cursor, [...moment, ...stop]);
  }

  /** Draws cursor and playhead of a view over time. A mask dims the data after the playhead. */
  #drawTimes(plot: ViewPlot, cursor: number | null, playhead: number): void {
    const e = this.#elements;
    const { time, theme, width, height, layout, fontSize } = plot;
    if (time === null) return;
    const lineAt = (x: number, stroke: string) =>
      x >= 0 && x <= width ? [svg("line", { x1: x, x2: x, y2: height, stroke })] : [];
    const x = cursor === null ? -1 : Math.round(time(cursor)) + 0.5;
    patchChildren(e.cursor, lineAt(x, theme.muted));
    const isVisible = x >= 0 && x <= width + 1;
    e.cursorTime.style.visibility = isVisible ? "visible" : "hidden";
    if (isVisible && cursor !== null) {
      setText(e.cursorTime, formatTime(cursor, 0.01));
      const left = layout.left + Math.max(0, Math.min(width - fontSize, x));
      e.cursorTime.style.transform = `translate(${left.toFixed(1)}px,${layout.top + height + 2}px) translateX(-50%)`;
    }
    const end = Math.max(0, Math.min(width, time(playhead)));
    patchChildren(e.playhead, end < width - 0.5 ? lineAt(end, theme.accent) : []);
    dimAfterPlayhead(e.data, end, width, this.#options.timeView.state.showsEffect);
  }

  #showStop(stop: number | null): void {
    if (stop === this.#stop) return;
    this.#stop = stop;
    this.#loop.request();
  }

  /** Selecting and zooming with the pointer, in a view over time. */
  #loadGestures(): void {
    if (this.#isLoadingGestures || !this.#view?.overTime) return;
    this.#isLoadingGestures = true;
    import("../time/gestures.ts").then(
      ({ ChartGestures }) => {
        this.#gestures = new ChartGestures(this.#elements, this.#options.timeView, () => false);
        if (this.#plot) this.#gestures.resize(this.#plot.layout);
      },
      () => {
        // Loading failed, for example without a network. The next pointer event tries again.
        this.#isLoadingGestures = false;
      },
    );
  }

  #followSummary(now: number): void {
    const subject = `${this.#readCount} ${this.#options.title}`;
    const wait = this.#pace.wait(subject, now);
    if (wait > 0) this.#loop.requestAfter(wait);
    if (wait !== 0 || this.#picture === null) return;
    setText(this.#elements.summary, this.#picture.describe());
    if (this.#picture.empty === "") this.#pace.recordWritten(now);
  }

  #applyTheme(): void {
    const { figure } = this.#elements;
    for (const name of ["text", "muted", "background", "axis", "accent", "selection", "font"] as const)
      figure.style.setProperty(`--fs-${name}`, this.#theme[name]);
  }

  #writeHead(): void {
    const { title, plot, note } = this.#elements;
    setText(title, this.#options.title);
    plot.setAttribute("aria-label", this.#options.title);
    setText(note, this.#caption());
    setText(this.#hint, this.#options.hint);
  }

  #caption(): string {
    const picture = this.#picture;
    const window = this.#readWindow;
    if (picture === null || window === null) return "";
    const { x, y, notes } = picture;
    const unit = y.kind === "linear" && y.unit === "share" ? "%" : "";
    const span = x.kind === "time" ? unit : V.window(formatTime(window[0], 0.1), formatTime(window[1], 0.1));
    return [span, ...notes].filter((part) => part !== "").join("  \u00b7  ");
  }
}

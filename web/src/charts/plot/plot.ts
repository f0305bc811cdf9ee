// A plot on the page. It owns what all plots have in common: size, theme, frames, the shared time with cursor
// and playhead, gestures, keys, head, description, table and files. Its content (content.ts) reads the data and
// draws marks. A plot draws at most once per animation frame, and each layer only if it changed.
import "../charts.css";
import { pixelRatio } from "../core/canvas.ts";
import { dimAfterPlayhead, patchChildren, setText, watchSize } from "../core/dom.ts";
import { type Picture, svg } from "../core/svg.ts";
import { formatTime } from "../format.ts";
import { type FrameLoop, frameLoop, prefersReducedMotion } from "../frame.ts";
import { type ChartTheme, plainTheme, themeOf } from "../theme.ts";
import type { TimeState } from "../timeView.ts";
import type { Area, Change, Content, ImageOptions, PlotOptions, PlotState, Table } from "./content.ts";
import { applyLayout, buildElements, type PlotElements } from "./elements.ts";
import { PlotInput } from "./input.ts";
import { SummaryPace } from "./summaryPace.ts";

/** A plot in a smaller element is not drawn, in CSS pixels. */
const LEAST_SIZE = 20;
/** With reduced motion, the playhead moves in steps of this many ms. */
const REDUCED_MOTION_STEP = 500;

export class Plot<Data, Options extends PlotOptions, A extends Area = Area> implements PlotState<Options, A> {
  readonly elements: PlotElements;
  readonly loop: FrameLoop;
  options: Options;
  /** The first frame reads the theme before it draws. */
  theme: ChartTheme = plainTheme("light");
  size = { width: 0, height: 0 };
  area: A | null = null;
  isOutdated = true;
  readonly #content: Content<Data, A>;
  readonly #input: PlotInput<A>;
  readonly #pace = new SummaryPace();
  readonly #cleanup: (() => void)[] = [];
  readonly #watchedSize: ReturnType<typeof watchSize>;
  readonly #watchedTheme: ReturnType<typeof themeOf>;
  /** The theme whose colours the elements have, and the layout of the elements. */
  #shownTheme: ChartTheme | null = null;
  #layoutKey = "";
  /** The state when cursor and playhead were last drawn, and the position of the playhead in pixels. */
  #drawn: Partial<TimeState> & { readonly stop?: number | null } = {};
  #playhead = Number.NaN;
  /** The wall-clock time in ms at which the playhead was drawn. */
  #playheadDrawnAt = Number.NEGATIVE_INFINITY;
  #run: unknown = null;

  constructor(
    host: HTMLElement,
    options: Options,
    contentOf: (plot: PlotState<Options, A>) => Content<Data, A>,
  ) {
    this.options = options;
    this.loop = options.loop ?? frameLoop();
    this.elements = buildElements(host);
    this.#content = contentOf(this);
    this.#input = new PlotInput(this, this.#content, () => this.#writeSummary());
    this.#watchedSize = watchSize(this.elements.plot, () => this.invalidate());
    this.#watchedTheme = themeOf(this.elements.figure, () => this.invalidate());
    this.#cleanup.push(
      this.loop.add({
        measure: () => this.#measure(),
        draw: (now, mayDraw) => this.#frame(now, mayDraw),
      }),
      options.timeView.subscribe(() => this.loop.request()),
      this.#watchedSize.stop,
      this.#watchedTheme.stop,
    );
    this.#writeHead();
  }

  get element(): HTMLElement {
    return this.elements.figure;
  }

  /** An element at the right end of the caption, into which the page can put buttons. */
  get tools(): HTMLElement {
    return this.elements.tools;
  }

  update(data: Data): void {
    this.#content.update(data);
    this.invalidate();
  }

  change(options: Partial<Options>): void {
    this.options = { ...this.options, ...options };
    this.#content.change?.();
    this.#writeHead();
    this.invalidate();
  }

  invalidate(): void {
    this.isOutdated = true;
    this.loop.request();
  }

  destroy(): void {
    for (const clean of this.#cleanup) clean();
    this.#input.destroy();
    this.elements.figure.remove();
  }

  /** Sentences about what the plot shows. */
  describe(): string {
    this.#content.readNow();
    return this.#content.describe(false);
  }

  /** A table with at most `limit` rows. */
  table(limit = 200): Table {
    this.#content.readNow();
    return this.#content.table(limit);
  }

  // Code for exports is loaded when the first file is exported.
  async toSVG(options: ImageOptions = {}): Promise<string> {
    return (await this.#picture(options)).svg;
  }

  async toPNG(options: ImageOptions = {}): Promise<Blob> {
    const [picture, { pngOf }] = await Promise.all([this.#picture(options), import("../exportPng.ts")]);
    return pngOf(picture, { title: this.options.title, link: options.link });
  }

  async toCSV(options: { readonly link?: string } = {}): Promise<string> {
    const { csvText } = await import("../exportCsv.ts");
    this.#content.readNow();
    const { notes, columns, rows } = await this.#content.csv();
    return csvText({ title: `Fairshare: ${this.options.title}`, notes, ...options }, columns, rows);
  }

  /** The picture of the plot, with the window and the settings of the page. */
  async #picture(options: ImageOptions): Promise<Picture> {
    const { pictureOf, pictureTheme } = await import("./picture.ts");
    this.#readSize();
    this.#content.readNow();
    const { title, presenter = false, timeView } = this.options;
    const theme = pictureTheme(this.theme, options.background);
    const { domain } = timeView.state;
    const request = { ...this.size, presenter, theme, domain, timeAxis: true, highlight: null };
    const area = this.#content.area(request);
    return pictureOf(area, await this.#content.picture(area), {
      title,
      caption: this.#content.caption(),
      description: this.#content.describe(true),
      link: options.link,
    });
  }

  #readSize(): void {
    this.size = { width: this.#watchedSize.width(), height: this.#watchedSize.height() };
  }

  /** Reads the size and the theme. They are cached unless they may have changed. */
  #measure(): void {
    this.#readSize();
    const theme = this.#watchedTheme.read();
    if (theme === this.theme) return;
    this.theme = theme;
    this.isOutdated = true;
  }

  /** Draws what changed. Returns true if drawing was put off because this frame has no time left. */
  #frame(now: number, mayDraw: () => boolean): boolean {
    if (this.size.width < LEAST_SIZE || this.size.height < LEAST_SIZE) return false;
    const change = this.#content.follow(now, mayDraw);
    if (change === "later") return true;
    if (change === "all") this.#drawLayers();
    this.isOutdated = false;
    if (this.area !== null) {
      this.#content.paint(now, change);
      this.#drawMoment(this.area, now, change);
    }
    this.#followSummary(now);
    return false;
  }

  /** Draws everything that depends neither on the moment nor on canvases. */
  #drawLayers(): void {
    const { elements: e, size, theme } = this;
    const { presenter = false, timeAxis = true, timeView } = this.options;
    const { domain, highlight } = timeView.state;
    const area = this.#content.area({ ...size, theme, presenter, timeAxis, domain, highlight });
    this.area = area;
    if (theme !== this.#shownTheme)
      for (const name of ["text", "muted", "background", "axis", "accent", "selection", "font"] as const)
        e.figure.style.setProperty(`--fs-${name}`, theme[name]);
    this.#shownTheme = theme;
    const layoutKey = Object.values(area.layout).join();
    if (layoutKey !== this.#layoutKey) {
      this.#layoutKey = layoutKey;
      applyLayout(e, area.layout);
      this.#input.resize();
    }
    const empty = this.#content.empty();
    e.plot.classList.toggle("fs-is-empty", empty !== "");
    setText(e.empty, empty);
    const layers = Object.entries(this.#content.layers(area)) as [keyof PlotElements, never][];
    for (const [name, nodes] of layers) patchChildren(e[name], nodes);
    this.#writeHead();
  }

  /**
   * Draws cursor, playhead and labels if they changed. A change of the area, the cursor, the highlight or the
   * selection is drawn at once. With reduced motion, the playhead is drawn less often.
   */
  #drawMoment(area: A, now: number, change: Change): void {
    const { cursor, highlight, brush, showsEffect, playhead, marks } = this.options.timeView.state;
    const { stop } = this.#input;
    // A playhead that moves by less than a device pixel is not drawn again.
    const ratio = pixelRatio();
    const position = area.time ? Math.round(area.time(playhead) * ratio) / ratio : playhead;
    const last = this.#drawn;
    const isUrgent =
      change === "all" ||
      cursor !== last.cursor ||
      highlight !== last.highlight ||
      brush !== last.brush ||
      showsEffect !== last.showsEffect ||
      marks !== last.marks ||
      stop !== last.stop;
    const hasMoved = position !== this.#playhead;
    if (hasMoved && cursor === null && !isUrgent && change !== "end" && prefersReducedMotion()) {
      const wait = this.#playheadDrawnAt + REDUCED_MOTION_STEP - now;
      if (wait > 0) {
        this.loop.requestAfter(wait);
        return;
      }
    }
    if (isUrgent) this.#input.follow();
    if (isUrgent || hasMoved || (change === "end" && cursor !== null)) {
      this.#playheadDrawnAt = now;
      this.#playhead = position;
      this.#drawn = { cursor, highlight, brush, showsEffect, marks, stop };
      this.#drawCursor(area, cursor, marks);
      this.#drawPlayhead(area, position, showsEffect);
    }
    const labels = this.#content.labels(area, now, isUrgent, hasMoved);
    if (labels !== null) patchChildren(this.elements.labels, labels);
  }

  /** Draws the cursor as a vertical line with its time, the marked times, and the marks of the content. */
  #drawCursor(area: A, t: number | null, times: readonly number[]): void {
    const { elements: e } = this;
    const { layout, theme, width, height, fontSize, time } = area;
    const x = t === null || time === null ? Number.NaN : time(t);
    const isVisible = x >= 0 && x <= width;
    const marks = this.#content.cursorMarks(area, isVisible || time === null ? t : null, this.#input.stop);
    const sharpX = Math.round(x) + 0.5;
    const line = svg("line", { x1: sharpX, x2: sharpX, y2: height, stroke: theme.muted });
    const marked = times
      .map((at) => Math.round(time?.(at) ?? -1) + 0.5)
      .filter((at) => at >= 0 && at <= width + 1)
      .map((at) =>
        svg("line", { x1: at, x2: at, y2: height, stroke: theme.text, "stroke-dasharray": "1 4" }),
      );
    patchChildren(e.cursor, [...marked, ...(isVisible ? [line] : []), ...marks]);
    // The time is written below the plot. Without a time axis, it would cover the head of the next plot.
    const hasTime = isVisible && (this.options.timeAxis ?? true);
    e.cursorTime.style.visibility = hasTime ? "visible" : "hidden";
    if (!hasTime || t === null || time === null) return;
    const pixel = (time.domain[1] - time.domain[0]) / width;
    setText(e.cursorTime, formatTime(t, Math.max(1e-4, Math.min(0.1, pixel))));
    const halfWidth = fontSize * 2.6;
    const left = layout.left + Math.max(halfWidth - layout.left, Math.min(width - halfWidth * 0.4, x));
    e.cursorTime.style.transform = `translate(${left.toFixed(1)}px,${layout.top + height + 2}px) translateX(-50%)`;
  }

  /** Draws the playhead, and dims the data after it. */
  #drawPlayhead({ time, width, height, theme }: A, x: number, showsEffect: boolean): void {
    if (time === null) return;
    const line = svg("line", { x1: x, x2: x, y2: height, stroke: theme.accent });
    patchChildren(this.elements.playhead, x >= 0 && x < width - 0.5 ? [line] : []);
    dimAfterPlayhead(this.elements.data, x, width, showsEffect);
  }

  #writeHead(): void {
    const { title, plot, note, hint } = this.elements;
    setText(title, this.options.title);
    plot.setAttribute("aria-label", this.options.title);
    setText(note, this.#content.caption());
    setText(hint, this.options.hint ?? "");
    hint.hidden = !this.options.hint;
  }

  /** Rewrites the description for screen readers if it is due, or requests a frame for that. */
  #followSummary(now: number): void {
    const run = this.#content.run?.() ?? null;
    if (run !== this.#run) {
      // The description of the run before is no longer true.
      this.#run = run;
      this.#pace.restart(now);
      setText(this.elements.summary, "");
    }
    const wait = this.#pace.wait(`${this.#content.descriptionKey()} ${this.options.title}`, now);
    if (wait > 0) this.loop.requestAfter(wait);
    if (wait !== 0) return;
    this.#writeSummary();
    if (this.#content.hasValues()) this.#pace.recordWritten(now);
  }

  #writeSummary(): void {
    setText(this.elements.summary, this.#content.describe(false));
  }
}

// The time chart: several lines over simulated time with reference lines, event marks, playhead, shared cursor and
// selection. Data lie outside any framework; the chart looks at them once per animation frame and redraws only what
// changed: data layer, marks, or just cursor and labels.
import "./charts.css";
import { CursorReader } from "./cursorReader.ts";
import { attribute, text } from "./dom.ts";
import type { Projection } from "./draw.ts";
import type { SvgModel } from "./exportSvg.ts";
import { chooseUnit, formatQuantity } from "./format.ts";
import { type FrameLoop, frameLoop, prefersReducedMotion } from "./frame.ts";
import { colourOf, LineLayer } from "./lineLayer.ts";
import { MarkPainter } from "./markPainter.ts";
import { type PlacedMark, pickMark } from "./marks.ts";
import { marksOn } from "./marksOnLines.ts";
import { type ChartTheme, plainTheme, readTheme, watchTheme } from "./theme.ts";
import { describeBands, drawBands } from "./timeChartBands.ts";
import {
  dimFuture,
  drawAxes,
  drawCursor,
  drawLabels,
  drawReferences,
  type FrontModel,
  MANY_LINES,
} from "./timeChartFront.ts";
import { ChartInput } from "./timeChartInput.ts";
import {
  applyLayout,
  buildElements,
  type ChartElements,
  type ChartLayout,
  layOut,
  pixelRatio,
} from "./timeChartLayout.ts";
import { SummaryPace } from "./timeChartSummary.ts";
import { captionOf, describeChart, lineStats, tableOf } from "./timeChartText.ts";
import type {
  ChartTable,
  CursorStep,
  LineStats,
  PictureOptions,
  TimeChart,
  TimeChartChange,
  TimeChartData,
  TimeChartOptions,
} from "./timeChartTypes.ts";
import { YScale } from "./yScale.ts";

/** A reference line this many times above all data is given up when the run is complete. */
const FAR_ABOVE = 2.5;
/** A spike that lasts less than this share of the window and is so many times as high as the rest may be cut. */
const SPIKE_SHARE = 0.04;
const SPIKE_RATIO = 1.5;
/** So near, in pixels, a line is under the pointer. */
const REACH = 14;
/** Values in labels are rewritten at most this often, in ms: faster is unreadable. */
const VALUE_PACE = 100;
/** While a run grows its lines and its marks are brought up to date at most this often, in ms. */
const NEWS_PACE = 40;
const MARKS_PACE = 250;
/** With reduced motion playback is shown in steps of this many ms. */
const CALM_STEP = 500;
/** What was painted quickly or piece by piece is painted again as a whole after this many ms of rest. */
const SETTLE = 250;
/** Two whole redraws within this many ms: something is being moved. */
const RESTLESS = 120;

export function createTimeChart(host: HTMLElement, options: TimeChartOptions): TimeChart {
  return new TimeChartImpl(host, options);
}

class TimeChartImpl implements TimeChart {
  readonly #e: ChartElements;
  readonly #loop: FrameLoop;
  readonly #layer = new LineLayer();
  readonly #scale: YScale;
  readonly #input: ChartInput;
  readonly #cleanup: (() => void)[] = [];
  #options: TimeChartOptions;
  #data: TimeChartData = { lines: [] };
  #theme: ChartTheme;
  #layout: ChartLayout | null = null;
  #marks: PlacedMark[] = [];
  readonly #markPainter = new MarkPainter();
  #model: FrontModel | null = null;
  /** What is drawn at present, to know what to draw again. */
  #drawn = { geometry: "", events: -1, highlight: "", pointer: "", playhead: Number.NaN, labels: Number.NaN };
  #dirty = { size: true, theme: true, data: true, over: true };
  #newsAt = Number.NEGATIVE_INFINITY;
  #marksAt = Number.NEGATIVE_INFINITY;
  #labelsAt = Number.NEGATIVE_INFINITY;
  /** Lines have grown since the labels were written. */
  #labelsStale = false;
  #playheadAt = Number.NEGATIVE_INFINITY;
  readonly #summary = new SummaryPace();
  #settleAt = Number.POSITIVE_INFINITY;
  #hairlines = false;
  #wholeAt = Number.NEGATIVE_INFINITY;
  readonly #reader = new CursorReader();
  /** The height of the spike that the plot cuts off, or null. */
  #cut: number | null = null;

  constructor(host: HTMLElement, options: TimeChartOptions) {
    this.#options = options;
    this.#loop = options.loop ?? frameLoop();
    this.#scale = new YScale(options.yScale);
    this.#e = buildElements(host);
    this.#theme = readTheme(this.#e.figure);
    this.#input = new ChartInput(this.#e, options.link, {
      overMark: (x, y) => pickMark(this.#marks, x, y) !== null,
      nearest: (x, y) => this.#nearest(x, y),
      click: (x, y, t) => this.#click(x, y, t),
      step: (step) => {
        this.moveCursor(step);
      },
      open: () => this.#openAtCursor(),
      ask: (flow) =>
        this.#options.onAsk?.(flow, this.#options.link.state.cursor ?? this.#options.link.state.playhead),
      focus: () => this.#writeSummary(),
    });
    this.#cleanup.push(
      this.#loop.add({ draw: (now, mayDraw) => this.#frame(now, mayDraw) }),
      options.link.subscribe(() => this.#loop.request()),
      watchTheme(() => {
        this.#dirty.theme = true;
        this.#loop.request();
      }),
    );
    if (typeof ResizeObserver === "function") {
      const observer = new ResizeObserver(() => this.resize());
      observer.observe(this.#e.plot);
      this.#cleanup.push(() => observer.disconnect());
    }
    this.#writeHead();
  }

  get element(): HTMLElement {
    return this.#e.figure;
  }

  get tools(): HTMLElement {
    return this.#e.tools;
  }

  get scaleLocked(): boolean {
    return this.#scale.locked;
  }

  update(data: TimeChartData): void {
    const railBefore = this.#hasRail;
    this.#data = data;
    this.#layer.set(data.lines);
    this.#dirty.data = true;
    this.#dirty.over = true;
    if (railBefore !== this.#hasRail) this.#dirty.size = true;
    this.#e.plot.classList.toggle("fs-is-empty", data.lines.length === 0);
    text(this.#e.empty, data.lines.length === 0 ? (data.emptyText ?? "Nothing to show yet.") : "");
    this.#loop.request();
  }

  change(options: TimeChartChange): void {
    if (options.unit !== undefined && options.unit !== this.#options.unit) this.#scale.reset();
    this.#options = { ...this.#options, ...options };
    this.#dirty.size = true;
    this.#writeHead();
    this.#loop.request();
  }

  resize(): void {
    this.#dirty.size = true;
    this.#loop.request();
  }

  destroy(): void {
    for (const clean of this.#cleanup) clean();
    this.#input.destroy();
    this.#e.figure.remove();
  }

  lockScale(top?: number | null): void {
    this.#scale.lock(top === undefined ? this.#scale.top : top);
    this.#dirty.data = true;
    this.#loop.request();
  }

  stats(from: number, to: number): LineStats[] {
    return this.#live().map(({ trace }) => {
      trace.refresh();
      return lineStats(trace, from, to);
    });
  }

  describe(): string {
    const { domain, playhead } = this.#options.link.state;
    this.#refreshAll();
    const to = Math.max(domain[0], Math.min(domain[1], playhead));
    return this.#words(domain[0], to);
  }

  rows(limit = 200): ChartTable {
    const { domain, playhead } = this.#options.link.state;
    this.#refreshAll();
    const to = Math.min(domain[1], Math.max(playhead, domain[0]));
    return tableOf(this.#layer.lines, this.#options.unit, domain[0], to, limit);
  }

  moveCursor(step: CursorStep): string {
    const spoken = this.#reader.step(step, this.#live(), this.#data.marks ?? null, this.#options);
    text(this.#e.status, spoken);
    return spoken;
  }

  // What is for files is loaded when a file is wanted.
  async toSVG(options: PictureOptions = {}): Promise<string> {
    const { timeChartSvg } = await import("./exportSvg.ts");
    return timeChartSvg(this.#picture(options));
  }

  async toPNG(options: PictureOptions & { readonly scale?: 1 | 2 | 4 } = {}): Promise<Blob> {
    const [{ pictureSize, timeChartSvg }, { svgToPng }] = await Promise.all([
      import("./exportSvg.ts"),
      import("./exportPng.ts"),
    ]);
    const model = this.#picture(options);
    const { width, height } = pictureSize(model.layout);
    const link = options.link === undefined ? {} : { link: options.link };
    return svgToPng(timeChartSvg(model), {
      width,
      height,
      scale: options.scale ?? 2,
      title: model.title,
      ...link,
    });
  }

  async toCSV(options: { readonly link?: string } = {}): Promise<string> {
    const [{ toCsv }, { csvRows }] = await Promise.all([
      import("./exportCsv.ts"),
      import("./timeChartTable.ts"),
    ]);
    this.#refreshAll();
    const { title } = this.#options;
    const width = this.#layer.lines[0]?.trace.width;
    const notes =
      width === undefined
        ? []
        : [`bins of ${width} s, t is the end of a bin; rates are means over ${this.#layer.interval} s`];
    return toCsv({ title: `Fairshare: ${title}`, notes, ...options }, csvRows(this.#layer.lines));
  }

  get #hasRail(): boolean {
    return this.#data.marks != null;
  }

  #live() {
    return this.#layer.lines.filter((line) => !line.trace.spec.ghost);
  }

  /** The highlighted flow if this chart shows it: others leave this chart as it is. */
  #shown(highlight: string | null): string | null {
    if (highlight === null) return null;
    return this.#live().some(({ trace }) => (trace.spec.flow ?? trace.spec.id) === highlight)
      ? highlight
      : null;
  }

  #refreshAll(): void {
    // Reading outside a frame must not hide news from the painting: the next frame prepares everything anew.
    const { domain } = this.#options.link.state;
    this.#layer.prepare(domain[0], domain[1], this.#layout?.width ?? 600);
    this.#scale.grow(this.#largest());
    this.#dirty.data = true;
    this.#loop.request();
  }

  #frame(now: number, mayDraw: () => boolean): boolean {
    const { link } = this.#options;
    const state = link.state;
    // A cleared canvas stays dirty until it is painted, which may be put off to a later frame.
    if (this.#dirty.theme) {
      this.#readTheme();
      this.#dirty.theme = false;
      this.#dirty.data = true;
    }
    if (this.#dirty.size) {
      if (!this.#measure()) return false;
      this.#dirty.size = false;
      this.#dirty.data = true;
    }
    const wholeData = this.#dirty.data;
    const layout = this.#layout;
    if (layout === null) return false;
    const window = `${state.domain[0]} ${state.domain[1]}`;
    const moved = !this.#drawn.geometry.startsWith(`${window}|`);
    const news = this.#hasNews(now, wholeData || moved);
    if ((wholeData || moved || news || now >= this.#settleAt) && !mayDraw()) return true;
    if (moved) this.#scale.hurry();
    if (wholeData || moved || news) {
      this.#newsAt = now;
      this.#layer.prepare(state.domain[0], state.domain[1], layout.width);
    }
    const wait = this.#scale.update(this.#largest(), now);
    if (wait > 0) this.#loop.requestAfter(wait);
    const top = this.#scale.top;
    const geometry = `${window}|${top} ${this.#cut ?? ""} ${this.#data.references?.map((r) => `${r.label}${String(r.value)}`).join()}`;
    const moving = wholeData || geometry !== this.#drawn.geometry;
    const whole = moving || now >= this.#settleAt;
    if (moving || this.#model === null) this.#redrawFrame(layout, top, geometry);
    const model = this.#model;
    if (model === null) return false;
    if (whole || news) {
      // While the window or the scale is on the move, hairlines; the full picture follows when it rests.
      const restless = now - this.#wholeAt < RESTLESS && now < this.#settleAt;
      const quick = whole && restless && this.#layer.lines.length > 1;
      if (whole) this.#wholeAt = now;
      this.#layer.paint(this.#e.base, model.projection, layout, this.#theme, pixelRatio(), whole, quick);
      // Hairlines are replaced soon, pieces once no more of them come: nobody sees where they join.
      if (whole) this.#hairlines = quick;
      if (whole && !quick) this.#settleAt = Number.POSITIVE_INFINITY;
      else if (whole || !this.#hairlines) this.#settleAt = now + SETTLE;
      if (!whole || quick) this.#loop.requestAfter(SETTLE + 20);
      this.#dirty.data = false;
    }
    this.#drawOver(model, state.highlight, now, whole, news);
    this.#drawFront(model, now, moving, news);
    this.#followSummary(now);
    return false;
  }

  /** Whether lines have grown and it is time to look at them; asks for a frame when it is not. */
  #hasNews(now: number, drawing: boolean): boolean {
    if (!this.#layer.hasNews()) return false;
    const wait = this.#newsAt + NEWS_PACE - now;
    if (wait > 0 && !drawing) {
      this.#loop.requestAfter(wait);
      return false;
    }
    return true;
  }

  #largest(): number {
    const { domain } = this.#options.link.state;
    const complete = this.#layer.lines.every(({ trace }) => trace.end >= domain[1] - 1e-9);
    const peak = this.#layer.largest();
    const steady = this.#options.cutSpikes && complete ? this.#layer.steady(SPIKE_SHARE) : Number.NaN;
    this.#cut = steady > 0 && peak > SPIKE_RATIO * steady ? peak : null;
    const data = this.#cut === null ? peak : steady;
    let largest = data;
    for (const { value, fit } of this.#data.references ?? []) {
      if (fit !== true) continue;
      const top = typeof value === "number" ? value : Math.max(...value.map((step) => step[1]));
      // Twenty flows far below the capacity would be a smear at the bottom: then the data have the room.
      if (complete && data > 0 && top > FAR_ABOVE * data) continue;
      if (Number.isFinite(top) && !(top <= largest)) largest = top;
    }
    return largest;
  }

  #redrawFrame(layout: ChartLayout, top: number, geometry: string): void {
    const { domain } = this.#options.link.state;
    const projection: Projection = {
      from: domain[0],
      perSecond: layout.width / (domain[1] - domain[0]),
      height: layout.height,
      perUnit: (layout.height - layout.rail) / top,
    };
    const unit = chooseUnit(top, this.#options.unit);
    this.#model = { elements: this.#e, layout, theme: this.#theme, projection, unit, top };
    drawAxes(this.#model, domain[0], domain[1], this.#options.timeAxis ?? true);
    drawReferences(this.#model, this.#data.references ?? []);
    drawBands(this.#e, layout, this.#theme, projection, this.#data);
    this.#input.follow();
    this.#drawn.geometry = geometry;
    this.#writeHead();
  }

  /** Marks and the highlighted flow, on the second canvas. */
  #drawOver(model: FrontModel, highlight: string | null, now: number, whole: boolean, news: boolean): void {
    const marks = this.#data.marks ?? null;
    const rows = marks?.events.rows ?? 0;
    const key = highlight ?? "";
    if (!whole && !this.#dirty.over && key === this.#drawn.highlight) {
      const behind = rows !== this.#drawn.events || (news && (marks !== null || highlight !== null));
      if (!behind) return;
      const wait = this.#marksAt + MARKS_PACE - now;
      if (wait > 0) {
        // Until then the marks are those of a moment ago.
        this.#drawn.events = -1;
        this.#loop.requestAfter(wait);
        return;
      }
    }
    this.#dirty.over = false;
    this.#marksAt = now;
    this.#drawn.events = rows;
    this.#drawn.highlight = key;
    const { layout, projection: p } = model;
    const known = this.#shown(highlight) !== null;
    this.#e.base.style.opacity = known && this.#live().length > 1 ? "0.22" : "1";
    const { domain } = this.#options.link.state;
    this.#marks =
      marks === null ? [] : marksOn(this.#layer, marks, domain, layout, p, known ? highlight : null);
    const context = this.#e.over.getContext("2d");
    if (context === null) return;
    const ratio = pixelRatio();
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, layout.width, layout.height);
    if (known && highlight !== null) this.#layer.paintHighlight(context, highlight, p, layout, this.#theme);
    if (this.#marks.length > 0) {
      const colour = (mark: PlacedMark): string => {
        const line = mark.line === null ? undefined : this.#layer.get(mark.line);
        return line === undefined ? this.#theme.text : colourOf(line.trace.spec, this.#theme);
      };
      this.#markPainter.paint(context, this.#marks, colour, layout, this.#theme, ratio);
    }
  }

  /** Cursor, playhead and labels: at once where a pointer or a key moved something, else as far as anybody can see. */
  #drawFront(model: FrontModel, now: number, moving: boolean, news: boolean): void {
    const { link, labels, future } = this.#options;
    const state = link.state;
    const { projection: p, layout } = model;
    const ratio = pixelRatio();
    // Playback that moves by less than a pixel of the screen moves nothing.
    const playhead = Math.round((state.playhead - p.from) * p.perSecond * ratio) / ratio;
    const pointer = `${state.cursor} ${state.highlight} ${state.brush?.join()}`;
    const pointed = moving || pointer !== this.#drawn.pointer;
    const moved = playhead !== this.#drawn.playhead;
    if (news || state.playhead !== this.#drawn.labels) this.#labelsStale = true;
    if (!pointed && !moved && !this.#labelsStale) return;
    if (state.cursor === null && !pointed && !news && prefersReducedMotion()) {
      const wait = this.#playheadAt + CALM_STEP - now;
      if (wait > 0) {
        this.#loop.requestAfter(wait);
        return;
      }
    }
    this.#playheadAt = now;
    const highlight = this.#shown(state.highlight);
    if (pointed) this.#input.follow();
    if (pointed || moved || (news && state.cursor !== null)) {
      drawCursor(model, this.#layer.lines, {
        ...state,
        playhead: p.from + playhead / p.perSecond,
        highlight,
      });
      dimFuture(this.#e, layout, playhead, future ?? "dim");
    }
    this.#drawn.pointer = pointer;
    this.#drawn.playhead = playhead;
    if (!(labels ?? true)) return;
    const wait = this.#labelsAt + VALUE_PACE - now;
    if (wait > 0) this.#loop.requestAfter(wait);
    if (!pointed && wait > 0) return;
    if (wait <= 0) {
      this.#labelsAt = now;
      this.#labelsStale = false;
      this.#drawn.labels = state.playhead;
    }
    const t = state.cursor ?? Math.max(0, Math.min(state.playhead, state.domain[1]));
    drawLabels(model, this.#layer.lines, t, highlight, wait <= 0 || state.cursor !== null);
  }

  #measure(): boolean {
    const width = this.#e.plot.clientWidth;
    const height = this.#e.plot.clientHeight;
    if (width < 20 || height < 20) return false;
    const { presenter = false, labels = true, timeAxis = true } = this.#options;
    this.#layout = layOut({ width, height, presenter, labels, timeAxis, rail: this.#hasRail });
    applyLayout(this.#e, this.#layout);
    this.#input.resize(this.#layout);
    this.#model = null;
    return true;
  }

  #readTheme(): void {
    this.#theme = readTheme(this.#e.figure);
    const { style } = this.#e.figure;
    for (const name of ["text", "muted", "background", "axis", "accent", "selection", "font"] as const) {
      style.setProperty(`--fs-${name}`, this.#theme[name]);
    }
    this.#model = null;
    this.#dirty.over = true;
  }

  #writeHead(): void {
    const { title } = this.#options;
    text(this.#e.title, title);
    attribute(this.#e.plot, "aria-label", title);
    text(this.#e.note, this.#caption());
  }

  #caption(): string {
    const symbol = chooseUnit(this.#scale.top, this.#options.unit).symbol;
    const cut =
      this.#cut !== null && this.#cut > this.#scale.top
        ? `peak of ${formatQuantity(this.#cut, this.#options.unit)} cut off`
        : "";
    const note = [this.#data.note ?? "", cut].filter((part) => part !== "").join("  \u00b7  ");
    return captionOf(symbol, this.#layer.interval, note);
  }

  /** Rewrites the summary when it is due: what it is about has changed, and rests or has been moving for long. */
  #followSummary(now: number): void {
    const { domain, playhead } = this.#options.link.state;
    const ends = this.#layer.lines.map(({ trace }) => trace.end);
    const about = `${domain.join()} ${playhead} ${ends.length} ${Math.max(0, ...ends)} ${this.#options.title}`;
    const wait = this.#summary.wait(about, now);
    if (wait > 0) this.#loop.requestAfter(wait);
    if (wait !== 0) return;
    this.#writeSummary();
    // Until there are values, nothing was said.
    if (!Number.isNaN(this.#layer.largest())) this.#summary.said(now);
  }

  #writeSummary(): void {
    const { domain, playhead } = this.#options.link.state;
    const to = Math.max(domain[0], Math.min(domain[1], playhead));
    text(this.#e.summary, this.#words(domain[0], to));
  }

  #words(from: number, to: number): string {
    const { title, unit } = this.#options;
    const lines = describeChart(title, unit, this.#layer.lines, this.#data.marks ?? null, from, to);
    return `${lines}${describeBands(this.#data.bands ?? [], from, to)}`;
  }

  #nearest(x: number, y: number): string | null | undefined {
    const p = this.#model?.projection;
    const live = this.#live();
    if (p === undefined || live.length <= MANY_LINES) return undefined;
    const t = p.from + x / p.perSecond;
    let best: string | null = null;
    let least = REACH;
    for (const { trace } of live) {
      const away = Math.abs(p.height - trace.at(t) * p.perUnit - y);
      if (away < least) [best, least] = [trace.spec.flow ?? trace.spec.id, away];
    }
    return best;
  }

  #click(x: number, y: number, t: number): void {
    const mark = pickMark(this.#marks, x, y);
    if (mark === null) this.#options.onSeek?.(t);
    else this.#pick(mark);
  }

  #pick(mark: PlacedMark): void {
    const box = this.#e.front.getBoundingClientRect();
    const { left = 0, top = 0 } = this.#layout ?? {};
    this.#options.onPick?.(mark, { x: box.left + left + mark.x, y: box.top + top + mark.y });
  }

  #openAtCursor(): void {
    const { cursor } = this.#options.link.state;
    if (cursor === null) return;
    const event = this.#reader.eventAt(cursor);
    const flow = this.#reader.lineOf(this.#live())?.trace.spec.flow;
    // An event may be drawn as part of its neighbour's mark, so it is picked as itself.
    if (event !== null) {
      const x =
        this.#model === null ? 0 : (event.t - this.#model.projection.from) * this.#model.projection.perSecond;
      this.#pick({ x, y: 0, code: event.code, line: null, event, count: event.count });
    } else if (flow !== undefined && this.#options.onAsk !== undefined) this.#options.onAsk(flow, cursor);
    else this.#options.onSeek?.(cursor);
  }

  #picture(options: PictureOptions): SvgModel {
    const { link, title, unit, presenter = false, labels = true } = this.#options;
    const { domain } = link.state;
    this.#refreshAll();
    const background = options.background ?? "white";
    const theme =
      background === "page" && !this.#theme.forced
        ? this.#theme
        : plainTheme(background === "white" ? "light" : this.#theme.name);
    const width = options.width ?? this.#e.plot.clientWidth;
    const height = options.height ?? this.#e.plot.clientHeight;
    const layout = layOut({ width, height, presenter, labels, timeAxis: true, rail: this.#hasRail });
    return {
      title,
      caption: this.#caption(),
      layout,
      theme,
      transparent: background === "none",
      from: domain[0],
      to: domain[1],
      top: this.#scale.top,
      unit: chooseUnit(this.#scale.top, unit),
      lines: this.#layer.lines,
      references: this.#data.references ?? [],
      times: this.#data,
      marks: this.#data.marks ?? null,
      link: options.link,
      description: this.describe(),
    };
  }
}

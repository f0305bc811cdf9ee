// The time chart: several lines over simulated time with reference lines, events, playhead, shared cursor and
// selection. It reads its data at most once per animation frame, and each layer is redrawn only if it
// changed.
import { formatQuantity } from "../../scenario/units.ts";
import "../charts.css";
import { CHART } from "../../strings/charts.ts";
import { setText } from "../core/dom.ts";
import { draw } from "../core/mark.ts";
import { patchChildren } from "../core/svgDom.ts";
import { frameLoop } from "../frame.ts";
import { type ChartTheme, plainTheme, readTheme, watchTheme } from "../theme.ts";
import type { ChartContext } from "./context.ts";
import { CursorLayer } from "./cursor.ts";
import { CursorReader } from "./cursorReader.ts";
import { DataCanvas } from "./dataCanvas.ts";
import { applyLayout, buildElements } from "./elements.ts";
import { EventCanvas } from "./eventCanvas.ts";
import { ChartInput } from "./input.ts";
import { layOut, type TimePlot, timePlot } from "./layout.ts";
import { LineLayer } from "./lineLayer.ts";
import { Picking } from "./picking.ts";
import type { Picture } from "./picture.ts";
import { Summary } from "./summary.ts";
import {
  bandMark,
  gridMark,
  namesReferences,
  referenceMark,
  settingChangeMark,
  timeAxis,
  valueAxis,
} from "./timeMarks.ts";
import type {
  ChartTable,
  CursorStep,
  ImageOptions,
  LineStats,
  TimeChart,
  TimeChartChange,
  TimeChartData,
  TimeChartOptions,
} from "./types.ts";
import { ValueRange } from "./valueRange.ts";
import { captionOf, lineStats, tableOf } from "./words.ts";

export function createTimeChart(host: HTMLElement, options: TimeChartOptions): TimeChart {
  return new TimeChartImpl(host, options);
}

class TimeChartImpl implements TimeChart {
  readonly #chart: ChartContext;
  readonly #range: ValueRange;
  readonly #lines: DataCanvas;
  readonly #events: EventCanvas;
  readonly #cursor: CursorLayer;
  readonly #summary: Summary;
  readonly #picking: Picking;
  readonly #input: ChartInput;
  readonly #reader = new CursorReader();
  readonly #cleanup: (() => void)[] = [];
  /** What changed since it was last drawn. A flag stays set if painting is put off to a later frame. */
  readonly #changed = { size: true, theme: true, data: true };
  /** The size and the theme that `#measure` has read and the next frame applies. */
  #newSize: { readonly width: number; readonly height: number } | null = null;
  #newTheme: ChartTheme | null = null;
  /** The peak of cut-off spikes when grid, axes and caption were last drawn. */
  #drawnSpikePeak: number | null = null;

  constructor(host: HTMLElement, options: TimeChartOptions) {
    const elements = buildElements(host);
    this.#chart = {
      elements,
      loop: options.loop ?? frameLoop(),
      layer: new LineLayer(),
      options,
      data: { lines: [] },
      // The first frame reads the theme before it draws.
      theme: plainTheme("light"),
      layout: null,
      plot: null,
    };
    this.#range = new ValueRange(this.#chart);
    this.#lines = new DataCanvas(this.#chart);
    this.#events = new EventCanvas(this.#chart);
    this.#cursor = new CursorLayer(this.#chart);
    this.#summary = new Summary(this.#chart);
    this.#picking = new Picking(this.#chart, this.#events, this.#reader);
    this.#input = new ChartInput(elements, options.timeView, this.#picking, {
      step: (step) => void this.moveCursor(step),
      focus: () => this.#summary.write(),
    });
    const { loop } = this.#chart;
    this.#cleanup.push(
      loop.add({ measure: () => this.#measure(), draw: (now, mayDraw) => this.#frame(now, mayDraw) }),
      options.timeView.subscribe(() => loop.request()),
      watchTheme(() => this.#invalidate("theme")),
    );
    if (typeof ResizeObserver === "function") {
      const observer = new ResizeObserver(() => this.resize());
      observer.observe(elements.plot);
      this.#cleanup.push(() => observer.disconnect());
    }
    this.#writeHead();
  }

  get element(): HTMLElement {
    return this.#chart.elements.figure;
  }

  get tools(): HTMLElement {
    return this.#chart.elements.tools;
  }

  update(data: TimeChartData): void {
    const { elements, layer } = this.#chart;
    const hadRail = this.#hasEventRail;
    this.#chart.data = data;
    layer.setLines(data.lines);
    this.#events.invalidate();
    this.#cursor.invalidateLabels();
    elements.plot.classList.toggle("fs-is-empty", data.lines.length === 0);
    setText(elements.empty, data.lines.length === 0 ? (data.emptyText ?? CHART.empty) : "");
    this.#invalidate(hadRail === this.#hasEventRail ? "data" : "size");
  }

  change(options: TimeChartChange): void {
    if (options.unit !== undefined && options.unit !== this.#chart.options.unit) this.#range.scale.reset();
    this.#chart.options = { ...this.#chart.options, ...options };
    this.#writeHead();
    this.#invalidate("size");
  }

  resize(): void {
    this.#invalidate("size");
  }

  destroy(): void {
    for (const clean of this.#cleanup) clean();
    this.#input.destroy();
    this.#chart.elements.figure.remove();
  }

  stats(from: number, to: number): LineStats[] {
    return this.#chart.layer.currentLines.map(({ trace }) => {
      trace.refresh();
      return lineStats(trace, from, to);
    });
  }

  describe(): string {
    this.#readAll();
    return this.#summary.describe();
  }

  rows(limit = 200): ChartTable {
    const { layer, options } = this.#chart;
    const { domain, playhead } = options.timeView.state;
    this.#readAll();
    const to = Math.min(domain[1], Math.max(playhead, domain[0]));
    return tableOf(layer.currentLines, options.unit, domain[0], to, limit);
  }

  moveCursor(step: CursorStep): string {
    const { layer, data, options, elements } = this.#chart;
    const spoken = this.#reader.step(step, layer.currentLines, data.events ?? null, options);
    setText(elements.status, spoken);
    return spoken;
  }

  // Code for exports is loaded when the first file is exported.
  async toSVG(options: ImageOptions = {}): Promise<string> {
    return (await this.#picture(options)).svg;
  }

  async toPNG(options: ImageOptions & { readonly scale?: 1 | 2 | 4 } = {}): Promise<Blob> {
    const [{ svg, width, height }, { svgToPng }] = await Promise.all([
      this.#picture(options),
      import("../exportPng.ts"),
    ]);
    const { title } = this.#chart.options;
    const link = options.link === undefined ? {} : { link: options.link };
    return svgToPng(svg, { width, height, scale: options.scale ?? 2, title, ...link });
  }

  async toCSV(options: { readonly link?: string } = {}): Promise<string> {
    const [{ toCsv }, { csvNotes, csvRows }] = await Promise.all([
      import("../exportCsv.ts"),
      import("./csvRows.ts"),
    ]);
    this.#readAll();
    const { layer } = this.#chart;
    const title = `Fairshare: ${this.#chart.options.title}`;
    return toCsv({ title, notes: csvNotes(layer), ...options }, csvRows(layer.lines));
  }

  async #picture(options: ImageOptions): Promise<Picture> {
    const { timeChartPicture } = await import("./picture.ts");
    this.#readAll();
    const description = this.#summary.describe(true);
    return timeChartPicture(this.#chart, this.#range.scale.top, this.#caption(), description, options);
  }

  /** Whether the rail is shown, the row for events along the top. */
  get #hasEventRail(): boolean {
    return this.#chart.data.events != null;
  }

  #invalidate(what: "size" | "theme" | "data"): void {
    this.#changed[what] = true;
    this.#chart.loop.request();
  }

  /**
   * Reads new data outside a frame. The next frame repaints everything, because it does not detect data that
   * were already read.
   */
  #readAll(): void {
    const { layer, layout, options } = this.#chart;
    const { domain } = options.timeView.state;
    layer.prepare(domain[0], domain[1], layout?.width ?? 600);
    this.#range.grow();
    this.#invalidate("data");
  }

  /** Draws what changed. Returns true if painting was put off because this frame has no time left. */
  #frame(now: number, mayDraw: () => boolean): boolean {
    if (this.#newTheme !== null) this.#applyTheme(this.#newTheme);
    if (this.#newSize !== null) this.#applySize(this.#newSize.width, this.#newSize.height);
    if (this.#changed.size) return false;
    const { layout, options, plot: drawnPlot } = this.#chart;
    if (layout === null) return false;
    const { domain } = options.timeView.state;
    const windowMoved = drawnPlot === null || drawnPlot.from !== domain[0] || drawnPlot.to !== domain[1];
    const readsGrowth = this.#lines.isReadDue(now, this.#changed.data || windowMoved);
    const mustRead = this.#changed.data || windowMoved || readsGrowth;
    if ((mustRead || this.#lines.isFullQualityDue(now)) && !mayDraw()) return true;
    if (mustRead) this.#lines.read(now, layout.width);
    this.#range.update(now);
    const rescaled =
      drawnPlot?.top !== this.#range.scale.top || this.#drawnSpikePeak !== this.#range.spikePeak;
    const plotChanged = this.#changed.data || windowMoved || rescaled;
    if (plotChanged)
      this.#drawAxesAndMarks(
        timePlot(layout, this.#chart.theme, domain, this.#range.scale.top, options.unit),
      );
    const paintsAll = plotChanged || this.#lines.isFullQualityDue(now);
    if (paintsAll || readsGrowth) this.#lines.paint(now, paintsAll);
    this.#changed.data = false;
    this.#events.draw(now, paintsAll, readsGrowth);
    this.#cursor.draw(now, plotChanged, readsGrowth, () => this.#input.follow());
    this.#summary.follow(now);
    return false;
  }

  /** Draws grid, setting changes, bands, reference lines and axes for a new plot area. */
  #drawAxesAndMarks(plot: TimePlot): void {
    const { elements: e, data, options } = this.#chart;
    this.#chart.plot = plot;
    this.#drawnSpikePeak = this.#range.spikePeak;
    patchChildren(e.grid, draw([gridMark(plot), settingChangeMark(data.settingChanges ?? [])], plot));
    patchChildren(e.bands, draw([bandMark(data.bands ?? [], plot.layout.railHeight)], plot));
    patchChildren(e.references, draw([referenceMark(data.references ?? [], namesReferences(plot))], plot));
    patchChildren(e.yAxis, draw([valueAxis(plot)], plot));
    patchChildren(e.xAxis, (options.timeAxis ?? true) ? draw([timeAxis(plot)], plot) : []);
    this.#input.follow();
    this.#writeHead();
  }

  /** Reads the size and the theme if they may have changed. */
  #measure(): void {
    const { figure, plot } = this.#chart.elements;
    if (this.#changed.theme) this.#newTheme = readTheme(figure);
    if (this.#changed.size) this.#newSize = { width: plot.clientWidth, height: plot.clientHeight };
  }

  /** Computes the layout, unless the chart is too small to be drawn. */
  #applySize(width: number, height: number): void {
    this.#newSize = null;
    if (width < 20 || height < 20) return;
    const { elements, options } = this.#chart;
    const { presenter = false, labels = true, timeAxis = true } = options;
    const layout = layOut({ width, height, presenter, labels, timeAxis, hasRail: this.#hasEventRail });
    this.#chart.layout = layout;
    applyLayout(elements, layout);
    this.#input.resize(layout);
    this.#changed.size = false;
    this.#changed.data = true;
  }

  #applyTheme(theme: ChartTheme): void {
    const { figure } = this.#chart.elements;
    this.#newTheme = null;
    this.#chart.theme = theme;
    for (const name of ["text", "muted", "background", "axis", "accent", "selection", "font"] as const)
      figure.style.setProperty(`--fs-${name}`, theme[name]);
    this.#events.invalidate();
    this.#changed.theme = false;
    this.#changed.data = true;
  }

  #writeHead(): void {
    const { elements, options } = this.#chart;
    setText(elements.title, options.title);
    elements.plot.setAttribute("aria-label", options.title);
    setText(elements.note, this.#caption());
  }

  #caption(): string {
    const { data, layer, options } = this.#chart;
    // Without lines, the values and therefore the unit with its prefix are unknown.
    if (data.lines.length === 0) return data.note ?? "";
    const hiddenPeak = this.#range.hiddenPeak;
    const spikeNote = hiddenPeak === null ? "" : CHART.peakCut(formatQuantity(hiddenPeak, options.unit));
    const { layout } = this.#chart;
    const unnamed = layout === null || namesReferences({ layout }) ? [] : (data.references ?? []);
    const referenceNote =
      unnamed.length > 0 ? CHART.dotted(unnamed.map(({ label }) => label).join(", ")) : "";
    const notes = [referenceNote, data.note ?? "", spikeNote];
    return captionOf(this.#range.scale.top, options.unit, layer.interval, notes);
  }
}

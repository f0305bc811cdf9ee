// A chart over time: several lines with reference lines, events and labels. It reads its data at most once per
// animation frame.

import { least, max } from "d3-array";
import { formatIn, formatQuantity } from "../../scenario/units.ts";
import { draw } from "../core/mark.ts";
import { type SvgNode, svg } from "../core/svg.ts";
import { markerShape, symbolAt } from "../marks/symbol.ts";
import type {
  AreaRequest,
  Change,
  Content,
  Csv,
  Layers,
  PictureParts,
  Place,
  PlotState,
  Table,
} from "../plot/content.ts";
import { layOut } from "../plot/layout.ts";
import { Plot } from "../plot/plot.ts";
import { chartTexts } from "../texts/index.ts";
import { halo, lineColour } from "../theme.ts";
import { DataCanvas } from "./dataCanvas.ts";
import { ValueLabels } from "./endLabels.ts";
import { EventCanvas } from "./eventCanvas.ts";
import { type ChartEvent, type EventSymbol, eventName, nextEvent } from "./events.ts";
import { type ChartContext, LineLayer } from "./lineLayer.ts";
import {
  bandMark,
  gridMark,
  namesReferences,
  referenceMark,
  settingChangeMark,
  timeAxis,
  valueAxis,
} from "./timeMarks.ts";
import { type TimeChartData, type TimeChartOptions, type TimePlot, timePlot } from "./timePlot.ts";
import { flowOf } from "./trace.ts";
import { ValueRange } from "./valueRange.ts";
import { captionOf, describeBands, describeChart, describeCursor, tableOf } from "./words.ts";

/**
 * With more lines than this, the line under the pointer is highlighted and its name is written next to the
 * cursor.
 */
const MANY_LINES = 8;
/** Maximum number of dots on the cursor line. */
const MAX_DOTS = 24;
/** A line counts as under the pointer if it is less than this many pixels away. */
const HOVER_DISTANCE = 14;

export class TimeContent implements Content<TimeChartData, TimePlot>, ChartContext {
  readonly plot: PlotState<TimeChartOptions, TimePlot>;
  readonly layer = new LineLayer();
  data: TimeChartData = { lines: [] };
  readonly #range: ValueRange;
  readonly #lines: DataCanvas;
  readonly #events: EventCanvas;
  readonly #labels: ValueLabels;
  #unit: string;
  /** How often the data have been replaced. */
  #updates = 0;
  /** The peak of cut-off spikes when grid, axes and caption were last drawn. */
  #drawnSpikePeak: number | null = null;
  /** The event to which the cursor was last moved by a step from event to event. */
  #event: ChartEvent | null = null;

  constructor(plot: PlotState<TimeChartOptions, TimePlot>) {
    this.plot = plot;
    this.#unit = plot.options.unit;
    this.#range = new ValueRange(this);
    this.#lines = new DataCanvas(this);
    this.#events = new EventCanvas(this);
    this.#labels = new ValueLabels(this);
  }

  /** The highlighted flow if this chart has a line of it, otherwise null. */
  get highlight(): string | null {
    const { highlight } = this.plot.options.timeView.state;
    return this.layer.currentLines.some(({ trace }) => flowOf(trace.spec) === highlight) ? highlight : null;
  }

  update(data: TimeChartData): void {
    this.data = data;
    this.#updates += 1;
    this.layer.setLines(data.lines);
    this.#events.invalidate();
    this.#labels.invalidate();
  }

  change(): void {
    const { unit } = this.plot.options;
    if (unit !== this.#unit) this.#range.scale.reset();
    this.#unit = unit;
  }

  // Reading and drawing ----------------------------------------------------------

  follow(now: number, mayDraw: () => boolean): Change {
    const { isOutdated, area, options } = this.plot;
    const { domain } = options.timeView.state;
    const mustDraw = isOutdated || area === null || area.from !== domain[0] || area.to !== domain[1];
    const hasGrown = this.#lines.isReadDue(now, mustDraw);
    if ((mustDraw || hasGrown || this.#lines.isFullQualityDue(now)) && !mayDraw()) return "later";
    if (mustDraw || hasGrown) this.#lines.read(now, this.#width);
    if (hasGrown) this.#labels.outdate();
    this.#range.update(now);
    const { scale, spikePeak } = this.#range;
    const isRescaled = area?.top !== scale.top || this.#drawnSpikePeak !== spikePeak;
    if (mustDraw || isRescaled) return "all";
    return hasGrown ? "end" : "nothing";
  }

  readNow(): void {
    const { domain } = this.plot.options.timeView.state;
    this.layer.prepare(domain[0], domain[1], this.#width);
    this.#range.grow();
    // Frames do not detect data that were read outside of them.
    this.plot.invalidate();
  }

  /** The width of the lines in pixels. */
  get #width(): number {
    const { options, size, area } = this.plot;
    if (size.width === 0) return area?.width ?? 600;
    return this.#layout({ ...size, presenter: options.presenter ?? false, timeAxis: true }).width;
  }

  #layout(request: Pick<AreaRequest, "width" | "height" | "presenter" | "timeAxis">) {
    const { labels = true } = this.plot.options;
    return layOut({ ...request, labels, hasRail: this.data.events != null });
  }

  area(request: AreaRequest): TimePlot {
    const { theme, domain } = request;
    return timePlot(this.#layout(request), theme, domain, this.#range.scale.top, this.plot.options.unit);
  }

  layers(area: TimePlot): Layers {
    this.#drawnSpikePeak = this.#range.spikePeak;
    const { bands = [], references = [], settingChanges = [] } = this.data;
    return {
      grid: draw([gridMark(area), settingChangeMark(settingChanges)], area),
      bands: draw([bandMark(bands, area.layout.railHeight)], area),
      references: draw(
        [referenceMark(references, area, namesReferences(area) ? this.layer.crossings(area) : null)],
        area,
      ),
      yAxis: draw([valueAxis(area)], area),
      xAxis: (this.plot.options.timeAxis ?? true) ? draw([timeAxis(area)], area) : [],
    };
  }

  paint(now: number, change: Change): void {
    const paintsAll = change === "all" || this.#lines.isFullQualityDue(now);
    if (paintsAll || change === "end") this.#lines.paint(now, paintsAll);
    this.#events.draw(now, paintsAll, change === "end");
  }

  /** A dot on each line at the cursor and, if one of many lines is highlighted, its name and value. */
  cursorMarks(area: TimePlot, t: number | null): readonly SvgNode[] {
    if (t === null) return [];
    const { theme, fontSize, lineWidth, width } = area;
    const { highlight } = this;
    const x = area.x(t);
    const shown = this.layer.currentLines
      .filter(({ trace }) => highlight === null || highlight === flowOf(trace.spec))
      .map(({ trace }) => ({ spec: trace.spec, value: trace.valueAt(t) }))
      .filter(({ value }) => !Number.isNaN(value))
      .slice(0, MAX_DOTS);
    const dots = shown.map(({ spec, value }) =>
      symbolAt(x, area.y(value), markerShape(spec.style), (lineWidth * 3.5) ** 2, {
        class: "fs-dot",
        fill: lineColour(spec, theme),
        stroke: theme.background,
      }),
    );
    const last = shown.at(-1);
    if (!this.#hasManyLines || highlight === null || last === undefined) return dots;
    const hasSpaceAtRight = x < width * 0.75;
    const look = {
      class: "fs-named",
      x: x + fontSize * (hasSpaceAtRight ? 0.7 : -0.7),
      y: Math.max(fontSize, area.y(last.value) - fontSize * 0.6),
      "text-anchor": hasSpaceAtRight ? "start" : "end",
      fill: theme.text,
    };
    const nameAndValue = `${last.spec.label}  ${formatIn(last.value, area.unit, false)}`;
    return [...dots, svg("text", { ...look, ...halo(theme, 3) }, nameAndValue)];
  }

  labels(area: TimePlot, now: number, isUrgent: boolean): readonly SvgNode[] | null {
    return (this.plot.options.labels ?? true) ? this.#labels.draw(area, now, isUrgent) : null;
  }

  async picture(area: TimePlot): Promise<PictureParts> {
    const { timePicture } = await import("./timePicture.ts");
    return timePicture(this.layer, this.data, area);
  }

  // Words and numbers ------------------------------------------------------------

  caption(): string {
    const { data, layer } = this;
    const { area, options } = this.plot;
    // Without lines, the values and therefore the unit with its prefix are unknown.
    if (data.lines.length === 0) return data.note ?? "";
    const { hiddenPeak, scale } = this.#range;
    const unnamed = area === null || namesReferences(area) ? [] : (data.references ?? []);
    const notes = [
      unnamed.length > 0 ? chartTexts.dotted({ names: unnamed.map(({ label }) => label).join(", ") }) : "",
      data.note ?? "",
      hiddenPeak === null ? "" : chartTexts.peakCut({ peak: formatQuantity(hiddenPeak, options.unit) }),
    ];
    return captionOf(scale.top, options.unit, layer.interval, notes);
  }

  empty(): string {
    const { lines, emptyText = chartTexts.empty } = this.data;
    return lines.length === 0 ? emptyText : "";
  }

  hasValues(): boolean {
    return !Number.isNaN(this.layer.largest());
  }

  run(): unknown {
    return this.data.lines.find(({ ghost }) => !ghost)?.run;
  }

  descriptionKey(): string {
    const { domain, playhead } = this.plot.options.timeView.state;
    // The run of an edited scenario may have as many lines and the same end as the run before.
    const end = max(this.layer.lines, ({ trace }) => trace.end) ?? 0;
    return `${domain.join()} ${playhead} ${this.#updates} ${end}`;
  }

  describe(ofPicture: boolean): string {
    const { layer, data } = this;
    const { title, unit, timeView } = this.plot.options;
    const { domain, playhead } = timeView.state;
    const computedTo = max(layer.currentLines, ({ trace }) => trace.end) ?? 0;
    const to = Math.max(domain[0], Math.min(domain[1], ofPicture ? computedTo : playhead));
    const text = describeChart(title, unit, layer.currentLines, data.events ?? null, domain[0], to);
    return `${text}${describeBands(data.bands ?? [], domain[0], to)}`;
  }

  table(limit: number): Table {
    const { unit, timeView } = this.plot.options;
    const { domain, playhead } = timeView.state;
    const to = Math.min(domain[1], Math.max(playhead, domain[0]));
    return tableOf(this.layer.currentLines, unit, domain[0], to, limit);
  }

  async csv(): Promise<Csv> {
    const { csvOf } = await import("./csvRows.ts");
    return csvOf(this.layer);
  }

  // Pointer and keys -------------------------------------------------------------

  stops(): number {
    return 0;
  }

  lines(): readonly string[] {
    return this.layer.currentLines.map(({ trace }) => flowOf(trace.spec));
  }

  say(line: number, { t }: { readonly t: number }): string {
    return describeCursor(t, this.layer.currentLines[line] ?? null, this.plot.options.unit);
  }

  get #hasManyLines(): boolean {
    return this.layer.currentLines.length > MANY_LINES;
  }

  at(x: number, y: number, area: TimePlot): Place {
    const t = area.x.invert(x);
    if (!this.#hasManyLines) return { t };
    const distances = this.layer.currentLines.map(({ trace }) => ({
      flow: flowOf(trace.spec),
      distance: Math.abs(area.y(trace.valueAt(t)) - y),
    }));
    const nearest = least(distances, (line) => line.distance);
    return { t, line: nearest && nearest.distance < HOVER_DISTANCE ? nearest.flow : null };
  }

  isOverMark(x: number, y: number): boolean {
    return this.#events.pick(x, y) !== null;
  }

  pick(x: number, y: number, byTouch: boolean): boolean {
    const event = this.#events.pick(x, y, byTouch);
    if (event !== null) this.#report(event);
    return event !== null;
  }

  /** Opens the event to which the cursor was moved. Without it, requests an explanation of the line. */
  open(t: number, line: number): boolean {
    const { area, options } = this.plot;
    const event = this.#event;
    const flow = this.layer.currentLines[line]?.trace.spec.flow;
    // The event may be part of the symbol of an earlier event, so a separate symbol is made for it.
    if (event !== null && Math.abs(event.t - t) < 1e-9) {
      const { code, count } = event;
      this.#report({ x: area?.x(event.t) ?? 0, y: 0, code, line: null, event, count });
    } else if (flow !== undefined && options.onAsk !== undefined) options.onAsk(flow, t);
    else return false;
    return true;
  }

  ask(flow: string): void {
    const { timeView, onAsk } = this.plot.options;
    onAsk?.(flow, timeView.state.cursor ?? timeView.state.playhead);
  }

  toEvent(isForward: boolean): { readonly text: string; readonly line?: number } {
    const { timeView } = this.plot.options;
    const { domain, cursor, playhead } = timeView.state;
    const source = this.data.events ?? null;
    if (source === null) return { text: chartTexts.noEvents };
    const event = nextEvent(source, cursor ?? Math.max(domain[0], Math.min(domain[1], playhead)), isForward);
    if (event === null) return { text: isForward ? chartTexts.noLaterEvent : chartTexts.noEarlierEvent };
    this.#event = event;
    if (event.t < domain[0] || event.t > domain[1]) timeView.panBy(event.t - (domain[0] + domain[1]) / 2);
    timeView.setCursor(event.t);
    // The event and the values that are said belong to the same flow.
    const id = source.lineOf(event.code, event.entity);
    const line = this.layer.currentLines.findIndex(({ trace }) => trace.spec.id === id);
    return { text: eventName(event.code, event.count), ...(line >= 0 && { line }) };
  }

  #report(event: EventSymbol): void {
    const { elements, area, options } = this.plot;
    const box = elements.front.getBoundingClientRect();
    const { left = 0, top = 0 } = area?.layout ?? {};
    options.onPick?.(event, { x: box.left + left + event.x, y: box.top + top + event.y });
  }
}

/** A chart over time on the page. */
export type TimeChart = Plot<TimeChartData, TimeChartOptions, TimePlot>;

export const createTimeChart = (host: HTMLElement, options: TimeChartOptions): TimeChart =>
  new Plot(host, options, (plot) => new TimeContent(plot));

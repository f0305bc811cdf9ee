// The elements of a time chart and their sizes: grid below, data on two canvases, axes and cursor above, labels at the
// right. All charts of one width have the same margins, so that their time axes line up.
import { html, svg, uniqueId } from "./dom.ts";

export interface ChartLayout {
  /** Inner size of the plot in CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly fontSize: number;
  readonly lineWidth: number;
  /** Height kept free at the top of the plot for marks without a line. */
  readonly rail: number;
  /** Height of one label in the right column. */
  readonly labelHeight: number;
}

export interface LayoutRequest {
  readonly width: number;
  readonly height: number;
  readonly presenter: boolean;
  readonly labels: boolean;
  readonly timeAxis: boolean;
  readonly rail: boolean;
}

export function layOut(request: LayoutRequest): ChartLayout {
  const fontSize = request.presenter ? 20 : 12;
  const labelColumn = request.presenter ? 0.24 : 0.2;
  const right = request.labels
    ? Math.round(clamp(request.width * labelColumn, fontSize * 8, fontSize * 12.5))
    : fontSize;
  const left = Math.round(fontSize * 3.2);
  const top = Math.round(fontSize * 0.6);
  const bottom = request.timeAxis ? Math.round(fontSize * 1.9) : Math.round(fontSize * 0.6);
  return {
    width: Math.max(40, Math.floor(request.width - left - right)),
    height: Math.max(30, Math.floor(request.height - top - bottom)),
    left,
    top,
    right,
    bottom,
    fontSize,
    lineWidth: request.presenter ? 3 : 1.75,
    rail: request.rail ? Math.round(fontSize * 1.1) : 0,
    labelHeight: Math.round(fontSize * 1.42),
  };
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}

export interface ChartElements {
  readonly figure: HTMLElement;
  readonly title: HTMLElement;
  readonly note: HTMLElement;
  readonly tools: HTMLElement;
  readonly plot: HTMLElement;
  readonly back: SVGSVGElement;
  readonly bands: SVGGElement;
  readonly grid: SVGGElement;
  readonly moments: SVGGElement;
  readonly references: SVGGElement;
  readonly data: HTMLElement;
  readonly base: HTMLCanvasElement;
  readonly over: HTMLCanvasElement;
  readonly front: SVGSVGElement;
  readonly inner: SVGGElement;
  readonly xAxis: SVGGElement;
  readonly yAxis: SVGGElement;
  readonly brush: SVGGElement;
  readonly playhead: SVGLineElement;
  readonly cursor: SVGLineElement;
  readonly dots: SVGGElement;
  /** The name of the line under the pointer, where there are many. */
  readonly named: SVGTextElement;
  readonly cursorTime: HTMLElement;
  readonly labels: HTMLElement;
  readonly more: HTMLElement;
  readonly actions: HTMLElement;
  readonly empty: HTMLElement;
  readonly status: HTMLElement;
  readonly summary: HTMLElement;
}

export function buildElements(host: HTMLElement): ChartElements {
  const figure = html("figure", "fs-chart", host);
  const head = html("figcaption", "fs-chart-head", figure);
  const title = html("span", "fs-chart-title", head);
  const note = html("span", "fs-chart-note", head);
  const tools = html("span", "fs-chart-tools", head);
  const plot = html("div", "fs-plot", figure);
  plot.tabIndex = 0;
  plot.setAttribute("role", "application");
  plot.setAttribute("aria-roledescription", "interactive chart");
  const hidden = { "aria-hidden": "true", focusable: "false" };
  const back = svg("svg", { class: "fs-back", ...hidden }, plot);
  const bands = svg("g", { class: "fs-bands" }, back);
  const grid = svg("g", { class: "fs-grid" }, back);
  const moments = svg("g", { class: "fs-grid" }, back);
  const data = html("div", "fs-data", plot);
  const base = html("canvas", "fs-base", data);
  const over = html("canvas", "fs-over", data);
  base.setAttribute("aria-hidden", "true");
  over.setAttribute("aria-hidden", "true");
  const front = svg("svg", { class: "fs-front", ...hidden }, plot);
  const references = svg("g", { class: "fs-references" }, front);
  const xAxis = svg("g", { class: "fs-x-axis" }, front);
  const yAxis = svg("g", { class: "fs-y-axis" }, front);
  const inner = svg("g", {}, front);
  const playhead = svg("line", { class: "fs-playhead" }, inner);
  const cursor = svg("line", { class: "fs-cursor" }, inner);
  const dots = svg("g", { class: "fs-dots" }, inner);
  const named = svg("text", { class: "fs-halo fs-named" }, inner);
  const brush = svg("g", { class: "fs-brush" }, inner);
  const cursorTime = html("div", "fs-cursor-time", plot);
  const labels = html("div", "fs-labels", plot);
  labels.setAttribute("aria-hidden", "true");
  const more = html("div", "fs-more", plot);
  more.setAttribute("aria-hidden", "true");
  const actions = html("div", "fs-actions", plot);
  const empty = html("div", "fs-empty", plot);
  const status = html("div", "fs-hidden", figure);
  status.setAttribute("role", "status");
  const summary = html("p", "fs-hidden", figure);
  summary.id = uniqueId("chart-summary");
  plot.setAttribute("aria-describedby", summary.id);
  return {
    figure,
    title,
    note,
    tools,
    plot,
    back,
    bands,
    grid,
    moments,
    references,
    data,
    base,
    over,
    front,
    inner,
    xAxis,
    yAxis,
    brush,
    playhead,
    cursor,
    dots,
    named,
    cursorTime,
    labels,
    more,
    actions,
    empty,
    status,
    summary,
  };
}

/** Gives every layer its place and size. */
export function applyLayout(e: ChartElements, layout: ChartLayout): void {
  const { left, top, width, height, right, bottom, fontSize } = layout;
  const outer = { width: left + width + right, height: top + height + bottom };
  e.figure.style.setProperty("--fs-font-size", `${fontSize}px`);
  for (const layer of [e.back, e.front]) {
    layer.setAttribute("width", String(outer.width));
    layer.setAttribute("height", String(outer.height));
  }
  const shift = `translate(${left},${top})`;
  for (const group of [e.bands, e.grid, e.moments, e.references, e.inner, e.yAxis])
    group.setAttribute("transform", shift);
  e.xAxis.setAttribute("transform", `translate(${left},${top + height})`);
  e.data.style.left = `${left}px`;
  e.data.style.top = `${top}px`;
  e.data.style.width = `${width}px`;
  e.data.style.height = `${height}px`;
  const ratio = pixelRatio();
  for (const canvas of [e.base, e.over]) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
  }
  e.labels.style.left = `${left + width + Math.round(fontSize * 0.5)}px`;
  e.labels.style.top = `${top}px`;
  e.labels.style.width = `${Math.max(0, right - Math.round(fontSize * 0.5))}px`;
  e.labels.style.height = `${height}px`;
  e.more.style.left = e.labels.style.left;
  e.more.style.top = `${top + height - layout.labelHeight + Math.round(fontSize * 0.4)}px`;
  e.empty.style.left = `${left}px`;
  e.empty.style.top = `${top}px`;
  e.empty.style.width = `${width}px`;
  e.empty.style.height = `${height}px`;
}

/** Device pixels per CSS pixel, no finer than anybody sees. */
export function pixelRatio(): number {
  return Math.min(2, Math.max(1, globalThis.devicePixelRatio || 1));
}

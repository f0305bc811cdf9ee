// The elements of a plot. From bottom to top: an SVG with grid and bands, two canvases with the data, an SVG
// with axes, labels and cursor.

import { pixelRatio } from "../core/canvas.ts";
import { html, svgElement, uniqueId } from "../core/dom.ts";
import { chartTexts } from "../texts/index.ts";
import type { ChartLayout } from "./layout.ts";

export type PlotElements = ReturnType<typeof buildElements>;

export function buildElements(host: HTMLElement) {
  const figure = html("figure", "fs-chart", host);
  const head = html("figcaption", "fs-chart-head", figure);
  const plot = html("div", "fs-plot", figure);
  plot.tabIndex = 0;
  plot.setAttribute("role", "application");
  plot.setAttribute("aria-roledescription", chartTexts.interactive);
  const hidden = { "aria-hidden": "true", focusable: "false" };
  const group = (name: string, parent: Element): SVGGElement => svgElement("g", { class: name }, parent);
  const back = svgElement("svg", { class: "fs-back", ...hidden }, plot);
  const data = html("div", "fs-data", plot);
  data.setAttribute("aria-hidden", "true");
  const front = svgElement("svg", { class: "fs-front", ...hidden }, plot);
  const inner = group("fs-inner", front);
  const elements = {
    figure,
    title: html("span", "fs-chart-title", head),
    note: html("span", "fs-chart-note", head),
    tools: html("span", "fs-chart-tools", head),
    plot,
    back,
    bands: group("fs-bands", back),
    grid: group("fs-grid", back),
    data,
    // The canvas of the data lines.
    base: html("canvas", "fs-base", data),
    // The canvas of the highlighted flow and of the events.
    over: html("canvas", "fs-over", data),
    front,
    inner,
    references: group("fs-references", inner),
    xAxis: group("fs-x-axis", inner),
    yAxis: group("fs-y-axis", inner),
    playhead: group("fs-playhead", inner),
    cursor: group("fs-cursor", inner),
    brush: group("fs-brush", inner),
    labels: group("fs-labels", inner),
    cursorTime: html("div", "fs-cursor-time", plot),
    actions: html("div", "fs-actions", plot),
    empty: html("div", "fs-empty", plot),
    status: html("div", "fs-hidden", figure),
    summary: html("p", "fs-hidden", figure),
    /** A sentence about how to read the plot. */
    hint: html("p", "fs-hint", figure),
  };
  elements.status.setAttribute("role", "status");
  elements.summary.id = uniqueId("chart-summary");
  elements.hint.id = uniqueId("chart-hint");
  plot.setAttribute("aria-describedby", `${elements.hint.id} ${elements.summary.id}`);
  return elements;
}

/** Sets the position and size of all elements that depend on the layout. */
export function applyLayout(e: PlotElements, layout: ChartLayout): void {
  const { left, top, width, height, right, bottom, fontSize } = layout;
  e.figure.style.setProperty("--fs-font-size", `${fontSize}px`);
  for (const layer of [e.back, e.front]) {
    layer.setAttribute("width", String(left + width + right));
    layer.setAttribute("height", String(top + height + bottom));
  }
  for (const group of [e.bands, e.grid, e.inner])
    group.setAttribute("transform", `translate(${left},${top})`);
  for (const layer of [e.data, e.empty]) {
    layer.style.left = `${left}px`;
    layer.style.top = `${top}px`;
    layer.style.width = `${width}px`;
    layer.style.height = `${height}px`;
  }
  const ratio = pixelRatio();
  for (const canvas of [e.base, e.over]) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
  }
}

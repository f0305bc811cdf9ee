// The layer above the data: axes, reference lines, cursor with its dots, playhead and the direct labels with live values.
import { timeTicks, valueTicks } from "./axis.ts";
import { attribute, html, repeat, svg, text } from "./dom.ts";
import type { Projection } from "./draw.ts";
import { formatIn, formatTime, type UnitChoice } from "./format.ts";
import { labelsThatFit, placeLabels } from "./labels.ts";
import { colourOf, dashOf, type LiveLine } from "./lineLayer.ts";
import { markerPath } from "./palette.ts";
import type { TimeState } from "./sync.ts";
import type { ChartTheme } from "./theme.ts";
import type { ChartElements, ChartLayout } from "./timeChartLayout.ts";
import type { ReferenceLine } from "./timeChartTypes.ts";

export interface FrontModel {
  readonly elements: ChartElements;
  readonly layout: ChartLayout;
  readonly theme: ChartTheme;
  readonly projection: Projection;
  readonly unit: UnitChoice;
  /** Upper end of the vertical scale. */
  readonly top: number;
}

/** Ticks and grid lines. */
export function drawAxes(model: FrontModel, from: number, to: number, timeAxis: boolean): void {
  const { elements: e, layout, theme, unit, top } = model;
  const x = timeTicks(from, to, layout.width, layout.fontSize * 7);
  const room = layout.height - layout.rail;
  const y = valueTicks(top, unit.factor, room, layout.fontSize * 3);
  repeat(
    e.grid,
    y,
    () => svg("line"),
    (line, tick) => {
      attribute(line, "x2", layout.width);
      attribute(line, "y1", Math.round(tick.position + layout.rail) + 0.5);
      attribute(line, "y2", Math.round(tick.position + layout.rail) + 0.5);
      attribute(line, "stroke", tick.value === 0 ? theme.axis : theme.grid);
    },
  );
  repeat(
    e.yAxis,
    y,
    () => svg("text", { "text-anchor": "end", dy: "0.32em" }),
    (label, tick) => {
      attribute(label, "x", -layout.fontSize * 0.6);
      attribute(label, "y", tick.position + layout.rail);
      attribute(label, "fill", theme.muted);
      text(label, tick.label);
    },
  );
  repeat(
    e.xAxis,
    timeAxis ? x : [],
    () => svg("text", { "text-anchor": "middle" }),
    (label, tick) => {
      attribute(label, "x", tick.position + layout.left * 0);
      attribute(label, "y", layout.fontSize * 1.45);
      attribute(label, "fill", theme.muted);
      text(label, tick.label);
    },
  );
}

/** Path of a reference line, steps and all, and where its label goes. */
export function referencePath(
  line: ReferenceLine,
  p: Projection,
  width: number,
): { path: string; y: number } {
  const yOf = (value: number): number => Math.round(p.height - value * p.perUnit) + 0.5;
  if (typeof line.value === "number") {
    const y = yOf(line.value);
    return { path: `M0 ${y}H${width}`, y };
  }
  let path = "";
  let first = Number.NaN;
  for (const [index, [t, value]] of line.value.entries()) {
    const x = Math.max(0, Math.min(width, (t - p.from) * p.perSecond));
    const next = line.value[index + 1];
    const end = next === undefined ? width : Math.max(0, Math.min(width, (next[0] - p.from) * p.perSecond));
    if (end <= 0 || x >= width || Number.isNaN(value)) continue;
    const y = yOf(value);
    if (Number.isNaN(first)) first = y;
    path +=
      path === "" ? `M${x.toFixed(1)} ${y}H${end.toFixed(1)}` : `L${x.toFixed(1)} ${y}H${end.toFixed(1)}`;
  }
  return { path, y: first };
}

export function drawReferences(model: FrontModel, references: readonly ReferenceLine[]): void {
  const { elements: e, layout, theme, projection } = model;
  const shown = references
    .map((line) => ({ line, ...referencePath(line, projection, layout.width) }))
    .filter(({ path, y }) => path !== "" && y >= -1 && y <= layout.height + 1);
  const labels = referenceLabels(shown, layout);
  repeat(
    e.references,
    shown,
    () => {
      const group = svg("g");
      svg("path", { fill: "none", "stroke-dasharray": "1 3", "stroke-linecap": "round" }, group);
      svg("text", { "text-anchor": "start" }, group);
      return group;
    },
    (group, { line, path }, index) => {
      const [stroke, label] = group.children;
      if (stroke === undefined || label === undefined) return;
      attribute(stroke, "d", path);
      attribute(stroke, "stroke", theme.muted);
      attribute(stroke, "stroke-width", layout.lineWidth * 0.85);
      attribute(label, "x", layout.fontSize * 0.4);
      attribute(label, "y", labels[index] ?? 0);
      attribute(label, "fill", theme.muted);
      attribute(label, "stroke", theme.background);
      text(label, line.label);
    },
  );
}

/** Baselines of the labels of reference lines: above their line, or below it where another label is in the way. */
export function referenceLabels(lines: readonly { readonly y: number }[], layout: ChartLayout): number[] {
  const taken: number[] = [];
  const gap = layout.fontSize * 1.1;
  return lines.map(({ y }) => {
    const above = y - layout.fontSize * 0.35;
    const below = y + layout.fontSize * 1.05;
    const free = (at: number): boolean =>
      at > layout.fontSize * 0.8 && taken.every((other) => Math.abs(other - at) >= gap);
    const chosen = free(above) ? above : below;
    taken.push(chosen);
    return chosen;
  });
}

/** Where more lines than this share colours, the one under the pointer says its name beside the cursor. */
export const MANY_LINES = 8;
const MOST_DOTS = 24;

/** Cursor line, its time, dots on the lines, and the playhead. */
export function drawCursor(model: FrontModel, lines: readonly LiveLine[], state: TimeState): void {
  const { elements: e, layout, theme, projection: p } = model;
  const span = layout.width / p.perSecond;
  const x = state.cursor === null ? -1 : (state.cursor - p.from) * p.perSecond;
  const visible = state.cursor !== null && x >= 0 && x <= layout.width;
  attribute(e.cursor, "visibility", visible ? "visible" : "hidden");
  e.cursorTime.style.visibility = visible ? "visible" : "hidden";
  const dots: { path: string; colour: string }[] = [];
  let named = "";
  const many = lines.filter(({ trace }) => !trace.spec.ghost).length > MANY_LINES;
  if (visible && state.cursor !== null) {
    const at = Math.round(x) + 0.5;
    attribute(e.cursor, "x1", at);
    attribute(e.cursor, "x2", at);
    attribute(e.cursor, "y2", layout.height);
    attribute(e.cursor, "stroke", theme.muted);
    text(e.cursorTime, formatTime(state.cursor, Math.max(1e-4, Math.min(0.1, span / layout.width))));
    const half = layout.fontSize * 2.6;
    const left = layout.left + Math.max(half - layout.left, Math.min(layout.width - half * 0.4, x));
    e.cursorTime.style.transform = `translate(${left.toFixed(1)}px,${layout.top + layout.height + 2}px) translateX(-50%)`;
    for (const { trace } of lines) {
      if (trace.spec.ghost || dots.length >= MOST_DOTS) continue;
      const flow = trace.spec.flow ?? trace.spec.id;
      if (state.highlight !== null && state.highlight !== flow) continue;
      const value = trace.at(state.cursor);
      if (Number.isNaN(value)) continue;
      const y = p.height - value * p.perUnit;
      dots.push({
        path: markerPath(trace.spec.style, x, y, layout.lineWidth * 2),
        colour: colourOf(trace.spec, theme),
      });
      if (!many || state.highlight === null) continue;
      named = `${trace.spec.label}  ${formatIn(value, model.unit, false)}`;
      const after = x < layout.width * 0.75;
      attribute(e.named, "x", after ? x + layout.fontSize * 0.7 : x - layout.fontSize * 0.7);
      attribute(e.named, "y", Math.max(layout.fontSize, y - layout.fontSize * 0.6));
      attribute(e.named, "text-anchor", after ? "start" : "end");
      attribute(e.named, "fill", theme.text);
      attribute(e.named, "stroke", theme.background);
    }
  }
  text(e.named, named);
  repeat(
    e.dots,
    dots,
    () => svg("path"),
    (dot, at) => {
      attribute(dot, "d", at.path);
      attribute(dot, "fill", at.colour);
      attribute(dot, "stroke", theme.background);
    },
  );
  drawPlayhead(model, state);
}

function drawPlayhead(model: FrontModel, state: TimeState): void {
  const { elements: e, layout, theme, projection: p } = model;
  const x = (state.playhead - p.from) * p.perSecond;
  const shown = x >= 0 && x < layout.width - 0.5;
  attribute(e.playhead, "visibility", shown ? "visible" : "hidden");
  if (!shown) return;
  attribute(e.playhead, "x1", x);
  attribute(e.playhead, "x2", x);
  attribute(e.playhead, "y2", layout.height);
  attribute(e.playhead, "stroke", theme.accent);
}

/** Playback is apart from simulation: what lies after the playhead is a preview. Only the compositor works here. */
export function dimFuture(
  e: ChartElements,
  layout: ChartLayout,
  playhead: number,
  mode: "dim" | "hide" | "show",
): void {
  const { style } = e.data;
  const x = Math.max(0, Math.min(layout.width, playhead));
  if (mode === "show" || x >= layout.width - 0.5) {
    style.maskImage = "none";
    style.clipPath = "none";
  } else if (mode === "hide") {
    style.maskImage = "none";
    style.clipPath = `inset(0 ${(layout.width - x).toFixed(1)}px 0 0)`;
  } else {
    style.clipPath = "none";
    style.maskImage = `linear-gradient(to right,#000 ${x.toFixed(1)}px,rgba(0,0,0,0.22) ${x.toFixed(1)}px)`;
  }
}

interface Label {
  readonly line: LiveLine;
  readonly value: number;
  readonly wanted: number;
}

/** The labels at the right, each near the recent level of its line, with the value at `t`. */
export function drawLabels(
  model: FrontModel,
  lines: readonly LiveLine[],
  t: number,
  highlight: string | null,
  writeValues: boolean,
): void {
  const { elements: e, layout, theme, unit, projection: p } = model;
  const span = layout.width / p.perSecond;
  const capacity = labelsThatFit(layout.height, layout.labelHeight);
  const live = lines.filter((line) => !line.trace.spec.ghost);
  const chosen = live.length <= capacity ? live : chooseLabels(live, capacity - 1, highlight);
  const labels: Label[] = chosen.map((line) => {
    const value = line.trace.at(t);
    const level = line.trace.level(Math.max(0, t - 0.12 * span), t);
    const height = p.height - (Number.isNaN(level) ? 0 : level) * p.perUnit;
    return { line, value, wanted: Math.max(0, Math.min(layout.height, height)) };
  });
  const placed = placeLabels(
    labels.map((label) => label.wanted),
    layout.labelHeight,
    -layout.fontSize * 0.4,
    layout.height + layout.fontSize * 0.4 - (chosen.length < live.length ? layout.labelHeight : 0),
  );
  repeat(
    e.labels,
    labels,
    () => {
      const row = html("div", "fs-label");
      const sample = svg("svg", { class: "fs-sample", "aria-hidden": "true" }, row);
      svg("line", {}, sample);
      svg("path", {}, sample);
      html("span", "fs-name", row);
      html("span", "fs-value", row);
      return row;
    },
    (row, { line, value }, index) => {
      const { spec } = line.trace;
      const [sample, name, number] = row.children;
      const stroke = sample?.firstElementChild;
      if (sample === undefined || name === undefined || number === undefined || stroke == null) return;
      const length = layout.fontSize * 1.5;
      const flow = spec.flow ?? spec.id;
      if (row.dataset.flow !== flow) row.dataset.flow = flow;
      attribute(sample, "width", length);
      attribute(sample, "height", layout.fontSize);
      attribute(stroke, "x2", length);
      attribute(stroke, "y1", layout.fontSize / 2);
      attribute(stroke, "y2", layout.fontSize / 2);
      attribute(stroke, "stroke", colourOf(spec, theme));
      attribute(stroke, "stroke-width", layout.lineWidth * 1.4);
      attribute(stroke, "stroke-dasharray", dashOf(spec.style, theme).join(" ") || "none");
      const marker = sample.lastElementChild;
      if (marker !== null && spec.style.marker > 0) {
        attribute(
          marker,
          "d",
          markerPath(spec.style, length / 2, layout.fontSize / 2, layout.lineWidth * 1.6),
        );
        attribute(marker, "fill", colourOf(spec, theme));
      } else if (marker !== null) attribute(marker, "d", "");
      text(name, spec.label);
      if (writeValues || number.textContent === "") text(number, formatIn(value, unit, false));
      row.classList.toggle("fs-faded", highlight !== null && highlight !== flow);
      const y = (placed[index] ?? 0) - layout.labelHeight / 2;
      row.style.transform = `translateY(${y.toFixed(1)}px)`;
    },
  );
  text(e.more, live.length > chosen.length ? `and ${live.length - chosen.length} more` : "");
}

/** When not all fit: the highlighted flow first, then the others in their order. */
function chooseLabels(lines: readonly LiveLine[], count: number, highlight: string | null): LiveLine[] {
  const first = lines.filter((line) => (line.trace.spec.flow ?? line.trace.spec.id) === highlight);
  return [...first, ...lines.filter((line) => !first.includes(line))].slice(0, Math.max(0, count));
}

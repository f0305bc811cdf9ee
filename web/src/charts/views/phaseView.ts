// The phase plot of two flows or groups (Chiu and Jain, 1989): the rate of one against the rate of the other, with the line of fairness, on
// which their flows get equal rates, and the line of efficiency, on which they use the whole link together.
import { least, mean, range } from "d3-array";
import { interpolateRgb, piecewise } from "d3-interpolate";
import { V } from "../../strings/views.ts";
import { type Mark, mark } from "../core/mark.ts";
import { path, type SvgNode, svg } from "../core/svg.ts";
import { formatQuantity, formatSpan, formatTime, significant } from "../format.ts";
import { lineOutline } from "../marks/line.ts";
import { textWidth } from "../textSize.ts";
import { type ChartTheme, styleColour } from "../theme.ts";
import { halo } from "../time/timeMarks.ts";
import { type LineSpec, Trace } from "../time/trace.ts";
import { declarePicture, spanText, thinned } from "./declare.ts";
import { capacitiesOf, largestOf, NEARLY, nearFairness, type PhasePath, phasePath } from "./phasePath.ts";
import type { Span, View, ViewPicture, ViewPlot } from "./types.ts";
import { guidesTo } from "./viewMarks.ts";

/** One of the two flows or groups: its total rate in bit/s, and the number of its flows. */
export interface PhaseSide {
  readonly line: LineSpec;
  readonly flows: number;
}

export interface PhaseInputs {
  readonly x: PhaseSide;
  readonly y: PhaseSide;
  /** The same flows in an older run. */
  readonly ghost: { readonly x: LineSpec; readonly y: LineSpec } | null;
  /** The rate in bit/s of the link that both share, as steps in time; null if they share none. */
  readonly capacity: readonly (readonly [number, number])[] | null;
  readonly version: () => number;
  readonly notes: readonly string[];
}

/** The number of colours along the path, and of the arrow heads that show its direction. */
const COLOURS = 32;
const ARROWS = 7;
const MAX_ROWS = 200;
/** The pointer reaches a point of the path from this distance in pixels. */
const REACH = 24;
/** The colours of the path, from early to late. They differ in lightness, so that they are distinct for every kind of colour vision. */
export function timeColours(theme: ChartTheme): (share: number) => string {
  if (theme.forced) return () => theme.text;
  const stops = theme.name === "dark" ? ["#5f6fe0", "#c06ac6", "#ffc86b"] : ["#e08a2e", "#a5439a", "#1f2f73"];
  return piecewise(interpolateRgb, stops);
}

export function phaseView(inputs: PhaseInputs): View {
  const traces = [new Trace(inputs.x.line), new Trace(inputs.y.line)] as const;
  const ghosts = inputs.ghost ? ([new Trace(inputs.ghost.x), new Trace(inputs.ghost.y)] as const) : null;
  return {
    version: inputs.version,
    from: 0,
    computedTo: () => inputs.x.line.run.computedTo,
    read: (window) => {
      for (const trace of [...traces, ...(ghosts ?? [])]) trace.refresh();
      const ghost = ghosts ? phasePath(ghosts[0], ghosts[1], window) : null;
      return phasePicture(inputs, traces, phasePath(traces[0], traces[1], window), ghost, window);
    },
  };
}

function phasePicture(
  inputs: PhaseInputs,
  traces: readonly [Trace, Trace],
  points: PhasePath,
  ghost: PhasePath | null,
  window: Span,
): ViewPicture {
  const { x, y } = inputs;
  const [xName, yName] = [x.line.label, y.line.label];
  const capacities = capacitiesOf(inputs.capacity, window);
  const largest = largestOf(points, capacities);
  const rate = (value: number): string => formatQuantity(value, "bit/s");
  const valueAt = (trace: Trace, t: number): number => {
    const value = trace.valueAt(t);
    return Number.isNaN(value) ? 0 : value;
  };
  const axis = (name: string) =>
    ({ kind: "linear", label: V.phase.rateOf(name), unit: "bit/s", largest }) as const;
  const interval = traces[0].interval;
  const shownCapacities = capacities.filter((capacity) => capacity <= largest);
  return declarePicture<PhaseRow>({
    x: axis(xName),
    y: axis(yName),
    keys: [],
    // In a very wide plot, the line of fairness would be almost horizontal.
    widest: 1.8,
    notes: [...(interval > 0 ? [V.over(formatSpan(interval))] : []), ...inputs.notes],
    empty: points.t.length < 2 ? V.nothingYet : "",
    marks: [
      { draw: (plot) => guideNodes(plot, largest, y.flows / x.flows, shownCapacities) },
      { draw: (plot) => (ghost ? ghostNodes(ghost, plot) : []) },
      {
        draw: (plot) => pathNodes(points, plot),
        above: (plot) => timeLegend(points, plot),
        moment: (t, plot) => momentNodes(valueAt(traces[0], t), valueAt(traces[1], t), plot, inputs),
        hit: (px, py, plot) => {
          const distance = (i: number): number =>
            Math.hypot((plot.x(points.x[i] ?? 0) ?? 0) - px, (plot.y(points.y[i] ?? 0) ?? 0) - py);
          const nearest = least(range(points.t.length), distance);
          return nearest !== undefined && distance(nearest) <= REACH ? { t: points.t[nearest] ?? 0 } : null;
        },
      },
    ],
    columns: [
      { label: V.phase.time, csv: "t", unit: "s", value: ({ t }) => t },
      { label: xName, csv: `${xName}_bit_per_s`, unit: "bit/s", value: ({ xRate }) => xRate },
      { label: yName, csv: `${yName}_bit_per_s`, unit: "bit/s", value: ({ yRate }) => yRate },
      { label: V.phase.total, unit: "bit/s", value: ({ xRate, yRate }) => xRate + yRate },
    ],
    rows: () => points.t.map((t, i) => ({ t, xRate: points.x[i] ?? 0, yRate: points.y[i] ?? 0 })),
    listed: thinned(MAX_ROWS),
    say: (_, { t = 0 }) =>
      V.phase.say(formatTime(t), xName, rate(valueAt(traces[0], t)), yName, rate(valueAt(traces[1], t))),
    describe: () => describePhase(inputs, points, capacities, window),
  });
}

interface PhaseRow {
  readonly t: number;
  readonly xRate: number;
  readonly yRate: number;
}

function describePhase(
  { x, y }: PhaseInputs,
  points: PhasePath,
  capacities: readonly number[],
  window: Span,
): string {
  const [xMean, yMean] = [mean(points.x) ?? 0, mean(points.y) ?? 0];
  const [xName, yName] = [x.line.label, y.line.label];
  const rate = (value: number): string => formatQuantity(value, "bit/s");
  const [xPerFlow, yPerFlow] = [xMean / x.flows, yMean / y.flows];
  const [more, less] = xPerFlow >= yPerFlow ? [xName, yName] : [yName, xName];
  const ratio = Math.max(xPerFlow, yPerFlow) / Math.min(xPerFlow, yPerFlow);
  const sayRatio = x.flows + y.flows > 2 ? V.phase.ratio : V.phase.ratioOfFlows;
  const [capacity] = capacities;
  return [
    V.phase.describe(spanText(window), xName, rate(xMean), yName, rate(yMean)),
    ...(capacity !== undefined && capacities.length === 1
      ? [V.phase.together(formatQuantity((xMean + yMean) / capacity, "share"))]
      : []),
    ratio < 1 + NEARLY
      ? V.phase.equalPerFlow
      : Number.isFinite(ratio)
        ? sayRatio(more, significant(ratio), less)
        : "",
    V.phase.near(formatQuantity(nearFairness(points, x.flows, y.flows), "share")),
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}

/** The lines of fairness and of efficiency, each with its name. */
function guideNodes(
  plot: ViewPlot,
  largest: number,
  ratio: number,
  capacities: readonly number[],
): SvgNode[] {
  const { theme, fontSize, lineWidth, width } = plot;
  // Beyond both axes: the clip path of the plot cuts the line.
  const far = largest * 4;
  const line = (x1: number, y1: number, x2: number, y2: number, dashes: string): SvgNode => {
    const at = { x1: plot.x(x1) ?? 0, y1: plot.y(y1) ?? 0, x2: plot.x(x2) ?? 0, y2: plot.y(y2) ?? 0 };
    return svg("line", {
      ...at,
      stroke: theme.muted,
      "stroke-width": lineWidth * 0.85,
      "stroke-dasharray": dashes,
    });
  };
  // The name of the line of fairness is where it crosses the upper half of the plot, away from the line of efficiency.
  const at = (largest * 0.97) / Math.max(1, ratio);
  const name = (text: string, x: number, y: number, anchor: string): SvgNode =>
    svg("text", { x, y, "text-anchor": anchor, fill: theme.muted, ...halo(theme) }, text);
  const xFair = Math.min(width - fontSize * 0.4, plot.x(at) ?? 0);
  return [
    line(0, 0, far / Math.max(1, ratio), far * Math.min(1, ratio), "7 4"),
    name(V.phase.fair, xFair, Math.max(fontSize, (plot.y(at * ratio) ?? 0) - fontSize * 0.5), "end"),
    ...capacities.flatMap((capacity) => [
      line(0, capacity, capacity, 0, "1 3"),
      name(
        capacities.length > 1 ? formatQuantity(capacity, "bit/s") : V.phase.efficient,
        (plot.x(capacity * 0.06) ?? 0) + fontSize * 0.4,
        Math.max(fontSize, plot.y(capacity * 0.96) ?? 0),
        "start",
      ),
    ]),
  ];
}

function ghostNodes({ x, y }: PhasePath, plot: ViewPlot): readonly SvgNode[] {
  const look = { fill: "none", stroke: plot.theme.ghost, "stroke-width": plot.lineWidth * 0.6 };
  return mark({ x, y }, (columns) => [path(lineOutline(columns.x, columns.y), look)])(plot);
}

/** The path in pieces of one colour, with arrow heads, an open circle at its start and a filled one at its end. */
function pathNodes({ x, y }: PhasePath, plot: ViewPlot): SvgNode[] {
  const { theme, lineWidth, fontSize } = plot;
  const colour = timeColours(theme);
  const n = x.length;
  const piece = Math.max(1, Math.ceil(n / COLOURS));
  const pathMark: Mark = mark({ x, y }, (columns) => {
    const pieces = range(0, n - 1, piece).map((start) =>
      path(
        lineOutline(columns.x.slice(start, start + piece + 1), columns.y.slice(start, start + piece + 1)),
        {
          fill: "none",
          stroke: colour(Math.min(1, (start + piece / 2) / n)),
          "stroke-width": lineWidth * 0.9,
          "stroke-linejoin": "round",
        },
      ),
    );
    const heads = range(1, ARROWS + 1).flatMap((k) =>
      arrowHead(columns.x, columns.y, Math.round((k * (n - 1)) / (ARROWS + 1)), fontSize, colour(k / ARROWS)),
    );
    const [first, last] = [0, n - 1].map((i) => ({ cx: columns.x[i] ?? 0, cy: columns.y[i] ?? 0 }));
    const dot = { r: fontSize * 0.36, "stroke-width": 2 };
    return [
      ...pieces,
      ...heads,
      svg("circle", { ...first, ...dot, fill: theme.background, stroke: colour(0) }),
      svg("circle", { ...last, ...dot, fill: colour(1), stroke: theme.background }),
    ];
  });
  return [...pathMark(plot)];
}

/** An arrow head at a point of a line, in the direction of the line. None where the line stands still. */
function arrowHead(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  i: number,
  size: number,
  fill: string,
): SvgNode[] {
  const [before, after] = [Math.max(0, i - 2), Math.min(x.length - 1, i + 2)];
  const [dx, dy] = [(x[after] ?? 0) - (x[before] ?? 0), (y[after] ?? 0) - (y[before] ?? 0)];
  if (Math.hypot(dx, dy) < size * 0.4) return [];
  const degrees = (Math.atan2(dy, dx) * 180) / Math.PI;
  const r = Math.round(size * 4) / 10;
  const transform = `translate(${Math.round((x[i] ?? 0) * 10) / 10},${Math.round((y[i] ?? 0) * 10) / 10}) rotate(${Math.round(degrees)})`;
  return [svg("path", { d: `M${r} 0L${-r} ${r * 0.7}L${-r} ${-r * 0.7}Z`, transform, fill })];
}

/** The colours of the path with the times at which it starts and ends, above the plot. */
function timeLegend({ t }: PhasePath, plot: ViewPlot): SvgNode[] {
  const { theme, fontSize, layout } = plot;
  if (t.length === 0) return [];
  const colour = timeColours(theme);
  const [from, to] = [formatTime(t[0] ?? 0, 0.1), formatTime(t.at(-1) ?? 0, 0.1)];
  const left = -layout.left + fontSize * 0.8;
  const start = left + textWidth(from, fontSize) + fontSize * 0.5;
  const barWidth = fontSize * 8;
  const y = -layout.top + fontSize * 0.95;
  const text = { y: y + fontSize * 0.35, fill: theme.muted };
  return [
    svg("text", { x: left, ...text }, from),
    ...range(16).map((k) =>
      svg("rect", {
        x: start + (k * barWidth) / 16,
        y: y - fontSize * 0.3,
        width: barWidth / 16 + 0.5,
        height: fontSize * 0.6,
        fill: colour(k / 15),
      }),
    ),
    svg("text", { x: start + barWidth + fontSize * 0.5, ...text }, to),
  ];
}

/** Marks the point of a moment, with its rates on both axes. */
function momentNodes(x: number, y: number, plot: ViewPlot, inputs: PhaseInputs): SvgNode[] {
  const { theme, fontSize, height } = plot;
  const [px, py] = [plot.x(x) ?? 0, plot.y(y) ?? 0];
  return [
    ...guidesTo(px, py, plot),
    svg("circle", { cx: px, cy: height, r: 4, fill: styleColour(inputs.x.line.style, theme) }),
    svg("circle", { cx: 0, cy: py, r: 4, fill: styleColour(inputs.y.line.style, theme) }),
    svg("circle", {
      class: "fs-dot",
      cx: px,
      cy: py,
      r: fontSize * 0.45,
      fill: theme.background,
      stroke: theme.text,
    }),
  ];
}

// The phase plot of two flows or groups (Chiu and Jain, 1989): the rate of one against the rate of the other,
// with the line of fairness, on which their flows get equal rates, and the line of efficiency, on which they
// use the whole link together.

import { max, mean, range } from "d3-array";
import { formatQuantity, significant } from "../../scenario/units.ts";
import { formatSpan, formatTime } from "../format.ts";
import { type LineSpec, Trace } from "../time/trace.ts";
import { declarePicture, spanText, thinned } from "./declare.ts";
import { noteAt, pixelsOf, referenceLine } from "./marks/common.ts";
import { palePath, timePath } from "./marks/timePath.ts";
import { viewTexts } from "./texts/index.ts";
import type { Span, View, ViewMark, ViewPicture } from "./types.ts";

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

const MAX_ROWS = 200;

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
  /** The rates at a time; 0 where a flow is not active. */
  const ratesAt = (t: number): [number, number] => [traces[0].valueAt(t) || 0, traces[1].valueAt(t) || 0];
  const axis = (name: string) =>
    ({ kind: "linear", label: viewTexts.phase.rateOf({ name }), unit: "bit/s", largest }) as const;
  const interval = traces[0].interval;
  const shownCapacities = capacities.filter((capacity) => capacity <= largest);
  return declarePicture<PhaseRow>({
    x: axis(xName),
    y: axis(yName),
    keys: [],
    // In a very wide plot, the line of fairness would be almost horizontal.
    widest: 1.8,
    notes: [...(interval > 0 ? [viewTexts.over({ interval: formatSpan(interval) })] : []), ...inputs.notes],
    empty: points.t.length < 2 ? viewTexts.nothingYet : "",
    marks: [
      guides(inputs, largest, shownCapacities),
      ...(ghost ? [palePath(ghost)] : []),
      timePath(points, { x: x.line.style, y: y.line.style }, ratesAt),
    ],
    columns: [
      { label: viewTexts.phase.time, csv: "t", unit: "s", value: ({ t }) => t },
      { label: xName, csv: `${xName}_bit_per_s`, unit: "bit/s", value: ({ xRate }) => xRate },
      { label: yName, csv: `${yName}_bit_per_s`, unit: "bit/s", value: ({ yRate }) => yRate },
      { label: viewTexts.phase.total, unit: "bit/s", value: ({ xRate, yRate }) => xRate + yRate },
    ],
    rows: () => points.t.map((t, i) => ({ t, xRate: points.x[i] ?? 0, yRate: points.y[i] ?? 0 })),
    listed: thinned(MAX_ROWS),
    say: (_, { t = 0 }) => {
      const [xRate, yRate] = ratesAt(t).map(rate);
      return viewTexts.phase.say({
        t: formatTime(t),
        x: xName,
        xRate: xRate ?? "",
        y: yName,
        yRate: yRate ?? "",
      });
    },
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
  const sayRatio = x.flows + y.flows > 2 ? viewTexts.phase.ratio : viewTexts.phase.ratioOfFlows;
  const [capacity] = capacities;
  return [
    viewTexts.phase.describe({
      span: spanText(window),
      x: xName,
      xRate: rate(xMean),
      y: yName,
      yRate: rate(yMean),
    }),
    ...(capacity !== undefined && capacities.length === 1
      ? [viewTexts.phase.together({ share: formatQuantity((xMean + yMean) / capacity, "share") })]
      : []),
    ratio < 1 + NEARLY
      ? viewTexts.phase.equalPerFlow
      : Number.isFinite(ratio)
        ? sayRatio({ more, factor: significant(ratio), less })
        : "",
    viewTexts.phase.near({ share: formatQuantity(nearFairness(points, x.flows, y.flows), "share") }),
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}

/** The lines of fairness and of efficiency, each with its name. */
function guides({ x, y }: PhaseInputs, largest: number, capacities: readonly number[]): ViewMark {
  const ratio = y.flows / x.flows;
  // Beyond both axes: the clip path of the plot cuts the line.
  const far = largest * 4;
  // The name of the line of fairness is where it crosses the upper half of the plot, away from the line of
  // efficiency.
  const nameX = (largest * 0.97) / Math.max(1, ratio);
  return {
    draw: (plot) => {
      const { fontSize, width } = plot;
      const line = (from: readonly [number, number], to: readonly [number, number], dashes: string) => {
        const [[x1, y1], [x2, y2]] = [pixelsOf(...from, plot), pixelsOf(...to, plot)];
        return referenceLine({ x1, y1, x2, y2 }, dashes, plot);
      };
      const name = (text: string, left: number, top: number, anchor: string) =>
        noteAt(text, { x: left, y: Math.max(fontSize, top), "text-anchor": anchor }, plot);
      const [xFair, yFair] = pixelsOf(nameX, nameX * ratio, plot);
      return [
        line([0, 0], [far / Math.max(1, ratio), far * Math.min(1, ratio)], "7 4"),
        name(viewTexts.phase.fair, Math.min(width - fontSize * 0.4, xFair), yFair - fontSize * 0.5, "end"),
        ...capacities.flatMap((capacity) => {
          const [left, top] = pixelsOf(capacity * 0.06, capacity * 0.96, plot);
          const text = capacities.length > 1 ? formatQuantity(capacity, "bit/s") : viewTexts.phase.efficient;
          return [line([0, capacity], [capacity, 0], "1 3"), name(text, left + fontSize * 0.4, top, "start")];
        }),
      ];
    },
  };
}

/** The path of a phase plot: times in seconds and rates in bit/s. */
export interface PhasePath {
  readonly t: number[];
  readonly x: number[];
  readonly y: number[];
}

/** The path has at most this many points; more cannot be distinguished. */
const MAX_POINTS = 900;
/** Rates that differ by less than this share count as equal. */
export const NEARLY = 0.1;

/** The path of two lines within a window. A flow that has not started has rate 0. */
export function phasePath(x: Trace, y: Trace, [from, to]: Span): PhasePath {
  const until = Math.min(to, x.end, y.end);
  const first = Math.max(0, Math.floor(from / x.width + 1e-9));
  const afterLast = Math.min(x.bins, y.bins, Math.ceil(until / x.width - 1e-9));
  const every = Math.max(1, Math.ceil((afterLast - first) / MAX_POINTS));
  const bins = range(first, afterLast, every);
  const valuesOf = (trace: Trace) => (k: number) => {
    const value = trace.data[(k + 1) * trace.stride - 1] ?? 0;
    return Number.isNaN(value) ? 0 : value * trace.scale;
  };
  return { t: bins.map((k) => x.binEnd(k)), x: bins.map(valuesOf(x)), y: bins.map(valuesOf(y)) };
}

/** The share of the points at which the rates per flow differ by less than a tenth. NaN without points. */
export function nearFairness({ x, y }: PhasePath, xFlows: number, yFlows: number): number {
  if (x.length === 0) return Number.NaN;
  const isNear = (i: number): boolean => {
    const [a, b] = [(x[i] ?? 0) / xFlows, (y[i] ?? 0) / yFlows];
    return Math.max(a, b) > 0 && Math.abs(a - b) <= NEARLY * Math.max(a, b);
  };
  return x.filter((_, i) => isNear(i)).length / x.length;
}

/**
 * The axes do not include a capacity that is more than this many times as large as the sum of both rates ever
 * is.
 */
const FAR_ABOVE = 3;

/** The largest value of both axes: the rates, and the capacities that the two flows come near. */
export function largestOf({ x, y }: PhasePath, capacities: readonly number[]): number {
  const largestSum = max(x, (rate, i) => rate + (y[i] ?? 0)) ?? 0;
  return max([...x, ...y, ...capacities.filter((capacity) => capacity <= FAR_ABOVE * largestSum)]) ?? 0;
}

/** The different capacities within a window, at most three. */
export function capacitiesOf(
  steps: readonly (readonly [number, number])[] | null,
  [from, to]: Span,
): number[] {
  const inside = (steps ?? []).filter(([t], i) => t < to && (steps?.[i + 1]?.[0] ?? Infinity) > from);
  return [...new Set(inside.map(([, rate]) => rate))].filter((rate) => rate > 0).slice(0, 3);
}

// The shares of a link as stacked areas over time: which part of the link each flow or group uses, and which part nobody uses.
import { mean, range, sum } from "d3-array";
import { stack } from "d3-shape";
import { V } from "../../strings/views.ts";
import { type SvgNode, svg } from "../core/svg.ts";
import { formatQuantity, formatSpan, formatTime } from "../format.ts";
import { areaMark } from "../marks/line.ts";
import { binsBetween } from "../series.ts";
import { placeLabels } from "../time/labelColumn.ts";
import { type LineSpec, Trace } from "../time/trace.ts";
import { type Column, declarePicture, spanText, thinned } from "./declare.ts";
import { namedParts } from "./named.ts";
import { colourOfKey, opacityOf } from "./plot.ts";
import type { Span, View, ViewKey, ViewPicture, ViewPlot } from "./types.ts";
import { placedLabels, squareSample } from "./viewMarks.ts";

export interface SharesInputs {
  readonly title: string;
  /** The share of the link that each flow or group uses, from the bottom to the top of the stack. */
  readonly lines: readonly LineSpec[];
  readonly version: () => number;
  readonly notes: readonly string[];
  readonly emptyText: string;
}

/** The distance of two points of an area, in pixels. */
const STEP = 2;
const MAX_ROWS = 200;
const OPACITY = { "fill-opacity": 0.78 };

const keyOf = ({ spec }: Trace): ViewKey => ({
  id: spec.flow ?? spec.id,
  label: spec.label,
  style: spec.style,
});

/** The value of a line at a time; 0 where the flow is not active. */
function shareAt(trace: Trace, t: number): number {
  const value = trace.valueAt(t);
  return Number.isNaN(value) ? 0 : value;
}

/** The lower and the upper edge of each area at the given times, from the lowest area to the highest. */
export function stackedShares(
  shares: readonly ((t: number) => number)[],
  times: readonly number[],
): { readonly lower: number[]; readonly upper: number[] }[] {
  const layers = stack<number, number>()
    .keys(range(shares.length))
    .value((t, i) => shares[i]?.(t) ?? 0)(times);
  return layers.map((layer) => ({
    lower: layer.map(([low]) => low),
    upper: layer.map(([, high]) => high),
  }));
}

export function sharesView(inputs: SharesInputs): View {
  const traces = inputs.lines.map((line) => new Trace(line));
  const computedTo = (): number => inputs.lines[0]?.run.computedTo ?? 0;
  return {
    version: inputs.version,
    overTime: true,
    from: 0,
    computedTo,
    read: (window) => {
      for (const trace of traces) trace.refresh();
      return sharesPicture(inputs, traces, window, computedTo());
    },
  };
}

/** The mean of the values of the bins of a line within a window. */
function meanShare(trace: Trace, [from, to]: Span): number {
  const [first, afterLast] = binsBetween(trace, trace.end, from, to);
  const values = range(first, afterLast).map((k) => trace.data[(k + 1) * trace.stride - 1] ?? Number.NaN);
  return (mean(values.map((value) => (Number.isNaN(value) ? 0 : value))) ?? 0) * trace.scale;
}

function sharesPicture(
  inputs: SharesInputs,
  traces: readonly Trace[],
  window: Span,
  computedTo: number,
): ViewPicture {
  const keys = traces.map(keyOf);
  const shares = traces.map((trace) => (t: number) => shareAt(trace, t));
  const interval = traces[0]?.interval ?? 0;
  const percent = (value: number): string => formatQuantity(value, "share");
  const times = (): number[] => {
    const [trace] = traces;
    return trace ? range(...binsBetween(trace, trace.end, ...window)).map((k) => trace.binEnd(k)) : [];
  };
  const indexAt = (t: number, height: number): number => {
    let top = 0;
    return shares.findIndex((share) => {
      top += share(t);
      return height <= top;
    });
  };
  return declarePicture<number>({
    x: { kind: "time" },
    y: { kind: "linear", label: "", unit: "share", largest: 1, maxTop: 1 },
    keys,
    notes: [...(interval > 0 ? [V.over(formatSpan(interval))] : []), ...inputs.notes],
    empty: traces.length === 0 ? inputs.emptyText : "",
    marks: [
      {
        paint: (plot) => areaNodes(keys, shares, plot, computedTo),
        moment: (t, plot) => labelNodes(keys, shares, t, plot),
        hit: (px, py, plot) => {
          const t = plot.time?.invert(px) ?? 0;
          const line = keys[indexAt(t, 1 - py / plot.height)]?.id;
          return { t, ...(line === undefined ? {} : { line }) };
        },
      },
    ],
    columns: columnsOf(keys, shares),
    rows: times,
    listed: thinned(MAX_ROWS),
    say: (key, { t = 0 }) => {
      const found = keys.findIndex(({ id }) => id === key?.id);
      const index = Math.max(0, found);
      return `${formatTime(t)}, ${V.shares.part(keys[index]?.label ?? "", percent(shares[index]?.(t) ?? 0))}`;
    },
    describe: () => {
      const means = traces.map((trace) => meanShare(trace, window));
      const part = (i: number): string => V.shares.part(keys[i]?.label ?? "", percent(means[i] ?? 0));
      const parts = namedParts([...keys.keys()], part);
      return V.shares.describe(inputs.title, spanText(window), parts, percent(sum(means)));
    },
  });
}

type Shares = readonly ((t: number) => number)[];

/** The columns of a row, which is a time. */
const columnsOf = (keys: readonly ViewKey[], shares: Shares): readonly Column<number>[] => [
  { label: V.shares.time, csv: "t", unit: "s", value: (t) => t },
  ...keys.map(({ label }, i) => ({
    label,
    csv: `${label}_share`,
    unit: "share" as const,
    value: (t: number) => shares[i]?.(t) ?? 0,
  })),
  { label: V.shares.used, unit: "share", value: (t) => sum(shares, (share) => share(t)) },
];

/** The areas from the start of the visible window to the end of the computed part of the run. */
function areaNodes(keys: readonly ViewKey[], shares: Shares, plot: ViewPlot, computedTo: number): SvgNode[] {
  const { time, width, theme } = plot;
  if (time === null) return [];
  const end = Math.min(width, time(computedTo));
  const times = [...range(0, end, STEP), end].map((x) => time.invert(x));
  return stackedShares(shares, times).flatMap(({ lower, upper }, i) => {
    const key = keys[i];
    if (!key) return [];
    // Canvas has no opacity of whole elements, so a faded area is filled with less opacity.
    const opacity = opacityOf(key, plot) ?? 1;
    return areaMark(
      { x: times, y1: lower, y2: upper },
      {
        fill: colourOfKey(key, theme),
        "fill-opacity": 0.78 * opacity,
        stroke: theme.background,
        "stroke-width": keys.length > 12 ? 0.4 : 1,
      },
    )(plot);
  });
}

/** Names and shares at the right, at the heights of the areas, and what is not used. */
function labelNodes(keys: readonly ViewKey[], shares: Shares, t: number, plot: ViewPlot): SvgNode[] {
  const { layout, theme, fontSize, height, width } = plot;
  const values = shares.map((share) => share(t));
  const maxLabels = Math.max(1, Math.floor(height / layout.labelHeight));
  const wanted = [...keys.keys()]
    .sort((a, b) => rank(b) - rank(a))
    .slice(0, keys.length > maxLabels ? maxLabels - 1 : maxLabels);
  function rank(i: number): number {
    return keys[i]?.id === plot.highlight ? Number.POSITIVE_INFINITY : (values[i] ?? 0);
  }
  const labelled = wanted.sort((a, b) => a - b);
  const centres = labelled.map((i) => {
    const below = sum(values.slice(0, i));
    return plot.y(Math.min(1, below + (values[i] ?? 0) / 2)) ?? 0;
  });
  const omitted = keys.length - labelled.length;
  const bottom = height + fontSize * 0.4 - (omitted > 0 ? layout.labelHeight : 0);
  const places = placeLabels(centres, layout.labelHeight, -fontSize * 0.4, bottom);
  const rows = labelled.flatMap((i) => {
    const key = keys[i];
    if (!key) return [];
    const value = formatQuantity(values[i] ?? 0, "share");
    return [{ key, label: key.label, value, sample: squareSample(key, plot, OPACITY), indent: 1.2 }];
  });
  const more = { x: width + fontSize * 0.5, y: height + fontSize * 0.35, fill: theme.muted };
  return [...placedLabels(rows, places, plot), ...(omitted > 0 ? [svg("text", more, V.more(omitted))] : [])];
}

// Jain's index over time scales (jainScales.ts) as curves: of all measured flows, within each group, and between groups.
import { least, range } from "d3-array";
import { V } from "../../strings/views.ts";
import { path, type SvgNode } from "../core/svg.ts";
import { formatQuantity, formatTime, significant } from "../format.ts";
import { areaMark, lineOutline } from "../marks/line.ts";
import { markerShape, symbolAt } from "../marks/symbol.ts";
import type { RunExtent } from "../series.ts";
import { dashOf } from "../time/lineLayer.ts";
import { overScales, type ScalePoint, timeScales } from "./jainScales.ts";
import { namedParts } from "./named.ts";
import { colourOfKey, opacityOf } from "./plot.ts";
import type { Span, View, ViewKey, ViewPicture, ViewPlot } from "./types.ts";

export interface ScaleLine extends ViewKey {
  readonly run: RunExtent;
  /** Jain's index between two times. */
  readonly index: (from: number, to: number) => number;
}

export interface ScalesInputs {
  readonly lines: readonly ScaleLine[];
  /** The width of the bins of the recording in seconds: there is no index of shorter intervals. */
  readonly binWidth: () => number;
  /** The duration of the run in seconds. */
  readonly duration: number;
  readonly warmup: number;
  readonly version: () => number;
  readonly notes: readonly string[];
  readonly emptyText: string;
}

interface ScaleResult {
  readonly line: ScaleLine;
  readonly points: readonly ScalePoint[];
}

export function scalesView(inputs: ScalesInputs): View {
  return {
    version: inputs.version,
    from: inputs.warmup,
    computedTo: () => inputs.lines.find((line) => !line.ghost)?.run.computedTo ?? 0,
    read: (window) => {
      const scales = timeScales(inputs.binWidth(), window[1] - window[0]);
      const results = inputs.lines
        .map((line) => ({ line, points: overScales(scales, window, line.index) }))
        .filter(({ points }) => points.length > 0);
      return scalesPicture(inputs, results, scales, window);
    },
  };
}

function scalesPicture(
  inputs: ScalesInputs,
  results: readonly ScaleResult[],
  scales: readonly number[],
  window: Span,
): ViewPicture {
  const current = results.filter(({ line }) => !line.ghost);
  const all = timeScales(inputs.binWidth(), inputs.duration);
  const [from, to] = [all[0] ?? 0.1, all.at(-1) ?? 1];
  const scaleText = (scale: number): string => formatQuantity(Number(scale.toPrecision(2)), "s");
  const resultOf = (key: ViewKey | undefined): ScaleResult | undefined =>
    current.find(({ line }) => line.id === key?.id) ?? current[0];
  const pointAt = (result: ScaleResult, stop: number): ScalePoint | undefined =>
    result.points.find(({ scale }) => scale === scales[stop]);
  return {
    x: { kind: "log", label: V.scales.axis, unit: "s", from, to: to > from ? to : from * 10 },
    y: { kind: "linear", label: V.scales.index, unit: "", largest: 1, maxTop: 1 },
    keys: inputs.lines.filter((line) => !line.ghost),
    notes: [V.scales.band, ...inputs.notes],
    empty: inputs.emptyText !== "" ? inputs.emptyText : current.length === 0 ? V.nothingYet : "",
    draw: (plot) => [
      ...(current[0] ? bandNodes(current[0], plot) : []),
      ...[...results].reverse().flatMap((result) => curveNodes(result, plot)),
    ],
    moment: (t, plot) => {
      const first = current[0];
      if (!first) return [];
      const shown = scales.filter((scale) => t - scale >= window[0] - 1e-9);
      const look = { fill: colourOfKey(first.line, plot.theme), "fill-opacity": 0.75 };
      return shown.flatMap((scale) => {
        const index = first.line.index(t - scale, t);
        return Number.isNaN(index)
          ? []
          : [symbolAt(plot.x(scale) ?? 0, plot.y(index) ?? 0, markerShape(first.line.style), 12, look)];
      });
    },
    hit: (px, py, plot) => {
      const stop = least(range(scales.length), (i) => Math.abs((plot.x(scales[i] ?? 1) ?? 0) - px));
      if (stop === undefined) return {};
      const distance = (result: ScaleResult): number =>
        Math.abs((plot.y(pointAt(result, stop)?.mean ?? Number.NaN) ?? 0) - py);
      const nearest = least(current, distance);
      return nearest && distance(nearest) < 18 ? { stop, line: nearest.line.id } : {};
    },
    stops: Math.max(1, scales.length - 1),
    stopMarks: (key, stop, plot) => {
      const result = resultOf(key);
      const point = result && pointAt(result, Math.round(stop));
      if (!result || !point) return [];
      return [
        symbolAt(
          plot.x(point.scale) ?? 0,
          plot.y(point.mean) ?? 0,
          markerShape(result.line.style),
          (plot.lineWidth * 5) ** 2,
          { class: "fs-dot", fill: colourOfKey(result.line, plot.theme), stroke: plot.theme.background },
        ),
      ];
    },
    say: (key, { stop = 0 }) => {
      const result = resultOf(key);
      const point = result && pointAt(result, Math.round(stop));
      if (!result || !point) return V.nothingYet;
      return V.scales.say(
        result.line.label,
        scaleText(point.scale),
        significant(point.mean, true),
        point.intervals,
      );
    },
    describe: () =>
      current.length === 0
        ? inputs.emptyText || V.nothingYet
        : V.scales.describe(
            V.window(formatTime(window[0], 0.1), formatTime(window[1], 0.1)),
            namedParts(current, ({ line, points }) => {
              const [first, last] = [points[0], points.at(-1)];
              return V.scales.part(
                line.label,
                significant(first?.mean ?? Number.NaN, true),
                scaleText(first?.scale ?? Number.NaN),
                significant(last?.mean ?? Number.NaN, true),
                scaleText(last?.scale ?? Number.NaN),
              );
            }),
          ),
    table: () => {
      const { columns } = V.scales;
      return {
        columns: [
          { label: columns.line },
          { label: columns.scale, unit: "s" },
          { label: columns.mean, unit: "" },
          { label: columns.low, unit: "" },
          { label: columns.high, unit: "" },
          { label: columns.intervals, unit: "" },
        ],
        rows: rowsOf(results),
      };
    },
    csv: () => ({
      columns: ["index_of", "interval_s", "jain_mean", "jain_p10", "jain_p90", "intervals"],
      rows: rowsOf(results),
    }),
  };
}

const rowsOf = (results: readonly ScaleResult[]): (string | number)[][] =>
  results.flatMap(({ line, points }) =>
    points.map(({ scale, mean, low, high, intervals }) => [line.label, scale, mean, low, high, intervals]),
  );

function bandNodes({ line, points }: ScaleResult, plot: ViewPlot): readonly SvgNode[] {
  const channels = {
    x: points.map(({ scale }) => scale),
    y1: points.map(({ low }) => low),
    y2: points.map(({ high }) => high),
  };
  const look = { fill: colourOfKey(line, plot.theme), "fill-opacity": 0.16, opacity: opacityOf(line, plot) };
  return areaMark(channels, look)(plot);
}

function curveNodes({ line, points }: ScaleResult, plot: ViewPlot): SvgNode[] {
  const x = points.map(({ scale }) => plot.x(scale) ?? 0);
  const y = points.map(({ mean }) => plot.y(mean) ?? 0);
  const colour = colourOfKey(line, plot.theme);
  const opacity = opacityOf(line, plot);
  return [
    path(lineOutline(x, y), {
      fill: "none",
      stroke: colour,
      "stroke-width": plot.lineWidth * (line.ghost ? 0.6 : 1),
      "stroke-dasharray": dashOf(line.style, plot.theme).join(" ") || null,
      opacity,
    }),
    ...(line.ghost
      ? []
      : points.map((_, i) =>
          symbolAt(x[i] ?? 0, y[i] ?? 0, markerShape(line.style), (plot.lineWidth * 2.2) ** 2, {
            fill: colour,
            opacity,
          }),
        )),
  ];
}

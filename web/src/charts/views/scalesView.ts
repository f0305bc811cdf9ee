// Jain's index over time scales (jainScales.ts) as curves: of all measured flows, within each group, and
// between groups.

import { least, range } from "d3-array";
import { formatQuantity, significant } from "../../scenario/units.ts";
import { path, type SvgNode } from "../core/svg.ts";
import { areaMark, lineOutline } from "../marks/line.ts";
import { markerShape, symbolAt } from "../marks/symbol.ts";
import { lineColour } from "../theme.ts";
import {
  type Column,
  currentLines,
  declarePicture,
  itemOf,
  type LineInputs,
  namedParts,
  type RunLine,
  spanText,
  viewOfLines,
} from "./declare.ts";
import { overScales, type ScalePoint, timeScales } from "./jainScales.ts";
import { fillOf, markerAt, nearestCurve, strokeOf } from "./marks/common.ts";
import { opacityOf } from "./plot.ts";
import { viewTexts } from "./texts/index.ts";
import type { Span, View, ViewKey, ViewPicture, ViewPlot } from "./types.ts";

export interface ScaleLine extends RunLine {
  /** Jain's index between two times. */
  readonly index: (from: number, to: number) => number;
}

export interface ScalesInputs extends LineInputs<ScaleLine> {
  /** The width of the bins of the recording in seconds: there is no index of shorter intervals. */
  readonly binWidth: () => number;
  /** The duration of the run in seconds. */
  readonly duration: number;
  readonly notes: readonly string[];
  readonly emptyText: string;
}

interface ScaleResult {
  readonly line: ScaleLine;
  readonly points: readonly ScalePoint[];
}

/** The largest distance in pixels at which a curve counts as under the pointer. */
const REACH = 18;

type Row = ScalePoint & { readonly line: ScaleLine };

const columnsOf = (): readonly Column<Row>[] => {
  const heads = viewTexts.scales.columns;
  return [
    { label: heads.line, csv: "index_of", value: ({ line }) => line.label },
    { label: heads.scale, csv: "interval_s", unit: "s", value: ({ scale }) => scale },
    { label: heads.mean, csv: "jain_mean", unit: "", value: ({ mean }) => mean },
    { label: heads.low, csv: "jain_p10", unit: "", value: ({ low }) => low },
    { label: heads.high, csv: "jain_p90", unit: "", value: ({ high }) => high },
    { label: heads.intervals, csv: "intervals", unit: "", value: ({ intervals }) => intervals },
  ];
};

export const scalesView = (inputs: ScalesInputs): View =>
  viewOfLines(inputs, (window) => {
    const scales = timeScales(inputs.binWidth(), window[1] - window[0]);
    const results = inputs.lines
      .map((line) => ({ line, points: overScales(scales, window, line.index) }))
      .filter(({ points }) => points.length > 0);
    return scalesPicture(inputs, results, scales, window);
  });

/** The point of a flow or group at a time scale. */
function rowOf({ line, points }: ScaleResult, at: number | undefined): Row | null {
  const point = points.find(({ scale }) => scale === at);
  return point ? { line, ...point } : null;
}

/** The stop and the line that are nearest to a position in the picture. */
function nearestPoint(
  current: readonly ScaleResult[],
  scales: readonly number[],
  [px, py]: readonly [number, number],
  plot: ViewPlot,
) {
  const stop = least(range(scales.length), (i) => Math.abs((plot.x(scales[i] ?? 1) ?? 0) - px));
  if (stop === undefined) return null;
  const heightOf = (result: ScaleResult) => plot.y(rowOf(result, scales[stop])?.mean ?? Number.NaN) ?? 0;
  const nearest = nearestCurve(current, py, REACH, heightOf);
  return nearest ? { stop, line: nearest.line.id } : null;
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
  const scaleText = (scale = Number.NaN): string => formatQuantity(Number(scale.toPrecision(2)), "s");
  const indexText = (index = Number.NaN): string => significant(index, 3, true);
  /** The point of a flow or group at a position that the keys or the pointer have reached. */
  const rowAt = (key: ViewKey | undefined, stop: number): Row | null => {
    const result = itemOf(current, key);
    return result ? rowOf(result, scales[Math.round(stop)]) : null;
  };
  return declarePicture<Row>({
    x: { kind: "log", label: viewTexts.scales.axis, unit: "s", from, to: to > from ? to : from * 10 },
    y: { kind: "linear", label: viewTexts.scales.index, unit: "", largest: 1, maxTop: 1 },
    keys: currentLines(inputs.lines),
    notes: [viewTexts.scales.band, ...inputs.notes],
    empty: inputs.emptyText !== "" ? inputs.emptyText : current.length === 0 ? viewTexts.nothingYet : "",
    marks: [
      { draw: (plot) => (current[0] ? bandNodes(current[0], plot) : []) },
      { draw: (plot) => [...results].reverse().flatMap((result) => curveNodes(result, plot)) },
      {
        moment: (t, plot) => momentNodes(current[0]?.line, scales, [window[0], t], plot),
        hit: (px, py, plot) => nearestPoint(current, scales, [px, py], plot),
      },
    ],
    // The keys left and right go through the intervals.
    stops: Math.max(1, scales.length - 1),
    stopMarks: (key, stop, plot) => {
      const row = rowAt(key, stop);
      if (!row) return [];
      const look = { fill: lineColour(row.line, plot.theme), stroke: plot.theme.background };
      return [markerAt(row.line, row.scale, row.mean, 5, plot, { class: "fs-dot", ...look })];
    },
    columns: columnsOf(),
    rows: () => results.flatMap(({ line, points }) => points.map((point) => ({ line, ...point }))),
    say: (key, { stop = 0 }) => {
      const row = rowAt(key, stop);
      return row
        ? viewTexts.scales.say({
            name: row.line.label,
            scale: scaleText(row.scale),
            index: indexText(row.mean),
            intervals: row.intervals,
          })
        : viewTexts.nothingYet;
    },
    describe: () => {
      const part = ({ line, points }: ScaleResult): string => {
        const [first, last] = [points[0], points.at(-1)];
        return viewTexts.scales.part({
          name: line.label,
          first: indexText(first?.mean),
          firstScale: scaleText(first?.scale),
          last: indexText(last?.mean),
          lastScale: scaleText(last?.scale),
        });
      };
      return viewTexts.scales.describe({ span: spanText(window), parts: namedParts(current, part) });
    },
  });
}

/**
 * The index of a line in the intervals that end at the moment, one for each time scale that the window
 * contains.
 */
function momentNodes(
  line: ScaleLine | undefined,
  scales: readonly number[],
  [from, t]: Span,
  plot: ViewPlot,
): SvgNode[] {
  if (!line) return [];
  const look = { fill: lineColour(line, plot.theme), "fill-opacity": 0.75 };
  return scales
    .filter((scale) => t - scale >= from - 1e-9)
    .flatMap((scale) => {
      const index = line.index(t - scale, t);
      if (Number.isNaN(index)) return [];
      return [symbolAt(plot.x(scale) ?? 0, plot.y(index) ?? 0, markerShape(line.style), 12, look)];
    });
}

function bandNodes({ line, points }: ScaleResult, plot: ViewPlot): readonly SvgNode[] {
  const channels = {
    x: points.map(({ scale }) => scale),
    y1: points.map(({ low }) => low),
    y2: points.map(({ high }) => high),
  };
  return areaMark(channels, fillOf(line, plot, 0.16))(plot);
}

function curveNodes({ line, points }: ScaleResult, plot: ViewPlot): SvgNode[] {
  const x = points.map(({ scale }) => plot.x(scale) ?? 0);
  const y = points.map(({ mean }) => plot.y(mean) ?? 0);
  const look = { fill: lineColour(line, plot.theme), opacity: opacityOf(line, plot) };
  const markers = line.ghost ? [] : points;
  return [
    path(lineOutline(x, y), strokeOf(line, plot)),
    ...markers.map(({ scale, mean }) => markerAt(line, scale, mean, 2.2, plot, look)),
  ];
}

// The distribution of a quantity for each flow, group or link: as cumulative shares, as a histogram, or as
// the shares above each value on a logarithmic scale, which shows the tail.

import { max } from "d3-array";
import { formatQuantity } from "../../scenario/units.ts";
import type { Unit } from "../format.ts";
import { roundUp } from "../valueScale.ts";
import {
  type Column,
  csvOf,
  currentLines,
  declarePicture,
  itemOf,
  type LineInputs,
  namedParts,
  type RunLine,
  spanText,
  viewOfLines,
} from "./declare.ts";
import { cumulativeCurve, type Distribution, histogram, quantile, shareUpTo } from "./distribution.ts";
import { nearestCurve, noteAt, referenceLine } from "./marks/common.ts";
import { cumulativeNodes, curveDot, histogramNodes, namedPoint } from "./marks/distributionCurves.ts";
import { viewTexts } from "./texts/index.ts";
import type { Axis, Span, View, ViewMark, ViewPicture } from "./types.ts";

export type SpreadForm = "cdf" | "hist" | "tail";

export interface SpreadLine extends RunLine {
  readonly distribution: (window: Span) => Distribution;
  /** The value at a time, in the unit of the distribution. NaN if there is none. */
  readonly valueAt?: (t: number) => number;
}

export interface SpreadInputs extends LineInputs<SpreadLine> {
  readonly quantity: string;
  readonly unit: Unit;
  readonly form: SpreadForm;
  /** The largest possible value, such as the limit of a queue. */
  readonly limit?: number;
  /** The lower end of the axis, by default 0. */
  readonly low?: number;
  /** Only some percentiles are known: the curve connects them with straight lines. */
  readonly isSketch?: boolean;
  readonly notes: (window: Span) => readonly string[];
  readonly emptyText: string;
}

interface SpreadResult {
  readonly line: SpreadLine;
  readonly distribution: Distribution;
}

/** The number of classes of a histogram. */
const CLASSES = 40;
/**
 * The axis leaves out values beyond this percentile if the largest value is more than `FAR` times as large.
 */
const CUT_PERCENTILE = 0.995;
const FAR = 2.5;
/** The tail shows shares down to 1/10 000. */
const SMALLEST_SHARE = 1e-4;
/** The largest distance in pixels at which a curve counts as under the pointer. */
const REACH = 18;

export const distributionView = (inputs: SpreadInputs): View =>
  viewOfLines(inputs, (window) => {
    const results = inputs.lines
      .map((line) => ({ line, distribution: line.distribution(window) }))
      .filter(({ distribution }) => distribution.values.length > 0);
    return spreadPicture(inputs, results, window);
  });

const largestOf = ({ values }: Distribution): number => values.at(-1) ?? 0;

/**
 * The largest value that the axis includes. Single values far beyond all others are left out, except in the
 * tail.
 */
function shownLargest(results: readonly SpreadResult[], form: SpreadForm): number {
  const tops = results.map(({ distribution }) => {
    const usual = quantile(distribution, CUT_PERCENTILE);
    const largest = largestOf(distribution);
    return form !== "tail" && usual > 0 && largest > FAR * usual ? usual : largest;
  });
  return max(tops) ?? 0;
}

/** The share of the samples up to a value, above it, or in its class. */
function shareAxis(form: SpreadForm, largestShare: number, samples: number): Axis {
  if (form === "tail") {
    const from = Math.max(SMALLEST_SHARE, 10 ** -Math.ceil(Math.log10(Math.max(10, samples))));
    return { kind: "log", label: viewTexts.spread.above, unit: "share", from, to: 1 };
  }
  const label = form === "hist" ? viewTexts.spread.within : viewTexts.spread.upTo;
  return { kind: "linear", label, unit: "share", largest: form === "hist" ? largestShare : 1, maxTop: 1 };
}

interface DrawnSpread {
  readonly results: readonly SpreadResult[];
  /** The results of the shown run, without those of the run before the last edit. */
  readonly current: readonly SpreadResult[];
  /** The shares of the classes of each result, in a histogram. */
  readonly classes: ReadonlyMap<SpreadResult, readonly number[]>;
  /** The lower end of the first class and the upper end of the last class. */
  readonly span: readonly [number, number];
  readonly look: { readonly isTail: boolean; readonly isSketch: boolean };
  /** The point of a result's curve at a value. */
  readonly pointOf: (result: SpreadResult, value: number) => readonly [number, number];
}

/** The curves or histograms, with dots at the values of the moment. */
function curvesMark({ results, current, classes, span, look, pointOf }: DrawnSpread): ViewMark {
  return {
    draw: (plot) =>
      [...results].reverse().flatMap((result) => {
        const shares = classes.get(result);
        return shares ? histogramNodes(result.line, shares, span, plot) : cumulativeNodes(result, look, plot);
      }),
    moment: (t, plot) =>
      current.flatMap((result) => {
        const value = result.line.valueAt?.(t) ?? Number.NaN;
        return Number.isNaN(value) ? [] : [curveDot(result.line, pointOf(result, value), plot, 2.6)];
      }),
    hit: (px, py, plot) => {
      const value = (px - (plot.x(0) ?? 0)) / ((plot.x(1) ?? 0) - (plot.x(0) ?? 0));
      const found = nearestCurve(current, py, REACH, (result) => plot.y(pointOf(result, value)[1]) ?? 0);
      return found ? { line: found.line.id, stop: shareUpTo(found.distribution, value) * 100 } : null;
    },
  };
}

function spreadPicture(inputs: SpreadInputs, results: readonly SpreadResult[], window: Span): ViewPicture {
  const { form, quantity, unit, low = 0 } = inputs;
  const current = results.filter(({ line }) => !line.ghost);
  const largest = shownLargest(results, form);
  const overall = max(results, ({ distribution }) => largestOf(distribution)) ?? 0;
  const classTop = low + roundUp(largest - low);
  const classesOf = ({ distribution }: SpreadResult) => histogram(distribution, low, classTop, CLASSES);
  const classes = new Map(form === "hist" ? results.map((r) => [r, classesOf(r)] as const) : []);
  const write = (value: number): string => formatQuantity(value, unit);
  /** The point of the curve of a result at a value, up to which the given share of the samples lies. */
  const pointAt = (result: SpreadResult, value: number, share: number): readonly [number, number] => {
    if (form === "cdf") return [value, share];
    if (form === "tail") return [value, Math.max(SMALLEST_SHARE, 1 - share)];
    const index = Math.floor(((value - low) / (classTop - low)) * CLASSES);
    return [value, classes.get(result)?.[Math.max(0, Math.min(CLASSES - 1, index))] ?? 0];
  };
  const pointOf = (result: SpreadResult, value: number) =>
    pointAt(result, value, shareUpTo(result.distribution, value));
  const look = { isTail: form === "tail", isSketch: inputs.isSketch ?? false };
  const samples = max(current, ({ distribution }) => distribution.values.length) ?? 10;
  const drawn = { results, current, classes, span: [low, classTop] as const, look, pointOf };
  return {
    ...declarePicture({
      x: { kind: "linear", label: quantity, unit, low, largest },
      y: shareAxis(form, max([...classes.values()].flat()) ?? 0, samples),
      keys: currentLines(inputs.lines),
      notes: [
        ...inputs.notes(window),
        ...(overall > largest ? [viewTexts.spread.cut({ largest: write(overall) })] : []),
      ],
      empty: current.length === 0 ? inputs.emptyText : "",
      marks: [...(inputs.limit === undefined ? [] : [limitMark(inputs.limit)]), curvesMark(drawn)],
      // The keys left and right go through the percentiles.
      stops: 100,
      stopMarks: (key, stop, plot) => {
        const result = itemOf(current, key);
        if (!result) return [];
        const value = quantile(result.distribution, stop / 100);
        const text = `${formatQuantity(Math.round(stop * 10) / 1000, "share")}: ${write(value)}`;
        return namedPoint(result.line, pointAt(result, value, stop / 100), text, plot);
      },
      columns: columnsOf(unit),
      rows: () => results,
      say: (key, { stop = 50 }) => {
        const result = itemOf(current, key);
        if (!result) return inputs.emptyText;
        const value = quantile(result.distribution, stop / 100);
        return viewTexts.spread.say({
          name: result.line.label,
          value: write(value),
          share: formatQuantity(stop / 100, "share"),
        });
      },
      describe: () => {
        const part = ({ line, distribution: d }: SpreadResult): string =>
          viewTexts.spread.part({
            name: line.label,
            median: write(quantile(d, 0.5)),
            p95: write(quantile(d, 0.95)),
          });
        return viewTexts.spread.describe({
          title: quantity,
          span: spanText(window),
          parts: namedParts(current, part),
        });
      },
    }),
    csv: () => csvOf(CURVE_COLUMNS, results.flatMap(curveRows)),
  };
}

const PERCENTILES = [5, 25, 50, 75, 95, 99];

function columnsOf(unit: Unit): readonly Column<SpreadResult>[] {
  const heads = viewTexts.spread.columns;
  return [
    { label: heads.flow, value: ({ line }) => line.label },
    { label: heads.samples, unit: "", value: ({ distribution }) => distribution.values.length },
    { label: heads.mean, unit, value: ({ distribution }) => distribution.mean },
    { label: heads.min, unit, value: ({ distribution }) => distribution.values[0] ?? Number.NaN },
    ...PERCENTILES.map((n) => ({
      label: heads.percentile({ n }),
      unit,
      value: ({ distribution }: SpreadResult) => quantile(distribution, n / 100),
    })),
    { label: heads.max, unit, value: ({ distribution }) => largestOf(distribution) },
  ];
}

/** The CSV file contains the points of the curves. */
interface CurveRow {
  readonly flow: string;
  readonly value: number;
  readonly share: number;
}

function curveRows({ line, distribution }: SpreadResult): CurveRow[] {
  const { values, shares } = cumulativeCurve(distribution);
  return Array.from(values, (value, i) => ({ flow: line.label, value, share: shares[i] ?? 1 }));
}

const CURVE_COLUMNS: readonly Column<CurveRow>[] = [
  { csv: "flow", value: ({ flow }) => flow },
  { csv: "value", value: ({ value }) => value },
  { csv: "share_up_to", value: ({ share }) => share },
];

/** The largest possible value, if the plot contains it. */
const limitMark = (limit: number): ViewMark => ({
  draw: (plot) => {
    const { fontSize, height, width } = plot;
    const x = plot.x(limit) ?? Number.NaN;
    if (!(x <= width)) return [];
    const at = { x: x - fontSize * 0.4, y: fontSize * 1.1, "text-anchor": "end" };
    return [
      referenceLine({ x1: x, x2: x, y2: height }, "1 3", plot),
      noteAt(viewTexts.spread.limit, at, plot),
    ];
  },
});

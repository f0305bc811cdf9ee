// Models over a run, over time: a measured series as a solid line, the fluid model as a curve, the closed
// forms as horizontal lines, and bars at the bottom where the measured series deviates from the fluid model.

import { max, range } from "d3-array";
import { type SvgNode, svg } from "../../charts/core/svg.ts";
import { formatSpan, formatTime } from "../../charts/format.ts";
import { lineMark } from "../../charts/marks/line.ts";
import { lineSwatch } from "../../charts/marks/symbol.ts";
import type { Table } from "../../charts/plot/content.ts";
import { placedLabels } from "../../charts/plot/labels.ts";
import { lineColour } from "../../charts/theme.ts";
import { type Column, declarePicture, spanText, viewOverTime } from "../../charts/views/declare.ts";
import { nearestCurve, timeAt } from "../../charts/views/marks/common.ts";
import { opacityOf } from "../../charts/views/plot.ts";
import { viewTexts } from "../../charts/views/texts/index.ts";
import type { Span, View, ViewKey, ViewMark, ViewPicture, ViewPlot } from "../../charts/views/types.ts";
import { chooseUnit, formatIn, formatQuantity } from "../../scenario/units.ts";
import { modelTexts } from "./texts/index.ts";

/** A line: a value in each interval, or one value for the whole run. NaN where there is none. */
export interface ModelCurve extends ViewKey {
  readonly kind: "measured" | "fluid" | "holds" | "outside";
  readonly values: readonly number[] | number;
  /** The time at which the line begins, in seconds. */
  readonly from: number;
}

export interface ModelsInputs extends Pick<View, "version" | "computedTo"> {
  readonly title: string;
  readonly axis: string;
  readonly unit: string;
  readonly curves: readonly ModelCurve[];
  /** Width of the intervals in seconds. */
  readonly width: number;
  readonly departures: readonly Span[];
  readonly duration: number;
  /** All models with the reasons for their validity. */
  readonly table: () => Table;
  readonly notes: readonly string[];
  readonly emptyText: string;
}

/** Lengths of dashes and gaps in pixels, by the kind of a line. */
const DASHES = { measured: null, fluid: "7 3", holds: "4 4", outside: "1.5 4" } as const;
/** The largest distance in pixels at which a line counts as under the pointer. */
const REACH = 14;
/** The height of the bars of deviations, as a multiple of the font size. */
const BAR = 0.45;

export const modelsView = (inputs: ModelsInputs): View =>
  viewOverTime(inputs, (window) => modelsPicture(inputs, window));

/** The value of a line at a time; NaN where it has none. */
export function curveAt({ values, from }: ModelCurve, width: number, t: number): number {
  if (t < from) return Number.NaN;
  return typeof values === "number" ? values : (values[Math.floor(t / width)] ?? Number.NaN);
}

/** The share of a window that spans cover. */
export function coveredShare(spans: readonly Span[], [from, to]: Span): number {
  const covered = spans.reduce((sum, [a, b]) => sum + Math.max(0, Math.min(b, to) - Math.max(a, from)), 0);
  return to > from ? covered / (to - from) : 0;
}

function modelsPicture(inputs: ModelsInputs, window: Span): ViewPicture {
  const { curves, width, unit } = inputs;
  const text = (value: number): string => formatQuantity(value, unit);
  const largest = max(curves, ({ values }) => (typeof values === "number" ? values : max(values))) ?? 1;
  const hasFluid = curves.some(({ kind }) => kind === "fluid");
  const differs = modelTexts.differs({
    share: formatQuantity(coveredShare(inputs.departures, window), "share"),
  });
  const noteOfFluid = hasFluid ? [differs] : [];
  const part = (curve: ModelCurve, value: number): string =>
    modelTexts.part({ name: curve.label, value: text(value) });
  return {
    ...declarePicture<number>({
      x: { kind: "time" },
      y: { kind: "linear", label: inputs.axis, unit, largest: largest > 0 ? largest : 1 },
      keys: curves,
      notes: [
        chooseUnit(largest, unit).symbol,
        viewTexts.over({ interval: formatSpan(width) }),
        ...noteOfFluid,
        ...inputs.notes,
      ],
      empty: inputs.emptyText,
      marks: [
        {
          draw: (plot) => curves.flatMap((curve) => curveNodes(curve, inputs, plot)),
          moment: (t, plot) => labelNodes(inputs, t, plot),
          hit: (px, py, plot) => {
            const t = timeAt(px, plot);
            const near = nearestCurve(
              curves,
              py,
              REACH,
              (curve) => plot.y(curveAt(curve, width, t)) ?? Number.NaN,
            );
            return { t, ...(near ? { line: near.id } : {}) };
          },
        },
        departureBars(inputs.departures),
      ],
      columns: columnsOf(inputs, hasFluid),
      rows: () =>
        range(Math.ceil(inputs.duration / width))
          .map((k) => (k + 0.5) * width)
          .filter((t) => t >= window[0] && t <= window[1]),
      say: (key, { t = 0 }) => {
        const shown = key ? curves.filter(({ id }) => id === key.id) : curves;
        return modelTexts.say({
          t: formatTime(t),
          parts: shown.map((curve) => part(curve, curveAt(curve, width, t))),
        });
      },
      describe: () => {
        const means = curves.map((curve) => part(curve, meanOf(curve, width, window)));
        return modelTexts.describe({
          title: inputs.title,
          span: spanText(window),
          parts: [...means, ...noteOfFluid],
        });
      },
    }),
    table: inputs.table,
  };
}

/** The columns of the CSV file. A row is a time. */
const columnsOf = (
  { curves, departures, width }: ModelsInputs,
  hasFluid: boolean,
): readonly Column<number>[] => [
  { csv: "t", value: (t) => t },
  ...curves.map((curve) => ({ csv: curve.label, value: (t: number) => curveAt(curve, width, t) })),
  ...(hasFluid
    ? [
        {
          csv: "departs",
          value: (t: number) => Number(departures.some(([from, to]) => t >= from && t < to)),
        },
      ]
    : []),
];

/** The mean of a line within a window. */
function meanOf(curve: ModelCurve, width: number, [from, to]: Span): number {
  if (typeof curve.values === "number") return curve.values;
  const inside = curve.values.filter((value, k) => {
    const t = (k + 0.5) * width;
    return t >= from && t <= to && !Number.isNaN(value);
  });
  return inside.reduce((sum, value) => sum + value, 0) / inside.length;
}

function curveNodes(
  curve: ModelCurve,
  { width, duration }: ModelsInputs,
  plot: ViewPlot,
): readonly SvgNode[] {
  const { values, from } = curve;
  const isConstant = typeof values === "number";
  const x = isConstant ? [from, duration] : values.map((_, k) => (k + 0.5) * width);
  const y = isConstant ? [values, values] : values;
  return lineMark(
    { x, y },
    {
      "data-flow": curve.id,
      stroke: lineColour(curve, plot.theme),
      "stroke-width": plot.lineWidth * (curve.kind === "measured" ? 1 : 1.2),
      "stroke-dasharray": DASHES[curve.kind],
      opacity: opacityOf(curve, plot),
    },
  )(plot);
}

/** Bars along the bottom of the plot where the measured line deviates from the fluid. */
const departureBars = (departures: readonly Span[]): ViewMark => ({
  draw: ({ time, width, height, fontSize, theme }) =>
    departures.flatMap(([from, to]) => {
      const [x1, x2] = [Math.max(0, time?.(from) ?? 0), Math.min(width, time?.(to) ?? 0)];
      if (x2 <= x1) return [];
      const at = { x: x1, y: height - fontSize * BAR, width: x2 - x1, height: fontSize * BAR };
      return [svg("rect", { class: "fs-departure", ...at, fill: theme.accent, "fill-opacity": 0.75 })];
    }),
});

/** Names and values at the right, at the heights of the lines. */
function labelNodes({ curves, width }: ModelsInputs, t: number, plot: ViewPlot): SvgNode[] {
  const rows = curves.flatMap((key, i) => {
    const value = curveAt(key, width, t);
    if (Number.isNaN(value)) return [];
    const colour = lineColour(key, plot.theme);
    const swatch = lineSwatch(plot.fontSize * 1.3, colour, plot.lineWidth * 1.3, DASHES[key.kind]);
    const text = formatIn(value, plot.yUnit, false);
    const row = { flow: key.id, label: key.label, value: text, swatch: [swatch] };
    return [{ ...row, indent: 1.7 * plot.fontSize, at: plot.y(value) ?? 0, rank: -i }];
  });
  return placedLabels(rows, plot, plot);
}

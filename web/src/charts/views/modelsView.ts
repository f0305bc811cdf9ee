// Models over a run, over time: a measured series as a solid line, the fluid model as a curve, the closed forms as horizontal lines, and
// bars at the bottom where the measured series departs from the fluid.
import { max } from "d3-array";
import { MODELS } from "../../strings/models.ts";
import { V } from "../../strings/views.ts";
import { type SvgNode, svg } from "../core/svg.ts";
import { chooseUnit, formatIn, formatQuantity, formatSpan, formatTime } from "../format.ts";
import { lineMark } from "../marks/line.ts";
import { fitText, textWidth } from "../textSize.ts";
import { placeLabels } from "../time/labelColumn.ts";
import { colourOfKey, opacityOf } from "./plot.ts";
import type { Span, View, ViewKey, ViewPicture, ViewPlot, ViewTable } from "./types.ts";

/** A line: a value in each interval, or one value for the whole run. NaN where there is none. */
export interface ModelCurve extends ViewKey {
  readonly kind: "measured" | "fluid" | "holds" | "outside";
  readonly values: readonly number[] | number;
  /** Where the line begins, in seconds. */
  readonly from: number;
}

export interface ModelsInputs {
  readonly title: string;
  readonly axis: string;
  readonly unit: string;
  readonly curves: readonly ModelCurve[];
  /** Width of the intervals in seconds. */
  readonly width: number;
  readonly departures: readonly Span[];
  readonly duration: number;
  /** All models with the reasons for their validity. */
  readonly table: () => ViewTable;
  readonly version: () => number;
  readonly computedTo: () => number;
  readonly notes: readonly string[];
  readonly emptyText: string;
}

/** Lengths of dashes and gaps in pixels, by the kind of a line. */
const DASHES = { measured: null, fluid: "7 3", holds: "4 4", outside: "1.5 4" } as const;
/** The height of the bars of departures, as a multiple of the font size. */
const BAR = 0.45;

export const modelsView = (inputs: ModelsInputs): View => ({
  version: inputs.version,
  overTime: true,
  from: 0,
  computedTo: inputs.computedTo,
  read: (window) => modelsPicture(inputs, window),
});

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
  const intervals = Math.ceil(inputs.duration / width);
  const rows = (): number[][] =>
    Array.from({ length: intervals }, (_, k) => (k + 0.5) * width)
      .filter((t) => t >= window[0] && t <= window[1])
      .map((t) => [
        t,
        ...curves.map((curve) => curveAt(curve, width, t)),
        ...(curves.some(({ kind }) => kind === "fluid")
          ? [inputs.departures.some(([from, to]) => t >= from && t < to) ? 1 : 0]
          : []),
      ]);
  const hasFluid = curves.some(({ kind }) => kind === "fluid");
  const share = coveredShare(inputs.departures, window);
  return {
    x: { kind: "time" },
    y: { kind: "linear", label: inputs.axis, unit, largest: largest > 0 ? largest : 1 },
    keys: curves,
    notes: [
      chooseUnit(largest, unit).symbol,
      V.over(formatSpan(width)),
      ...(hasFluid ? [MODELS.departs(formatQuantity(share, "share"))] : []),
      ...inputs.notes,
    ],
    empty: inputs.emptyText,
    draw: (plot) => [...curves.flatMap((curve) => curveNodes(curve, inputs, plot)), ...bars(inputs, plot)],
    moment: (t, plot) => labelNodes(inputs, t, plot),
    hit: (px, py, plot) => {
      const t = plot.time?.invert(px) ?? 0;
      const distance = (curve: ModelCurve): number =>
        Math.abs((plot.y(curveAt(curve, width, t)) ?? Number.NaN) - py);
      const near = curves
        .filter((curve) => distance(curve) < 14)
        .sort((a, b) => distance(a) - distance(b))[0];
      return { t, ...(near ? { line: near.id } : {}) };
    },
    stops: 0,
    say: (key, { t = 0 }) => {
      const shown = key ? curves.filter(({ id }) => id === key.id) : curves;
      return MODELS.say(
        formatTime(t),
        shown.map((curve) => MODELS.part(curve.label, text(curveAt(curve, width, t)))),
      );
    },
    describe: () => {
      if (inputs.emptyText !== "") return inputs.emptyText;
      const parts = curves.map((curve) => MODELS.part(curve.label, text(meanOf(curve, width, window))));
      const span = V.window(formatTime(window[0], 0.1), formatTime(window[1], 0.1));
      return MODELS.describe(inputs.title, span, [
        ...parts,
        ...(hasFluid ? [MODELS.departs(formatQuantity(share, "share"))] : []),
      ]);
    },
    table: inputs.table,
    csv: () => ({
      columns: ["t", ...curves.map(({ label }) => label), ...(hasFluid ? ["departs"] : [])],
      rows: rows(),
    }),
  };
}

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
      stroke: colourOfKey(curve, plot.theme),
      "stroke-width": plot.lineWidth * (curve.kind === "measured" ? 1 : 1.2),
      "stroke-dasharray": DASHES[curve.kind],
      opacity: opacityOf(curve, plot),
    },
  )(plot);
}

/** Bars along the bottom of the plot where the measured line departs from the fluid. */
function bars({ departures }: ModelsInputs, plot: ViewPlot): SvgNode[] {
  const { time, width, height, fontSize, theme } = plot;
  if (time === null) return [];
  return departures.flatMap(([from, to]) => {
    const [x1, x2] = [Math.max(0, time(from)), Math.min(width, time(to))];
    return x2 > x1
      ? [
          svg("rect", {
            class: "fs-departure",
            x: x1,
            y: height - fontSize * BAR,
            width: x2 - x1,
            height: fontSize * BAR,
            fill: theme.accent,
            "fill-opacity": 0.75,
          }),
        ]
      : [];
  });
}

/** Names and values at the right, at the heights of the lines. */
function labelNodes({ curves, width: interval }: ModelsInputs, t: number, plot: ViewPlot): SvgNode[] {
  const { layout, theme, fontSize, height, width, highlight } = plot;
  const places = curves.map((curve) => plot.y(curveAt(curve, interval, t)) ?? Number.NaN);
  const fits = Math.max(1, Math.floor(height / layout.labelHeight));
  const shown = curves.flatMap((_, i) => (Number.isNaN(places[i] ?? Number.NaN) ? [] : [i])).slice(0, fits);
  const centres = placeLabels(
    shown.map((i) => places[i] ?? 0),
    layout.labelHeight,
    -fontSize * 0.4,
    height + fontSize * 0.4,
  );
  const rowWidth = layout.right - fontSize * 0.5;
  return shown.flatMap((i, k): SvgNode[] => {
    const curve = curves[i];
    if (!curve) return [];
    const value = formatIn(curveAt(curve, interval, t), plot.yUnit, false);
    const at = { y: fontSize * 0.35, fill: theme.text };
    const room = rowWidth - fontSize * 2.3 - textWidth(value, fontSize) * 1.08;
    return [
      svg(
        "g",
        {
          class: highlight !== null && highlight !== curve.id ? "fs-label fs-faded" : "fs-label",
          "data-flow": curve.id,
          transform: `translate(${width + fontSize * 0.5},${(centres[k] ?? 0).toFixed(1)})`,
        },
        [
          svg("rect", {
            y: -layout.labelHeight / 2,
            width: rowWidth,
            height: layout.labelHeight,
            fill: "none",
          }),
          svg("line", {
            x2: fontSize * 1.3,
            stroke: colourOfKey(curve, theme),
            "stroke-width": plot.lineWidth * 1.3,
            "stroke-dasharray": DASHES[curve.kind],
          }),
          svg("text", { class: "fs-name", x: fontSize * 1.7, ...at }, fitText(curve.label, fontSize, room)),
          svg(
            "text",
            { class: "fs-value", x: rowWidth, "text-anchor": "end", "font-weight": 600, ...at },
            value,
          ),
        ],
      ),
    ];
  });
}

// Makes panels from the drawings that an experiment declares and from its results. A panel is plain data in
// the units of the results; figure.ts draws it. Two results of the same experiment can be drawn over each
// other.
import { groups } from "d3-array";
import type { LineStyle } from "../palette.ts";
import {
  allows,
  axisValues,
  cellIdAt,
  coordinatesText,
  matches,
  pointsOf,
  quantityOf,
  valueText,
  withUnit,
} from "./select.ts";
import { figureTexts } from "./texts/index.ts";
import type {
  AxisValue,
  Condition,
  Coordinates,
  DataPoint,
  Drawing,
  Experiment,
  PaperNumber,
  Results,
} from "./types.ts";

export interface PanelAxis {
  readonly label: string;
  readonly log?: boolean;
  /** The values that the points have on this axis, if there are few. */
  readonly ticks?: readonly number[];
  /** The first and the last value of the axis. By default, those of the data. */
  readonly range?: readonly [number, number];
}

export interface CurvePoint {
  readonly x: number;
  readonly y: number;
  readonly interval?: readonly [number, number] | undefined;
  /** The cell that the point belongs to; null if it is derived from several cells. */
  readonly cell: string | null;
  /** A few words that stand next to the point. */
  readonly note?: string;
  /** A sentence about the point, which its tooltip shows. */
  readonly about?: string;
}

export interface PanelCurve {
  readonly label: string;
  readonly style: LineStyle;
  readonly points: readonly CurvePoint[];
  /** A curve of the other results, drawn for comparison. */
  readonly ghost?: boolean;
  /** A curve that follows from an equation and was not measured. */
  readonly theory?: boolean;
  /** Only points, without a line between them. */
  readonly dots?: boolean;
  /** Only a line, even if there are few points. */
  readonly unmarked?: boolean;
}

/** A number or a range that the paper states, in the units of the axes. A range may be open (infinite). */
export interface PaperMark {
  readonly text: string;
  readonly x?: readonly [number, number] | undefined;
  readonly y?: readonly [number, number] | undefined;
}

export interface LinesPanel {
  readonly kind: "lines";
  readonly heading: string;
  readonly x: PanelAxis;
  readonly y: PanelAxis;
  readonly curves: readonly PanelCurve[];
  readonly marks: readonly PaperMark[];
  /** The value at which flows share fairly. */
  readonly fair?: number | undefined;
  /** The legend, if it is not the list of curves: colours of groups and dashes of quantities. */
  readonly legend?: readonly LegendEntry[] | undefined;
  /**
   * Whether the curves are steps, as in a histogram: the points are the left ends of bins that are `step`
   * wide.
   */
  readonly step?: number;
}

export interface GridCell {
  readonly column: number;
  readonly row: number;
  readonly value: number | null;
  readonly interval?: readonly [number, number] | undefined;
  readonly cell: string | null;
}

/** A quantity over two axes, for a heat map or a surface. */
export interface GridPanel {
  readonly kind: "grid";
  readonly heading: string;
  readonly x: PanelAxis;
  readonly y: PanelAxis;
  readonly z: string;
  readonly columns: readonly number[];
  readonly rows: readonly number[];
  readonly cells: readonly GridCell[];
  /** The values of the other results, in the order of `cells`. */
  readonly before?: readonly (number | null)[] | undefined;
  readonly range: readonly [number, number];
  readonly fair?: number | undefined;
  readonly marks: readonly PaperMark[];
}

/** Values of named cases with their intervals. */
export interface CasesPanel {
  readonly kind: "cases";
  readonly heading: string;
  readonly x: PanelAxis;
  readonly fair?: number | undefined;
  readonly cases: readonly {
    readonly label: string;
    readonly values: readonly (CurvePoint & { readonly style: LineStyle; readonly ghost?: boolean })[];
    readonly marks: readonly PaperMark[];
  }[];
  readonly legend: readonly { readonly label: string; readonly style: LineStyle }[];
}

/**
 * The changes of a quantity from its value in a base case when each of several settings is made smaller and
 * larger.
 */
export interface TornadoPanel {
  readonly kind: "tornado";
  readonly heading: string;
  readonly x: PanelAxis;
  /** The value of the base case. */
  readonly base: number;
  readonly rows: readonly {
    readonly label: string;
    readonly ends: readonly (CurvePoint & { readonly style: LineStyle; readonly text: string })[];
  }[];
  readonly legend: readonly { readonly label: string; readonly style: LineStyle }[];
}

export type Panel = LinesPanel | GridPanel | CasesPanel | TornadoPanel;

export interface LegendEntry {
  readonly label: string;
  readonly style?: LineStyle;
  /** A line of other results, an equation, points without a line, a dash, or a mark of the paper. */
  readonly kind?: "line" | "ghost" | "theory" | "dots" | "dash" | "paper" | "fair" | "bar";
}

export const styleAt = (index: number): LineStyle => ({
  colour: index % 8,
  dash: Math.floor(index / 8) % 4,
  marker: index % 4,
});

/** The largest number of panels of a figure over time. Further cells are left to the tables. */
const MAX_SERIES_PANELS = 8;

const ends = ([from, to]: readonly [number, number | null]): readonly [number, number] => [
  from,
  to ?? Number.POSITIVE_INFINITY,
];

/**
 * The numbers of the paper about a quantity at coordinates, with the range on the axis `x` to which each
 * applies.
 */
function marksOf(
  numbers: readonly PaperNumber[],
  quantities: readonly string[],
  at: Coordinates,
  x: string | null,
): PaperMark[] {
  return numbers.flatMap((number): PaperMark[] => {
    const isShown = number.quantity === undefined ? number.time : quantities.includes(number.quantity);
    const conditions = number.where.filter(({ axis }) => axis !== x);
    if (!isShown || !allows(conditions, at)) return [];
    const onX = number.where.find(({ axis }) => axis === x);
    const range = number.time ?? (onX && rangeOf(onX));
    return [{ text: number.text, x: range, y: number.value && ends(number.value) }];
  });
}

const rangeOf = ({
  from = Number.NEGATIVE_INFINITY,
  to = Number.POSITIVE_INFINITY,
}: Condition): readonly [number, number] => [from, to];

/** The axis of a panel for an axis of the experiment. */
function axisOf({ axes }: Experiment, id: string): { readonly label: string; readonly log: boolean } {
  const axis = axes?.find((known) => known.id === id);
  return { label: axis ? withUnit(axis.label, axis.unit) : id, log: axis?.log ?? false };
}

/** A mean at its coordinate on the axis `x`. */
const curvePoint = (source: Results, x: string, { at, mean, interval }: DataPoint): CurvePoint => ({
  x: at[x] as number,
  y: mean ?? Number.NaN,
  interval,
  cell: cellIdAt(source, at),
});

/** The curves of the results and, behind them, those of the other results. */
const bothCurves = (
  results: Results,
  before: Results | null,
  curvesOf: (source: Results, ghost: boolean) => PanelCurve[],
): PanelCurve[] => [...(before ? curvesOf(before, true) : []), ...curvesOf(results, false)];

/**
 * The panels of a drawing. Empty for a table of many quantities, or if the results have no data for the
 * drawing.
 */
export function panelsOf(
  drawing: Drawing,
  experiment: Experiment,
  results: Results,
  before: Results | null = null,
): readonly Panel[] {
  switch (drawing.kind) {
    case "series":
      return seriesPanels(drawing, experiment, results, before);
    case "curves":
      return curvesPanel(drawing, experiment, results, before);
    case "surface":
      return gridPanels(drawing, experiment, results, before);
    case "histogram":
      return histogramPanel(drawing, experiment, results, before);
    case "table":
      return casesPanel(drawing, experiment, results, before);
  }
}

type DrawingOf<Kind extends Drawing["kind"]> = Extract<Drawing, { readonly kind: Kind }>;

function seriesPanels(
  drawing: DrawingOf<"series">,
  experiment: Experiment,
  results: Results,
  before: Results | null,
): Panel[] {
  const numbers = experiment.numbers ?? [];
  const shown = results.curves.filter(
    ({ at, curves }) =>
      matches(drawing.where, at) && curves.some(({ name }) => drawing.curves.includes(name)),
  );
  return shown.slice(0, MAX_SERIES_PANELS).map(({ at, curves }): Panel => {
    const cell = cellIdAt(results, at);
    const old = before?.curves.find((other) => sameCoordinates(other.at, at));
    const toCurves = (list: typeof curves, ghost: boolean): PanelCurve[] =>
      list
        .filter(({ name }) => drawing.curves.includes(name))
        .map(({ label, from, step, values }, index) => ({
          label,
          style: styleAt(index),
          ghost,
          points: values.map((value, i) => ({ x: from + (i + 0.5) * step, y: value ?? Number.NaN, cell })),
        }));
    const names = coordinatesText(experiment, at);
    return {
      kind: "lines",
      heading: names === "" ? drawing.title : `${drawing.title}: ${names}`,
      x: { label: figureTexts.timeAxis, range: timeRange(curves) },
      y: { label: withUnit(drawing.y, drawing.unit) },
      curves: [...toCurves(old?.curves ?? [], true), ...toCurves(curves, false)],
      marks: marksOf(numbers, drawing.curves, at, null),
      fair: fairOf(experiment, drawing.curves),
    };
  });
}

/** The time from the first to the last bin of all curves, in seconds. */
function timeRange(
  curves: readonly { readonly from: number; readonly step: number; readonly values: readonly unknown[] }[],
): readonly [number, number] {
  const from = Math.min(...curves.map((curve) => curve.from));
  const to = Math.max(...curves.map((curve) => curve.from + curve.step * curve.values.length));
  return [from, to];
}

const sameCoordinates = (a: Coordinates, b: Coordinates): boolean =>
  Object.keys(a).length === Object.keys(b).length && Object.keys(a).every((axis) => a[axis] === b[axis]);

function fairOf(experiment: Experiment, quantities: readonly string[]): number | undefined {
  const values = quantities.map((id) => quantityOf(experiment, id).fair);
  return values.every((value) => value === values[0]) ? values[0] : undefined;
}

/** The name of a curve: its group, its quantity, or both. */
function curveLabel(
  { quantities, by }: DrawingOf<"curves">,
  experiment: Experiment,
  quantity: string,
  point: DataPoint,
): string {
  const group = by === "" ? undefined : point.at[by];
  const name = quantityOf(experiment, quantity).label;
  if (group === undefined) return name;
  const axis = experiment.axes?.find(({ id }) => id === by);
  const unit = typeof group === "number" && axis?.unit ? ` ${axis.unit}` : "";
  const value = `${valueText(group)}${unit}`;
  return quantities.length === 1 ? value : `${value}: ${name}`;
}

/** A legend of colours for the groups and of dashes for the quantities. */
const crossedLegend = (
  known: readonly AxisValue[],
  quantities: readonly string[],
  experiment: Experiment,
): LegendEntry[] => [
  ...known.map((group, i): LegendEntry => ({ label: valueText(group), style: styleAt(i) })),
  ...quantities.map((id, i): LegendEntry => {
    const style = { colour: 0, dash: i % 4, marker: 0 };
    return { label: quantityOf(experiment, id).label, style, kind: "dash" };
  }),
];

function curvesPanel(
  drawing: DrawingOf<"curves">,
  experiment: Experiment,
  results: Results,
  before: Results | null,
): Panel[] {
  const { quantities, x, by, where, title } = drawing;
  const groupsOf = (source: Results): AxisValue[] =>
    axisValues(
      quantities.flatMap((quantity) => pointsOf(source, quantity).filter(({ at }) => matches(where, at))),
      by,
    );
  // With several quantities, each group has a colour and each quantity a dash.
  const isCrossed = by !== "" && quantities.length > 1;
  const styleOf = (index: number, quantity: string, group: number): LineStyle =>
    isCrossed ? { ...styleAt(Math.max(0, group)), dash: quantities.indexOf(quantity) % 4 } : styleAt(index);
  const curvesOf = (source: Results, ghost: boolean): PanelCurve[] => {
    const known = groupsOf(source);
    const entries = quantities.flatMap((quantity) =>
      pointsOf(source, quantity)
        .filter(({ at }) => matches(where, at) && typeof at[x] === "number")
        .map((point) => ({ label: curveLabel(drawing, experiment, quantity, point), quantity, point })),
    );
    return groups(entries, ({ label }) => label).map(([label, list], index) => ({
      label,
      style: styleOf(index, list[0]?.quantity ?? "", known.indexOf(list[0]?.point.at[by] ?? "")),
      ghost,
      points: list.map(({ point }) => curvePoint(source, x, point)),
    }));
  };
  const curves = bothCurves(results, before, curvesOf);
  const shown = curves.filter(({ ghost }) => !ghost);
  if (shown.length === 0) return [];
  const values = experiment.axes?.find(({ id }) => id === x)?.values;
  const [first] = quantities.map((id) => quantityOf(experiment, id));
  const label = quantities.length === 1 ? (first?.label ?? "") : title;
  return [
    {
      kind: "lines",
      heading: title,
      x: {
        ...axisOf(experiment, x),
        ticks: values ?? [...new Set(shown.flatMap(({ points }) => points.map((point) => point.x)))],
      },
      y: { label: withUnit(label, first?.unit ?? "") },
      curves,
      marks: marksOf(experiment.numbers ?? [], quantities, fixedCoordinates(where), x),
      legend: isCrossed ? crossedLegend(groupsOf(results), quantities, experiment) : undefined,
      fair: fairOf(experiment, quantities),
    },
  ];
}

const fixedCoordinates = (where: readonly Condition[]): Coordinates =>
  Object.fromEntries(where.flatMap(({ axis, is }) => (is === undefined ? [] : [[axis, is]])));

function gridPanels(
  drawing: DrawingOf<"surface">,
  experiment: Experiment,
  results: Results,
  before: Results | null,
): Panel[] {
  const { quantity, x, y, by, title } = drawing;
  const points = pointsOf(results, quantity).filter(
    ({ at }) => typeof at[x] === "number" && typeof at[y] === "number",
  );
  const numbersOn = (axis: string): number[] =>
    [...(experiment.axes?.find(({ id }) => id === axis)?.values ?? axisValues(points, axis))]
      .map(Number)
      .sort((a, b) => a - b);
  const [columns, rows] = [numbersOn(x), numbersOn(y)];
  const values = points.flatMap(({ mean }) => (mean === null ? [] : [mean]));
  if (values.length === 0) return [];
  const { fair, label, unit } = quantityOf(experiment, quantity);
  const range = fair === 0.5 ? ([0, 1] as const) : ([Math.min(...values), Math.max(...values)] as const);
  const oldPoints = before ? pointsOf(before, quantity) : undefined;
  const all: readonly (AxisValue | undefined)[] = by === "" ? [undefined] : axisValues(points, by);
  return all.map((group): Panel => {
    const own = points.filter(({ at }) => at[by] === group);
    return {
      kind: "grid",
      heading: group === undefined ? title : `${title}: ${valueText(group)}`,
      x: axisOf(experiment, x),
      y: axisOf(experiment, y),
      z: withUnit(label, unit),
      columns,
      rows,
      cells: own.map((point) => ({
        column: columns.indexOf(point.at[x] as number),
        row: rows.indexOf(point.at[y] as number),
        value: point.mean,
        interval: point.interval,
        cell: cellIdAt(results, point.at),
      })),
      before:
        oldPoints && own.map(({ at }) => oldPoints.find((old) => sameCoordinates(old.at, at))?.mean ?? null),
      range,
      fair,
      marks: marksOf(experiment.numbers ?? [], [quantity], group === undefined ? {} : { [by]: group }, x),
    };
  });
}

function histogramPanel(
  { quantity, bin, title }: DrawingOf<"histogram">,
  experiment: Experiment,
  results: Results,
  before: Results | null,
): Panel[] {
  const curvesOf = (source: Results, ghost: boolean): PanelCurve[] => {
    const points = pointsOf(source, quantity).filter(
      ({ at }) => typeof at[bin] === "number" && matches(experiment.shown ?? [], at),
    );
    return groups(points, ({ at }) => coordinatesText(experiment, at, [bin])).map(([label, list], index) => ({
      label,
      style: styleAt(index),
      ghost,
      points: list.map((point) => curvePoint(source, bin, point)),
    }));
  };
  const curves = bothCurves(results, before, curvesOf);
  const shown = curves.filter(({ ghost }) => !ghost);
  if (shown.length === 0) return [];
  const bins = [...new Set(shown.flatMap(({ points }) => points.map(({ x }) => x)))].sort((a, b) => a - b);
  const step = (bins[1] ?? 1) - (bins[0] ?? 0);
  const last = (bins.at(-1) ?? 0) + step;
  const marks = (experiment.numbers ?? [])
    .filter((number) => number.quantity === quantity && number.value)
    .map(({ text, where, value }): PaperMark => {
      const from = where.find((condition) => condition.axis === bin)?.from ?? bins[0] ?? 0;
      return { text, x: [from, from + step], y: value && ends(value) };
    });
  const { label, unit } = quantityOf(experiment, quantity);
  return [
    {
      kind: "lines",
      heading: title,
      x: { label: axisOf(experiment, bin).label, ticks: [...bins, last], range: [bins[0] ?? 0, last] },
      y: { label: withUnit(label, unit) },
      curves,
      marks,
      step,
    },
  ];
}

/** The largest number of cases, and of quantities, that are drawn. Tables show the others. */
const MAX_CASES = 40;

/** Quantities of one unit over cases, as dots with intervals. Empty if the quantities have several units. */
function casesPanel(
  { title, quantities, bars = false }: DrawingOf<"table">,
  experiment: Experiment,
  results: Results,
  before: Results | null,
): Panel[] {
  const described = quantities.map((id) => quantityOf(experiment, id));
  const [first] = described;
  const isFigure = bars || experiment.place.startsWith("Figure");
  if (!first || !isFigure || quantities.length > 2 || described.some(({ unit }) => unit !== first.unit))
    return [];
  const all = pointsOf(results, first.id).map(({ at }) => at);
  if (all.length < 2 || all.length > MAX_CASES) return [];
  const valuesOf = (source: Results, at: Coordinates, ghost: boolean) =>
    quantities.flatMap((id, index) => {
      const point = pointsOf(source, id).find((candidate) => sameCoordinates(candidate.at, at));
      if (!point || point.mean === null) return [];
      const { mean: x, interval } = point;
      return [{ x, y: 0, interval, cell: cellIdAt(source, at), style: styleAt(index), ghost }];
    });
  const cases = all.map((at) => ({
    label: coordinatesText(experiment, at, constantAxes(all)),
    values: [...(before ? valuesOf(before, at, true) : []), ...valuesOf(results, at, false)],
    marks: marksOf(experiment.numbers ?? [], quantities, at, null).map(({ text, y: x }) => ({ text, x })),
  }));
  const label = quantities.length === 1 ? first.label : title;
  return [
    {
      kind: "cases",
      heading: title,
      x: { label: withUnit(label, first.unit) },
      cases,
      legend:
        quantities.length === 1
          ? []
          : described.map((quantity, i) => ({ label: quantity.label, style: styleAt(i) })),
      fair: fairOf(experiment, quantities),
    },
  ];
}

/** The axes on which all coordinates have the same value. */
const constantAxes = (all: readonly Coordinates[]): string[] =>
  Object.keys(all[0] ?? {}).filter((axis) => new Set(all.map((at) => at[axis])).size === 1);

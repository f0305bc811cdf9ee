// What the figure of a sweep draws: axes with names and units that fit the values, the metric, and the form
// that fits the settings.

import {
  type AxisValue,
  type Coordinates,
  type Drawing,
  type Experiment,
  type Panel,
  type PaperAxis,
  panelsOf,
  type Results,
  styleAt,
  type TornadoPanel,
  withUnit,
} from "../../charts/paper/index.ts";
import type { Catalogue } from "../../generated/types.ts";
import { describePath, effectiveValue } from "../../scenario/descriptors.ts";
import { settingName } from "../../scenario/diff.ts";
import { chooseUnit } from "../../scenario/units.ts";
import { nameWithin } from "../../scenario/valueText.ts";
import { metricName } from "./metrics.ts";
import { valueName } from "./settings.ts";
import { designOf, limitUnitOf, type SweepDocument } from "./sweepDocument.ts";
import { varyTexts } from "./texts/index.ts";

export interface SweepFigure {
  readonly experiment: Experiment;
  /** The results in the units and with the names of the figure. */
  readonly results: Results;
  readonly drawing: Drawing;
}

/** Axes whose values span more than this ratio are logarithmic. */
const LOG_RATIO = 8;
/** An axis of per cent with larger values ends at 100 %. */
const LARGE_SHARE = 80;

/** The axis of a varied setting, and the factor by which its numbers are divided. */
function axisOf(
  sweep: SweepDocument,
  path: string,
  values: readonly AxisValue[],
  catalogue: Catalogue,
): { readonly axis: PaperAxis; readonly factor: number; readonly isNumber: boolean } {
  const label = settingName(path, sweep.scenario, catalogue);
  const numbers = values.filter((value) => typeof value === "number");
  if (numbers.length < values.length || numbers.length === 0)
    return { axis: { id: path, label, unit: "", log: false }, factor: 1, isNumber: false };
  const field = describePath(catalogue, path, sweep.scenario);
  const setting = sweep.vary.find((of) => of.path === path);
  const unit = field?.type === "limit" ? (setting ? limitUnitOf(setting) : "packets") : (field?.unit ?? "");
  const { factor, symbol } = chooseUnit(Math.max(...numbers.map(Math.abs)), unit);
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  const log = low > 0 && high / low > LOG_RATIO;
  const all = [...new Set(numbers)].map((value) => scaled(value, factor));
  return { axis: { id: path, label, unit: symbol, log, values: all }, factor, isNumber: true };
}

/** Multiplying by a power of ten leaves digits of rounding. */
const scaled = (value: number, factor: number): number => Number((value / factor).toPrecision(12));

/** Whether a column has the values of a model that predicts a metric (sim-core/sweeps/src/predictions.rs). */
const isModelOf = (id: string, metric: string): boolean => id.startsWith(`${metric}:`);

/** The models that predict a metric: the ids of their columns, with their names. */
function modelsOf(
  results: Results,
  metric: string,
  names: Readonly<Record<string, string>>,
): readonly { readonly id: string; readonly label: string }[] {
  return results.quantities
    .filter(({ id }) => isModelOf(id, metric))
    .map(({ id, label }) => ({ id, label: names[label] ?? label }));
}

/** The order of points along the axes of numbers. A value that was added to a list later is at its end there. */
function byNumbers({ at: a }: { readonly at: Coordinates }, { at: b }: { readonly at: Coordinates }): number {
  for (const [id, value] of Object.entries(a)) {
    const other = b[id];
    if (typeof value === "number" && typeof other === "number" && value !== other) return value - other;
  }
  return 0;
}

function scaledResults(
  results: Results,
  metric: string,
  factors: Readonly<Record<string, number>>,
  factorOfMetric: number,
  nameOf: (value: string, id: string) => string,
): Results {
  const scaleAt = (at: Coordinates): Coordinates =>
    Object.fromEntries(
      Object.entries(at).map(([id, value]) => [
        id,
        typeof value === "number" ? scaled(value, factors[id] ?? 1) : nameOf(value, id),
      ]),
    );
  const quantities = results.quantities
    .filter(({ id }) => id === metric || isModelOf(id, metric))
    .map((column) => ({
      ...column,
      points: column.points
        .filter(({ mean }) => mean !== null)
        .map(({ at, mean, interval, values }) => ({
          at: scaleAt(at),
          mean: mean === null ? null : mean / factorOfMetric,
          ...(interval
            ? { interval: [interval[0] / factorOfMetric, interval[1] / factorOfMetric] as const }
            : {}),
          ...(values ? { values: values.map((v) => (v === null ? null : v / factorOfMetric)) } : {}),
        }))
        .sort(byNumbers),
    }));
  return { ...results, quantities, cells: results.cells.map((cell) => ({ ...cell, at: scaleAt(cell.at) })) };
}

function drawingOf(
  title: string,
  metric: string,
  models: readonly string[],
  axes: readonly (readonly [string, boolean])[],
): Drawing {
  const numeric = axes.filter(([, isNumber]) => isNumber).map(([id]) => id);
  const others = axes.filter(([, isNumber]) => !isNumber).map(([id]) => id);
  const [x = "", y] = numeric;
  if (y !== undefined) return { kind: "surface", title, quantity: metric, x, y, by: "" };
  if (x !== "")
    return { kind: "curves", title, quantities: [metric, ...models], x, by: others[0] ?? "", where: [] };
  return { kind: "table", title, quantities: [metric], bars: true };
}

/** What an experiment of a paper has and a sweep does not. */
const NO_PAPER = { id: "sweep", paper: "", shows: "", states: [], lines: [], assumptions: [] };

/** The axes of a sweep that varies one setting at a time. */
const oneAtATime = (): readonly PaperAxis[] => [
  { id: "setting", label: varyTexts.setting, unit: "", log: false },
  { id: "value", label: varyTexts.value, unit: "", log: false },
];

/** The figure of a sweep for one metric. `cells` are all cells, also those without results yet. */
export function sweepFigure(
  sweep: SweepDocument,
  cells: readonly { readonly at: Coordinates }[],
  results: Results,
  metric: string,
  catalogue: Catalogue,
  nameOfModel: Readonly<Record<string, string>> = {},
): SweepFigure {
  const isGrid = designOf(sweep) === "grid";
  const column = results.quantities.find(({ id }) => id === metric);
  const means = (column?.points ?? []).flatMap(({ mean }) => (mean === null ? [] : [Math.abs(mean)]));
  const unitOfMetric = chooseUnit(Math.max(0, ...means), column?.unit ?? "");
  const paths = isGrid ? sweep.vary.map(({ path }) => path) : [];
  const described = paths.map((path) =>
    axisOf(
      sweep,
      path,
      cells.flatMap(({ at }) => at[path] ?? []),
      catalogue,
    ),
  );
  const factors = Object.fromEntries(described.map(({ axis, factor }) => [axis.id, factor]));
  const label = metricName(metric, sweep.scenario);
  const title = isGrid
    ? varyTexts.figureTitle({ metric: label, settings: described.map(({ axis }) => nameWithin(axis.label)) })
    : varyTexts.tornadoTitle({ metric: label });
  const models = modelsOf(results, metric, nameOfModel);
  const drawing = drawingOf(
    title,
    metric,
    models.map(({ id }) => id),
    described.map(({ axis, isNumber }) => [axis.id, isNumber] as const),
  );
  const experiment: Experiment = {
    ...NO_PAPER,
    place: varyTexts.place,
    title,
    axes: isGrid ? described.map(({ axis }) => axis) : oneAtATime(),
    quantities: [{ id: metric, label }, ...models].map((quantity) => ({
      ...quantity,
      unit: unitOfMetric.symbol,
    })),
    drawings: [drawing],
  };
  const nameOf = (value: string, id: string): string =>
    isGrid ? valueName(value, id, sweep.scenario, catalogue) : value;
  return {
    experiment,
    drawing,
    results: scaledResults(results, metric, factors, unitOfMetric.factor, nameOf),
  };
}

/** The panels of a figure. */
export function sweepPanels(
  { experiment, results, drawing }: SweepFigure,
  sweep: SweepDocument,
  catalogue: Catalogue,
): readonly Panel[] {
  if (designOf(sweep) === "grid")
    return panelsOf(drawing, experiment, results).map((panel) => {
      if (panel.kind !== "lines") return panel;
      const [quantity] = experiment.quantities ?? [];
      const highest = Math.max(...panel.curves.flatMap(({ points }) => points.map(({ y }) => y)));
      return {
        ...panel,
        y: {
          label: withUnit(quantity?.label ?? "", quantity?.unit ?? ""),
          // No share exceeds 100 %.
          ...(quantity?.unit === "%" && highest > LARGE_SHARE && highest <= 100
            ? { range: [0, 100] as const }
            : {}),
        },
        // The axis already names a single curve.
        ...(panel.curves.length === 1 && drawing.kind === "curves" && drawing.by === ""
          ? { legend: [] }
          : {}),
      };
    });
  const panel = tornadoPanel(experiment, results, drawing.title, sweep, catalogue);
  return panel ? [panel] : [];
}

/** The number in the value of a setting, which is a number or a limit with its unit as JSON. */
function amountOf(value: string): number {
  return Number(/-?\d[\d.eE+-]*/.exec(value)?.[0]);
}

/** The number that a setting has in the scenario. Only one of a smaller and a larger value may be valid. */
function presentAmount(path: string, { scenario }: SweepDocument, catalogue: Catalogue): number {
  const value = effectiveValue(catalogue, path, scenario);
  return amountOf(JSON.stringify(value ?? ""));
}

/** Settings that move the metric less are in the table only. */
const MAX_ROWS = 15;

function tornadoPanel(
  experiment: Experiment,
  results: Results,
  heading: string,
  sweep: SweepDocument,
  catalogue: Catalogue,
): TornadoPanel | null {
  const points = results.quantities[0]?.points ?? [];
  const base = points.find(({ at }) => at["setting"] === "")?.mean;
  const [quantity] = experiment.quantities ?? [];
  if (base === null || base === undefined || !quantity) return null;
  const rows = sweep.vary.flatMap(({ path }) => {
    const present = presentAmount(path, sweep, catalogue);
    const own = points.filter(({ at, mean }) => at["setting"] === path && mean !== null);
    const ends = own.map((point) => {
      const value = String(point.at["value"]);
      const cell =
        results.cells.find(({ at }) => at["setting"] === path && at["value"] === value)?.id ?? null;
      const style = styleAt(amountOf(value) > present ? 1 : 0);
      const text = varyTexts.tornadoEnd({ setting: settingName(path, sweep.scenario, catalogue), value });
      const interval = point.interval ? { interval: point.interval } : {};
      return { x: point.mean ?? base, y: 0, cell, style, text, ...interval };
    });
    const swing = Math.max(0, ...ends.map(({ x }) => Math.abs(x - base)));
    return ends.length > 0 ? [{ label: settingName(path, sweep.scenario, catalogue), ends, swing }] : [];
  });
  return {
    kind: "tornado",
    heading,
    x: { label: withUnit(quantity.label, quantity.unit) },
    base,
    rows: rows.sort((a, b) => b.swing - a.swing).slice(0, MAX_ROWS),
    legend: [
      { label: varyTexts.smaller, style: styleAt(0) },
      { label: varyTexts.larger, style: styleAt(1) },
    ],
  };
}

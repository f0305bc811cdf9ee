// The models as lines over the charts of the rate, the queue and the window. A line is dashed if the model is
// valid, dotted if the run is outside of the model's assumptions, and dash-dotted for the fluid model. Bars
// at the bottom show the deviations from the fluid model.

import { formatTime } from "../../charts/format.ts";
import type { LineSpec, LineStyle, TimeBand, TimeChartData } from "../../charts/index.ts";
import { formatQuantity } from "../../scenario/units.ts";
import { entryIdOf, type FlowGroup } from "../lab/flows/groups.ts";
import { type ChartInputs, LINK_STYLE, linkLabel } from "../lab/state/chartData.ts";
import {
  type ChartId,
  type ChartName,
  chartOf,
  hasLayer,
  splitLayers,
  variantOf,
} from "../lab/state/shownCharts.ts";
import { LAW_STYLES, reasonText } from "./modelInputs.ts";
import { modelTexts } from "./texts/index.ts";
import type { DepartureSpan, FluidReport, ModelId, ModelLine, ModelResult, ModelValidity } from "./types.ts";

type ModelOverlay = Required<Pick<TimeChartData, "lines" | "bands" | "note">>;

/** At most this many lines are drawn over a chart. The view of the models shows all. */
const MAX_LINES = 10;
/** At most this many deviations are stated one by one. */
const MAX_SPANS = 3;
/** Indices of dashes (charts/palette.ts). */
const DASH = { holds: 1, outside: 2, fluid: 3 } as const;
/** The shades of the laws of one entry, if it has the colour of its flow. */
const LAW_SHADES = [0.25, 0.55, 0.4, 0.7, 0.1];
const FLUID_SHADE = 0.6;
/** What predictions for all flows together belong to. The ids of flows contain no slash. */
const ALL_FLOWS = "all/flows";

/** What a model gives for the time of the run. */
interface Prediction {
  /** The id of the entry, or of the link. */
  readonly of: string;
  readonly model: ModelId | "fluid";
  readonly name: string;
  readonly validity: ModelValidity;
  readonly reason: string;
  /** One value, or a value in each interval of the comparison, NaN where there is none. */
  readonly values: number | readonly number[];
  readonly departures?: readonly DepartureSpan[] | undefined;
}

/**
 * What the models add to each chart over which they are drawn, by the chart's id and unit. Without a result,
 * the reason.
 */
export function modelOverlays(
  inputs: ChartInputs,
  names: readonly ChartName[],
  result: ModelResult | null,
  reason: string,
): Readonly<Record<string, ModelOverlay>> {
  const overlays = names
    .filter((name) => hasLayer(name, "models"))
    .map((name): readonly [string, ModelOverlay] => {
      const id = chartOf(name);
      const [variant] = splitLayers(variantOf([name], id as ChartId));
      const unit = id === "rate" ? "bit/s" : variant === "ms" ? "s" : "packets";
      const overlay = result
        ? overlayOf(inputs, result, { id, variant, unit })
        : { lines: [], bands: [], note: reason };
      return [`${id} ${unit}`, overlay];
    });
  return Object.fromEntries(overlays);
}

interface Chart {
  readonly id: string;
  readonly variant: string;
  readonly unit: string;
}

function overlayOf(inputs: ChartInputs, result: ModelResult, chart: Chart): ModelOverlay {
  const found = predictionsFor(inputs, result, chart);
  if (typeof found === "string") return { lines: [], bands: [], note: found };
  const all = merged(found);
  const first = new Set(byValidity(all).slice(0, MAX_LINES));
  const drawn = all.filter((prediction) => first.has(prediction));
  const styles = stylesOf(inputs, drawn, chart);
  const lines = drawn.map((prediction, i) =>
    lineOf(inputs, result, prediction, styles[i] ?? LINK_STYLE, chart.unit),
  );
  const withBars = drawn.flatMap(({ departures, name }, i) =>
    departures ? [{ departures, name, style: styles[i] ?? LINK_STYLE }] : [],
  );
  const bands = withBars.flatMap(({ departures, name, style }, bar) =>
    departures.map(([from, to]): TimeBand => ({ from, to, label: name, bar, style })),
  );
  return { lines, bands, note: keyOf(drawn, all.length - drawn.length, bands.length > 0) };
}

/** The predictions for a chart, or the reason why it has none. */
function predictionsFor(
  inputs: ChartInputs,
  result: ModelResult,
  { id, variant, unit }: Chart,
): readonly Prediction[] | string {
  if (id === "queue") return queuePredictions(inputs, result, unit === "s");
  if (id === "window" && variant !== "") return modelTexts.over.windowOnly;
  const entries = entriesOf(inputs);
  if (variant === "total") return totalPredictions(inputs, result, entries);
  const compared = id === "rate" ? "rate" : "window";
  const isOneFlow = entries.length === 1 && countOf(inputs, entries[0] ?? "") === 1;
  return entries.flatMap((entry) => [
    ...fluidOf(result.report.fluid, entry, compared),
    ...(id === "rate" && isOneFlow ? sawtooth(inputs, result, entry) : []),
    ...result.report.lines
      .filter((line) => line.of === entry && line.quantity === compared)
      .flatMap((line) => lawOf(line)),
  ]);
}

/** The entries of the document whose flows send data forward, in the order of the flows. */
function entriesOf({ members }: ChartInputs): readonly string[] {
  return [...new Set(members.filter(({ role }) => role !== "reverse").map(({ id }) => entryIdOf(id)))];
}

const countOf = ({ members }: ChartInputs, entry: string): number =>
  members.filter(({ id }) => entryIdOf(id) === entry).length;

/** The value of a line of the report, multiplied by a factor. */
function lawOf({ of, model, validity, reason, value }: ModelLine, factor = 1): readonly Prediction[] {
  if (value === null || validity === "none") return [];
  return [{ of, model, name: modelTexts.names[model], validity, reason, values: value * factor }];
}

/** The utilisation of the sawtooth as a rate. */
function sawtooth({ run }: ChartInputs, { report }: ModelResult, of: string): readonly Prediction[] {
  const link = run.record.derived.links.find(({ id }) => id === report.link);
  const lines = report.lines.filter(({ model }) => model === "sawtooth");
  return lines.flatMap((line) => (link ? lawOf({ ...line, of }, link.rate) : []));
}

function fluidOf(
  { classes, departures, validity, reason }: FluidReport,
  of: string,
  compared: "rate" | "window",
): readonly Prediction[] {
  const found = classes?.find((one) => one.of === of)?.[compared];
  if (!found) return [];
  const values = found.map((value) => value ?? Number.NaN);
  const spans = compared === "window" ? departures?.windows[of] : undefined;
  return [{ of, model: "fluid", name: modelTexts.fluid, validity, reason, values, departures: spans }];
}

/** The total of all flows: the sawtooth, and the laws that have a value for every entry. */
function totalPredictions(
  inputs: ChartInputs,
  result: ModelResult,
  entries: readonly string[],
): readonly Prediction[] {
  const rates = result.report.lines.filter(({ quantity, value }) => quantity === "rate" && value !== null);
  const totals = [...new Set(rates.map(({ model }) => model))].flatMap((model) => {
    const own = entries.flatMap((entry) => rates.filter((line) => line.model === model && line.of === entry));
    const worst = own.find(({ validity }) => validity !== "holds") ?? own[0];
    if (own.length < entries.length || !worst) return [];
    const value = own.reduce((sum, line) => sum + (line.value ?? 0) * countOf(inputs, line.of), 0);
    return lawOf({ ...worst, of: ALL_FLOWS, value });
  });
  return [...sawtooth(inputs, result, ALL_FLOWS), ...totals];
}

function queuePredictions(
  { run, link }: ChartInputs,
  { report }: ModelResult,
  inSeconds: boolean,
): readonly Prediction[] | string {
  const of = run.record.derived.links.find(({ id }) => id === report.link);
  if (!of) return modelTexts.over.nothing;
  if (of.id !== link) return modelTexts.over.otherQueue({ link: linkLabel(of.id) });
  // The time that a packet of the largest size takes at the rate of the link.
  const packet = of.limit.packets > 0 ? of.limit.bytes / of.limit.packets : 0;
  const factor = inSeconds ? (8 * packet) / of.rate : 1;
  const { queue, departures, validity, reason } = report.fluid;
  const fluid: readonly Prediction[] = queue
    ? [
        {
          of: of.id,
          model: "fluid",
          name: modelTexts.fluid,
          validity,
          reason,
          values: queue.map((value) => value * factor),
          departures: departures?.queue,
        },
      ]
    : [];
  const laws = report.lines.filter(
    (line) => line.of === of.id && (line.quantity === "queue" || line.quantity === "buffer"),
  );
  return [...fluid, ...laws.flatMap((line) => lawOf(line, factor))];
}

/**
 * Laws that give the same number for the same flows, such as the laws of Mathis and of AIMD(1, 1/2), are one
 * line.
 */
function merged(predictions: readonly Prediction[]): readonly Prediction[] {
  const all: Prediction[] = [];
  for (const prediction of predictions) {
    const at = all.findIndex(
      (other) =>
        other.of === prediction.of &&
        other.validity === prediction.validity &&
        isSame(other.values, prediction.values),
    );
    const same = all[at];
    if (same) all[at] = { ...same, name: `${same.name}, ${prediction.name}` };
    else all.push(prediction);
  }
  return all;
}

const isSame = (a: Prediction["values"], b: Prediction["values"]): boolean =>
  typeof a === "number" && typeof b === "number" && Math.abs(a - b) <= 1e-9 * Math.abs(a);

/** The valid models come first. */
const byValidity = (all: readonly Prediction[]): readonly Prediction[] => [
  ...all.filter(({ validity }) => validity === "holds"),
  ...all.filter(({ validity }) => validity !== "holds"),
];

/** What the chart shows of the flows of an entry: a flow, or a group. */
const shownOf = ({ groups }: ChartInputs, entry: string): FlowGroup | undefined =>
  groups.find(({ id }) => id === entry) ??
  groups.find(({ members }) => members.some(({ id }) => entryIdOf(id) === entry));

/**
 * With several entries, the lines have the colours of their flows. Otherwise they have other colours, as in
 * the view of the models.
 */
function stylesOf(inputs: ChartInputs, drawn: readonly Prediction[], chart: Chart): readonly LineStyle[] {
  const isOfSeveral = chart.id !== "queue" && new Set(drawn.map(({ of }) => of)).size > 1;
  const counts = new Map<string, number>();
  return drawn.map(({ of, model, validity }) => {
    const isFluid = model === "fluid";
    const number = counts.get(of) ?? 0;
    if (!isFluid) counts.set(of, number + 1);
    const dash = isFluid ? DASH.fluid : validity === "holds" ? DASH.holds : DASH.outside;
    const flow = inputs.styles.get(shownOf(inputs, of)?.id ?? of) ?? LINK_STYLE;
    const law = LAW_STYLES[number % LAW_STYLES.length] ?? LINK_STYLE;
    const { colour } = isOfSeveral ? flow : isFluid ? { colour: 0 } : law;
    const lawShade = isOfSeveral ? (LAW_SHADES[number % LAW_SHADES.length] ?? 0) : 0;
    return { colour, dash, marker: 0, shade: isFluid ? FLUID_SHADE : lawShade };
  });
}

function lineOf(
  inputs: ChartInputs,
  { measured: { width } }: ModelResult,
  { of, model, name, validity, reason, values, departures }: Prediction,
  style: LineStyle,
  unit: string,
): LineSpec {
  const { duration, document } = inputs.run.record;
  const flow = shownOf(inputs, of);
  const isOneOfSeveral = flow !== undefined && entriesOf(inputs).length > 1;
  const valueAt = (t: number): number =>
    typeof values === "number"
      ? values
      : (values[Math.max(0, Math.ceil(t / width - 1e-9) - 1)] ?? Number.NaN);
  const detail = [
    modelTexts.validity[validity],
    ...(departures ? [departuresText(departures, duration)] : []),
  ].join("; ");
  return {
    id: `model/${of}/${model}/${validity}`,
    label: isOneOfSeveral ? `${name}, ${flow.label}` : name,
    detail,
    tip: `${name}: ${detail}. ${reasonText(reason)}`,
    ...(flow ? { flow: flow.id } : {}),
    run: { computedTo: duration },
    series: {
      info: { key: -1, entity: "model", signal: model, kind: "gauge", unit, label: name },
      rev: 0,
      width,
      bins: Math.max(1, Math.round(duration / width)),
      data: new Float64Array(0),
    },
    view: { kind: "combine", of: [], interval: 0, combine: (_rates, t) => valueAt(t) },
    style,
    // The laws follow from the numbers of the measurement window.
    from: typeof values === "number" ? (document.warmup ?? 0) : 0,
  };
}

/** When the packets deviate from the fluid: the share of the run, and the spans if there are few. */
function departuresText(spans: readonly DepartureSpan[], duration: number): string {
  const share = spans.reduce((sum, [from, to]) => sum + to - from, 0) / duration;
  const time = (t: number): string => formatTime(t, 0.1);
  const texts = spans.map(([from, to]) => modelTexts.over.span({ from: time(from), to: time(to) }));
  return modelTexts.over.differs({
    share: formatQuantity(share, "share"),
    spans: texts.length > MAX_SPANS ? [] : texts,
  });
}

/** The key to the lines, for the caption. */
function keyOf(drawn: readonly Prediction[], more: number, hasBars: boolean): string {
  if (drawn.length === 0) return modelTexts.over.nothing;
  const laws = drawn.filter(({ model }) => model !== "fluid");
  const { key } = modelTexts.over;
  return [
    ...(laws.some(({ validity }) => validity === "holds") ? [key.holds] : []),
    ...(laws.some(({ validity }) => validity !== "holds") ? [key.outside] : []),
    ...(drawn.length > laws.length ? [key.fluid] : []),
    ...(hasBars ? [key.bars] : []),
    ...(more > 0 ? [modelTexts.over.more({ n: more })] : []),
  ].join(", ");
}

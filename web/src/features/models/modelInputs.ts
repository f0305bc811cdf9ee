// What the view of the models shows: the recorded series that are compared, and the lines of the report
// (types.ts).

import { group } from "d3-array";
import type { Table } from "../../charts/index.ts";
import type { Span } from "../../charts/views/types.ts";
import type { Series } from "../../engine/types.ts";
import { localNumber } from "../../language/localized.ts";
import { formatQuantity } from "../../scenario/units.ts";
import { entryIdOf } from "../lab/flows/groups.ts";
import { type ChartInputs, LINK_STYLE } from "../lab/state/chartData.ts";
import type { Run } from "../lab/state/labStore.ts";
import type { ModelCurve, ModelsInputs } from "./modelsView.ts";
import { modelTexts } from "./texts/index.ts";
import type { BinnedValues, ModelLine, ModelQuantity, ModelResult, RecordedForModels } from "./types.ts";

/** What the view compares. */
export const COMPARED = ["queue", "window", "rate"] as const;
export type Compared = (typeof COMPARED)[number];

const BITS = 8;

/** The mean of the extremes of each bin of a gauge, as the command line computes it. */
function gaugeBins({ data, bins, width }: Series): BinnedValues {
  const values = Float64Array.from({ length: bins }, (_, k) => {
    return ((data[3 * k] ?? Number.NaN) + (data[3 * k + 1] ?? Number.NaN)) / 2;
  });
  return { width, values };
}

/** The growth of a counter of bytes in each bin, as a rate in bit/s. */
function rateBins({ data, bins, width }: Series): BinnedValues {
  const values = Float64Array.from(
    { length: bins },
    (_, k) => (((data[k] ?? 0) - (k > 0 ? (data[k - 1] ?? 0) : 0)) * BITS) / width,
  );
  return { width, values };
}

/** The mean over several series of equal bins. Series without a value in a bin do not count. */
function meanOf(all: readonly BinnedValues[]): BinnedValues {
  const width = Math.max(...all.map((binned) => binned.width));
  const same = all.filter((binned) => binned.width === width);
  const length = Math.max(...same.map(({ values }) => values.length));
  const values = Float64Array.from({ length }, (_, k) => {
    const found = same.map((binned) => binned.values[k] ?? Number.NaN).filter((x) => !Number.isNaN(x));
    return found.length === 0 ? Number.NaN : found.reduce((sum, x) => sum + x, 0) / found.length;
  });
  return { width, values };
}

/** The series of a run that the models are compared with. */
export function recordedFor({ record }: Run, members: ChartInputs["members"]): RecordedForModels {
  const byEntry = group(members, ({ id }) => entryIdOf(id));
  const of = (signal: string, read: (series: Series) => BinnedValues): Record<string, BinnedValues> =>
    Object.fromEntries(
      [...byEntry].flatMap(([entry, flows]) => {
        const series = flows.flatMap(({ entity }) => record.series(entity, signal) ?? []);
        return series.length > 0 ? [[entry, meanOf(series.map(read))]] : [];
      }),
    );
  const queues = record.derived.links.flatMap(({ id }) => {
    const series = record.series(`link:${id}`, "queue");
    return series ? [[id, gaugeBins(series)] as const] : [];
  });
  return {
    queues: Object.fromEntries(queues),
    windows: of("cwnd", gaugeBins),
    rates: of("throughput", rateBins),
  };
}

const NaNs = (values: readonly (number | null)[]): number[] => values.map((value) => value ?? Number.NaN);

export const reasonText = (reason: string): string =>
  (modelTexts.reasons as Readonly<Record<string, string>>)[reason] ?? reason;

/** The lines of the report that belong to a chart of `compared`. */
function linesFor({ report }: ModelResult, compared: Compared, entry: string): readonly ModelLine[] {
  const quantities: readonly ModelQuantity[] = compared === "queue" ? ["queue", "buffer"] : [compared];
  const of = compared === "queue" ? report.link : entry;
  return report.lines.filter(
    (line) => line.value !== null && line.of === of && quantities.includes(line.quantity),
  );
}

/** Colours and markers of the closed forms, apart from those of flows and links. */
export const LAW_STYLES = [2, 4, 1, 5, 3].map((colour) => ({ colour, dash: 0, marker: 0 }));

function curvesOf(
  inputs: ChartInputs,
  result: ModelResult,
  compared: Compared,
  entry: string,
): readonly ModelCurve[] {
  const { measured, report } = result;
  const series =
    compared === "queue"
      ? measured.queue
      : (measured[compared === "window" ? "windows" : "rates"][entry] ?? []);
  const fluidClass = report.fluid.classes?.find(({ of }) => of === entry);
  const fluid =
    compared === "queue" ? report.fluid.queue : fluidClass?.[compared === "window" ? "window" : "rate"];
  const shown = inputs.groups.find(
    ({ id, members }) => id === entry || entryIdOf(members[0]?.id ?? "") === entry,
  );
  const flowStyle = inputs.styles.get(shown?.id ?? entry) ?? LINK_STYLE;
  const style = compared === "queue" ? LINK_STYLE : flowStyle;
  const warmup = inputs.run.record.document.warmup ?? 0;
  return [
    {
      id: compared === "queue" ? "/measured" : (shown?.id ?? entry),
      label: modelTexts.measured,
      style,
      kind: "measured",
      values: NaNs(series),
      from: 0,
    },
    ...(fluid
      ? [
          {
            id: "/fluid",
            label: modelTexts.fluid,
            style: { colour: 0, dash: 0, marker: 0, shade: 0.6 },
            kind: "fluid",
            values: NaNs(fluid),
            from: 0,
          } as const,
        ]
      : []),
    ...linesFor(result, compared, entry).map(
      (line, i): ModelCurve => ({
        id: `/${line.model}`,
        label: modelTexts.names[line.model],
        style: LAW_STYLES[i % LAW_STYLES.length] ?? LINK_STYLE,
        kind: line.validity === "holds" ? "holds" : "outside",
        values: line.value ?? Number.NaN,
        from: warmup,
      }),
    ),
  ];
}

const UNITS: Readonly<Record<ModelQuantity, string>> = {
  rate: "bit/s",
  window: "packets",
  queue: "packets",
  buffer: "packets",
  utilisation: "share",
};

/** All models with the reasons for their validity. */
export function modelTable({ report }: ModelResult): Table {
  const { columns } = modelTexts;
  const value = (x: number | null, quantity: ModelQuantity): string =>
    x === null ? "" : formatQuantity(x, UNITS[quantity]);
  return {
    columns: Object.values(columns).map((label) => ({ label })),
    rows: [
      ...report.lines.map((line) => [
        modelTexts.names[line.model],
        line.of,
        modelTexts.kinds[line.quantity],
        value(line.value, line.quantity),
        value(line.measured, line.quantity),
        line.ratio === null ? "" : localNumber(line.ratio.toFixed(2)),
        modelTexts.validity[line.validity],
        reasonText(line.reason),
      ]),
      [
        modelTexts.fluid,
        report.link ?? "",
        "",
        "",
        "",
        "",
        modelTexts.validity[report.fluid.validity],
        reasonText(report.fluid.reason),
      ],
    ],
  };
}

/** The inputs of the view. `result` is null until there are models; `emptyText` is the reason. */
export function modelsInputs(
  inputs: ChartInputs,
  result: ModelResult | null,
  compared: Compared,
  entry: string,
  emptyText: string,
): ModelsInputs {
  const { record } = inputs.run;
  const departures = result?.report.fluid.departures;
  const spans: readonly Span[] =
    compared === "queue" ? (departures?.queue ?? []) : (departures?.windows[entry] ?? []);
  const fluid = result?.report.fluid;
  return {
    title: `${modelTexts.quantities[compared]}`,
    axis: modelTexts.axes[compared],
    unit: compared === "rate" ? "bit/s" : "packets",
    curves: result ? curvesOf(inputs, result, compared, entry) : [],
    width: result?.measured.width ?? 1,
    departures: compared === "rate" ? [] : spans,
    duration: record.duration,
    table: () => (result ? modelTable(result) : { columns: [], rows: [] }),
    version: () => record.version,
    computedTo: () => record.computedTo,
    notes: fluid?.validity === "none" ? [modelTexts.fluidMissing({ reason: reasonText(fluid.reason) })] : [],
    emptyText: result ? "" : emptyText,
  };
}

// The pictures that an algorithm's entry in the catalogue declares: the scenario, and the data of each chart of
// its run.
import type { LineSpec, TimeChartData } from "../../charts/index.ts";
import type { RunRecord, Series } from "../../engine/types.ts";
import type {
  AlgorithmInfo,
  AlgorithmPicture,
  FlowDocument,
  ScenarioDocument,
} from "../../generated/types.ts";
import { pageTexts } from "../../texts/index.ts";

/** The id of the flow that uses the algorithm. */
const OWN = "own";

/** The colour of a queue, as in the Lab. */
const QUEUE_COLOUR = 7;

/** The scenario of a picture. Opened in the Lab, it has the picture's caption as its note. */
export function pictureScenario(
  { id, name }: Pick<AlgorithmInfo, "id" | "name">,
  { document, caption }: AlgorithmPicture,
): ScenarioDocument {
  const doc = JSON.parse(document) as Omit<ScenarioDocument, "flows"> & {
    readonly flows: readonly FlowDocument[];
  };
  const flows = doc.flows.map((flow) => (flow.id === OWN ? { ...flow, algorithm: id, label: name } : flow));
  return { ...doc, title: name, note: caption, flows };
}

export interface PictureChart {
  readonly title: string;
  readonly unit: string;
  readonly data: TimeChartData;
}

/** The charts of a picture from top to bottom, without charts that have no values. */
export function pictureCharts({ charts }: AlgorithmPicture, run: RunRecord): readonly PictureChart[] {
  return charts.flatMap((chart) => {
    if (chart === "goodput") return goodputChart(run);
    if (chart === "queue") return queueChart(run);
    const series = chart.split(" ").flatMap((signal) => run.series(`flow:${OWN}`, signal) ?? []);
    return signalChart(run, series.filter(hasValues));
  });
}

function hasValues({ data, bins }: Series): boolean {
  for (let i = 2; i < bins * 3; i += 3) if (!Number.isNaN(data[i] ?? Number.NaN)) return true;
  return false;
}

function lineOf(run: RunRecord, series: Series, id: string, label: string, colour: number): LineSpec {
  const style = { colour, dash: 0, marker: 0 } as const;
  return { id, label, run, series, view: { kind: "value" }, style };
}

function goodputChart(run: RunRecord): readonly PictureChart[] {
  const flows = run.document.flows ?? [];
  const lines = flows.flatMap((flow, colour): readonly LineSpec[] => {
    const series = run.series(`flow:${flow.id}`, "delivered");
    if (!series) return [];
    const line = lineOf(run, series, flow.id, flow.label || flow.id, colour);
    // The series counts bytes. Rates are averaged over intervals as long as in the figures of the
    // documentation.
    return [{ ...line, view: { kind: "rate", interval: run.duration / 150 }, scale: 8 }];
  });
  return [{ title: pageTexts.lab.chartRate, unit: "bit/s", data: { lines, references: [capacityOf(run)] } }];
}

const capacityOf = (run: RunRecord): NonNullable<TimeChartData["references"]>[number] => ({
  id: "capacity",
  label: pageTexts.lab.capacity,
  value: run.derived.capacity,
  extendsAxis: true,
});

function queueChart(run: RunRecord): readonly PictureChart[] {
  const series = run.series("link:forward", "queue");
  if (!series) return [];
  const limit = run.derived.links.find((link) => link.id === "forward")?.limit;
  const data: TimeChartData = {
    lines: [lineOf(run, series, "queue", series.info.label, QUEUE_COLOUR)],
    references: limit
      ? [{ id: "limit", label: pageTexts.lab.limit, value: limit.packets, extendsAxis: true }]
      : [],
    events: { events: run.events, lineOf: () => null },
  };
  return [{ title: pageTexts.lab.chartQueue, unit: "packets", data }];
}

/** One chart of several signals, which have the same unit. */
function signalChart(run: RunRecord, all: readonly Series[]): readonly PictureChart[] {
  const [first] = all;
  if (!first) return [];
  const { label: title, unit } = first.info;
  const lines = all.map((series, colour) =>
    lineOf(run, series, series.info.signal, series.info.label, colour),
  );
  return [{ title, unit, data: { lines } }];
}

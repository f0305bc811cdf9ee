// The numbers of a run as CSV in long form: one row for each metric of each flow, group, link, entry with
// transfers and flow with media. The column "unit" gives the unit of the value. The results of a flow in a
// declared window are in the table "window:" with the window's ID.
import { type CsvHeader, csvText } from "../../../charts/exportCsv.ts";
import type { RunSummary, ScenarioDocument } from "../../../generated/types.ts";
import { transferRows } from "../flows/traffic.ts";
import { groupResults, showsGroups } from "./groupNumbers.ts";
import { windowRows } from "./measureWindows.ts";

type Row = readonly [table: string, id: string, label: string, metric: string, unit: string, value: number];
type Metric = readonly [metric: string, unit: string, value: number | null | undefined];

const STATISTICS = ["min", "mean", "p50", "p95", "p99", "max"] as const;
type Distribution = Readonly<Partial<Record<(typeof STATISTICS)[number], number | null>>>;

/** One metric for each statistic of a distribution, for example `rtt_p95`. */
function distributionMetrics(
  name: string,
  unit: string,
  distribution: Distribution | null,
): readonly Metric[] {
  return distribution === null
    ? []
    : STATISTICS.map((statistic) => [`${name}_${statistic}`, unit, distribution[statistic]] as const);
}

const flowMetrics = (f: RunSummary["flows"][number]): readonly Metric[] => [
  ["base_rtt", "ms", f.base_rtt_ms],
  ["goodput", "bit/s", f.goodput_bps],
  ["throughput", "bit/s", f.throughput_bps],
  ["sent", "packets", f.sent],
  ["lost", "packets", f.lost],
  ["retransmitted", "packets", f.retransmitted],
  ["loss_fraction", "", f.loss_fraction],
  ["loss_events", "", f.loss_events],
  ["loss_event_rate", "", f.loss_event_rate],
  ["timeouts", "", f.timeouts],
  ["window_cuts", "", f.window_cuts],
  ...distributionMetrics("window", "packets", f.cwnd),
  ...distributionMetrics("rtt", "ms", f.rtt_ms),
  ...distributionMetrics("queue_delay", "ms", f.queue_delay_ms),
  ["jitter", "ms", f.jitter_ms],
];

const linkMetrics = (l: RunSummary["links"][number]): readonly Metric[] => [
  ["rate", "bit/s", l.rate_bps],
  ["utilisation", "", l.utilisation],
  ...distributionMetrics("queue", "packets", l.queue_packets),
  ...distributionMetrics("queue_delay", "ms", l.queue_delay_ms),
  ["arrivals", "packets", l.arrivals],
  ["departures", "packets", l.departures],
  ["drops", "packets", l.drops],
  ["drop_rate", "", l.drop_rate],
  ["losses", "packets", l.losses],
  ["marks", "packets", l.marks],
];

const mediaMetrics = (m: NonNullable<RunSummary["flows"][number]["media"]>): readonly Metric[] => [
  ["frames", "", m.frames],
  ["in_time", "", m.on_time],
  ["late", "", m.late],
  ["missing", "", m.missing],
  ["given_up", "", m.given_up],
  ["bit_rate", "bit/s", m.rate_bps],
  ["rate_changes", "", m.changes],
  ...distributionMetrics("delay", "ms", m.delay_ms),
  ...distributionMetrics("gap", "ms", m.gap_ms),
  ["stalls", "", m.stalls],
  ["stalled", "s", m.stalled_s],
];

export function numbersCsv(header: CsvHeader, summary: RunSummary, doc: ScenarioDocument): string {
  const rows: Row[] = [];
  const add = (table: string, id: string, label: string, metrics: readonly Metric[]): void => {
    for (const [metric, unit, value] of metrics)
      if (typeof value === "number" && Number.isFinite(value))
        rows.push([table, id, label, metric, unit, value]);
  };
  for (const f of summary.flows) {
    add("flow", f.id, f.label || f.id, flowMetrics(f));
  }
  for (const { window, flowId, label, flow } of windowRows(summary)) {
    if (flow === null) continue;
    add(`window:${window}`, flowId, label, [
      ["goodput", "bit/s", flow.goodput_bps],
      ["throughput", "bit/s", flow.throughput_bps],
      ["sent", "packets", flow.sent],
      ["lost", "packets", flow.lost],
    ]);
  }
  const groups = groupResults(summary, doc);
  if (showsGroups(groups))
    for (const group of groups)
      add("group", group.id, group.label, [
        ["flows", "", group.flows.length],
        ["goodput_total", "bit/s", group.total],
        ["goodput_mean", "bit/s", group.mean],
        ["goodput_low", "bit/s", group.low],
        ["goodput_high", "bit/s", group.high],
        ["jain", "", group.jain],
      ]);
  for (const l of summary.links) {
    add("link", l.id, l.id, linkMetrics(l));
  }
  for (const { id, label, transfers: t } of transferRows(summary, doc)) {
    add("transfers", id, label, [
      ["begun", "", t.begun],
      ["finished", "", t.count],
      ["refused", "", t.refused],
      ["payload", "bytes", t.payload_bytes],
      ...distributionMetrics("time", "s", t.completion_s),
    ]);
  }
  for (const f of summary.flows) {
    const m = f.media;
    if (!m) continue;
    add("media", f.id, f.label || f.id, mediaMetrics(m));
  }
  const { fairness } = summary;
  add("run", "", "", [
    ["jain", "", fairness.jain],
    ["theta", "", fairness.theta],
    ["friendliness", "", fairness.friendliness],
    ["convergence", "s", fairness.convergence_s],
    ["utilisation", "", fairness.utilisation],
  ]);
  return csvText(header, ["table", "id", "label", "metric", "unit", "value"], rows);
}

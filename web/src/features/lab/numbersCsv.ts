// The numbers of a run as CSV in long form: one line for each metric of each flow, link, transfer entry and media flow, in base
// units. All flows are included.
import { type CsvHeader, csvText } from "../../charts/exportCsv.ts";
import type { RunSummary, ScenarioDocument } from "../../generated/types.ts";
import { transferRows } from "./traffic.ts";

type Line = readonly [table: string, id: string, label: string, metric: string, unit: string, value: number];
type Figure = readonly [metric: string, unit: string, value: number | null | undefined];

const SPREAD = ["min", "mean", "p50", "p95", "p99", "max"] as const;
type Spread = Readonly<Partial<Record<(typeof SPREAD)[number], number | null>>>;

function spread(name: string, unit: string, of: Spread | null): readonly Figure[] {
  return of === null ? [] : SPREAD.map((part) => [`${name}_${part}`, unit, of[part]] as const);
}

export function numbersCsv(header: CsvHeader, summary: RunSummary, doc: ScenarioDocument): string {
  const lines: Line[] = [];
  const add = (table: string, id: string, label: string, figures: readonly Figure[]): void => {
    for (const [metric, unit, value] of figures)
      if (typeof value === "number" && Number.isFinite(value))
        lines.push([table, id, label, metric, unit, value]);
  };
  for (const f of summary.flows) {
    add("flow", f.id, f.label || f.id, [
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
      ...spread("window", "packets", f.cwnd),
      ...spread("rtt", "ms", f.rtt_ms),
      ...spread("queue_delay", "ms", f.queue_delay_ms),
      ["jitter", "ms", f.jitter_ms],
    ]);
  }
  for (const l of summary.links) {
    add("link", l.id, l.id, [
      ["rate", "bit/s", l.rate_bps],
      ["utilisation", "", l.utilisation],
      ...spread("queue", "packets", l.queue_packets),
      ...spread("queue_delay", "ms", l.queue_delay_ms),
      ["arrivals", "packets", l.arrivals],
      ["departures", "packets", l.departures],
      ["drops", "packets", l.drops],
      ["drop_rate", "", l.drop_rate],
      ["losses", "packets", l.losses],
      ["marks", "packets", l.marks],
    ]);
  }
  for (const { id, label, transfers: t } of transferRows(summary, doc)) {
    add("transfers", id, label, [
      ["begun", "", t.begun],
      ["finished", "", t.count],
      ["refused", "", t.refused],
      ["payload", "bytes", t.payload_bytes],
      ...spread("time", "s", t.completion_s),
    ]);
  }
  for (const f of summary.flows) {
    const m = f.media;
    if (!m) continue;
    add("media", f.id, f.label || f.id, [
      ["frames", "", m.frames],
      ["in_time", "", m.on_time],
      ["late", "", m.late],
      ["missing", "", m.missing],
      ["given_up", "", m.given_up],
      ["bit_rate", "bit/s", m.rate_bps],
      ["rate_changes", "", m.changes],
      ...spread("delay", "ms", m.delay_ms),
      ...spread("gap", "ms", m.gap_ms),
      ["stalls", "", m.stalls],
      ["stalled", "s", m.stalled_s],
    ]);
  }
  const { fairness } = summary;
  add("run", "", "", [
    ["jain", "", fairness.jain],
    ["theta", "", fairness.theta],
    ["friendliness", "", fairness.friendliness],
    ["convergence", "s", fairness.convergence_s],
    ["utilisation", "", fairness.utilisation],
  ]);
  return csvText(header, ["table", "id", "label", "metric", "unit", "value"], lines);
}

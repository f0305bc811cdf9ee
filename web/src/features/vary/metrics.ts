// The metrics of a sweep in words.
import type { ScenarioDocument } from "../../generated/types.ts";
import { labelOfId } from "../../scenario/flowLabel.ts";
import { VARY } from "../../strings/vary.ts";

const RUN_METRICS = ["jain", "theta", "friendliness", "utilisation", "convergence_s"] as const;
const LINK_METRICS = ["utilisation", "queue_delay_ms", "queue_packets", "drop_rate", "marks"] as const;
const FLOW_METRICS = [
  "goodput_bps",
  "throughput_bps",
  "loss_fraction",
  "loss_event_rate",
  "rtt_ms",
  "jitter_ms",
  "timeouts",
  "completion_s",
] as const;

export interface MetricChoice {
  readonly id: string;
  readonly name: string;
  readonly group: string;
}

/**
 * The metrics that a figure can show: metrics of the run, of the forward link and of each entry of `flows`.
 */
export function metricChoices(doc: ScenarioDocument): readonly MetricChoice[] {
  const choice = (id: string, group: string): MetricChoice => ({ id, name: metricName(id, doc), group });
  return [
    ...RUN_METRICS.map((id) => choice(id, VARY.ofRun)),
    ...LINK_METRICS.map((id) => choice(`forward.${id}`, VARY.ofLink)),
    ...(doc.flows ?? []).flatMap(({ id: flow }) =>
      FLOW_METRICS.map((id) => choice(`${flow}.${id}`, labelOfId(flow, doc))),
    ),
  ];
}

/** The name of a metric, with its flow or link. */
export function metricName(id: string, doc: ScenarioDocument): string {
  const run = RUN_METRICS.find((name) => name === id);
  if (run) return VARY.runMetrics[run];
  const at = id.lastIndexOf(".");
  const [owner, name] = [id.slice(0, at), id.slice(at + 1)];
  const link = owner === "forward" ? LINK_METRICS.find((known) => known === name) : undefined;
  if (link) return VARY.linkMetrics[link];
  const flow = FLOW_METRICS.find((known) => known === name);
  return flow ? VARY.ofFlow(labelOfId(owner, doc), VARY.flowMetrics[flow]) : id;
}

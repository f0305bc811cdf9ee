// Complete summaries and records for tests. A test states only the values that it needs.
import type {
  Derived,
  DerivedFlow,
  DerivedLink,
  FairnessSummary,
  FlowSummary,
  FlowTransfers,
  LinkSummary,
  RunSummary,
} from "../generated/types.ts";
import type { RunRecord } from "./types.ts";

export const flowSummary = (id: string, overrides: Partial<FlowSummary> = {}): FlowSummary => ({
  id,
  label: "",
  algorithm: "newreno",
  role: "measured",
  base_rtt_ms: 40,
  goodput_bps: 1e6,
  goodput_payload_bps: 0.96e6,
  throughput_bps: 1.1e6,
  sent: 100,
  delivered: 98,
  delivered_bytes: 147_000,
  lost: 2,
  retransmitted: 2,
  loss_fraction: 0.02,
  loss_events: 1,
  loss_event_rate: 0.01,
  timeouts: 0,
  window_cuts: 1,
  cwnd: null,
  rtt_ms: null,
  rpm: null,
  queue_delay_ms: null,
  cov: {},
  jitter_ms: null,
  one_way_delay_ms: null,
  delay_jitter_ms: null,
  completion_s: null,
  acknowledged_s: null,
  video: null,
  media: null,
  transfers: null,
  data_units: null,
  fair_share_bps: 1e6,
  ...overrides,
});

export const linkSummary = (id: string, overrides: Partial<LinkSummary> = {}): LinkSummary => ({
  id,
  rate_bps: 1e7,
  utilisation: 0.9,
  queue_packets: { mean: null, p50: null, p95: null, max: null },
  queue_delay_ms: null,
  occupancy: null,
  arrivals: 0,
  departures: 0,
  drops: 0,
  drop_rate: 0,
  losses: 0,
  marks: 0,
  ...overrides,
});

const unknownFairness: FairnessSummary = {
  jain: null,
  theta: null,
  friendliness: null,
  convergence_s: null,
  utilisation: null,
};

export const runSummary = (
  flows: readonly FlowSummary[],
  links: readonly LinkSummary[],
  transfers: readonly FlowTransfers[],
  overrides: Partial<RunSummary> = {},
): RunSummary => ({
  version: "1",
  result_id: "0123456789abcdef",
  seed: 1,
  duration: 60,
  window: [0, 60],
  packet_hops: 0,
  flows,
  links,
  windows: {},
  transfers,
  fairness: unknownFairness,
  ...overrides,
});

export const derivedFlow = (id: string, overrides: Partial<DerivedFlow> = {}): DerivedFlow => ({
  id,
  base_rtt: 0.04,
  packet: 1500,
  algorithm: "newreno",
  start: 0,
  route: ["forward"],
  weights: [1],
  back: ["reverse"],
  fair_share: 1e6,
  ...overrides,
});

export const derivedLink = (id: string, rate: number, overrides: Partial<DerivedLink> = {}): DerivedLink => ({
  id,
  from: "left",
  to: "right",
  rate,
  delay: 0,
  limit: { packets: 5, bytes: 7500, seconds: 60_000 / rate, bdp: null },
  is_medium: false,
  ...overrides,
});

export const derivedOf = (flows: readonly DerivedFlow[], links: readonly DerivedLink[]): Derived => ({
  flows,
  nodes: ["left", "right"],
  links,
  capacity: links[0]?.rate ?? 0,
  estimated_packets: 1,
});

/** A record without series and events. */
export const runRecord = (overrides: Partial<RunRecord>): RunRecord => ({
  runId: "run",
  document: { v: 1 },
  derived: derivedOf([], []),
  rates: [],
  version: 0,
  computedTo: 0,
  remaining: null,
  duration: 10,
  directory: [],
  recorded: [],
  series: () => undefined,
  events: { rows: 0, data: new Float64Array(0) },
  entityName: () => "run",
  linkEntity: () => "run",
  outcome: null,
  ...overrides,
});

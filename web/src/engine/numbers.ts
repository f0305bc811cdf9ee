// The numbers of recorded runs: statistics of series, numbers of flows and links in an interval, and the
// measures of lessons. The page's instance of the WebAssembly computes them (the crate sim-core/measures); it
// must have been created (`loadArithmetic`).

import init, * as wasm from "../../../wasm/pkg/fairshare_wasm.js";
import type { EventCode } from "../generated/constants.ts";
import type { PairedComparison, RunSummary } from "../generated/types.ts";
import type { RunRecord, Series } from "./types.ts";

/** Statistics of a window whose edges were moved to the nearest bin edges. NaN where there is no value. */
export interface WindowStats {
  readonly from: number;
  readonly to: number;
  /** Gauge: mean of the values at bin ends. Counter: mean growth per second. */
  readonly mean: number;
  /** Gauge: exact extremes. Counter: smallest and largest growth per second of one bin. */
  readonly min: number;
  readonly max: number;
  /** 95th percentile. Gauge: of the values at bin ends. Counter: of the growth per second of the bins. */
  readonly p95: number;
  /** Counter: growth over the window. Gauge: NaN. */
  readonly total: number;
  /** True when the mean comes from exact counters, false when it is approximated from values at bin ends. */
  readonly exact: boolean;
}

/** Statistics of a series in the window from `from` to `to`. */
export function windowStats(series: Series, computedTo: number, from: number, to: number): WindowStats {
  const statistics = wasm.seriesStatistics(series, computedTo, from, to) as Omit<WindowStats, "exact">;
  return { ...statistics, exact: series.info.kind === "counter" };
}

/** The facts about a flow in an interval that the document and the timeline state. */
export interface FlowFacts {
  readonly entity: string;
  /** How long the flow is active, in seconds. */
  readonly active: number;
  /** The bits of its fair share. */
  readonly fairBits: number;
  /** The bits that the slowest link of its route can send in the interval. */
  readonly routeBits: number;
}

export interface FlowNumbers {
  /** The mean goodput while the flow is active, in bit/s. */
  readonly goodput: number;
  /** Goodput relative to the fair share; 1 is exactly fair. */
  readonly share: number;
  /**
   * The bits that the flow got, relative to the bits that the slowest link of its route could send in the
   * interval.
   */
  readonly linkShare: number;
}

/**
 * Calls the WebAssembly once for many entities. `signals` have the order of the lists in wasm/src/recorded.rs; null for a series that is not
 * read. Returns the numbers of all entities, one after the other.
 */
function numbersOfAll(
  compute: typeof wasm.flowNumbers,
  record: RunRecord,
  entities: readonly string[],
  signals: readonly (string | null)[],
  facts: readonly number[],
  from: number,
  to: number,
): Float64Array {
  const series = entities.flatMap((entity) =>
    signals.map((signal) => (signal === null ? undefined : record.series(entity, signal))),
  );
  return compute(series, Float64Array.from(facts), record.computedTo, from, to);
}

/** The numbers of flows between two times. */
export function flowNumbers(
  record: RunRecord,
  flows: readonly FlowFacts[],
  from: number,
  to: number,
): readonly FlowNumbers[] {
  const entities = flows.map(({ entity }) => entity);
  const facts = flows.flatMap(({ active, fairBits, routeBits }) => [active, fairBits, routeBits]);
  const all = numbersOfAll(wasm.flowNumbers, record, entities, ["delivered"], facts, from, to);
  const at = (flow: number, field: number): number => all[3 * flow + field] ?? Number.NaN;
  return flows.map((_, i) => ({ goodput: at(i, 0), share: at(i, 1), linkShare: at(i, 2) }));
}

export interface LinkNumbers {
  /** The length of the queue, in packets. */
  readonly queue: number;
  /** The number of packets that were dropped in the averaging interval. */
  readonly drops: number;
}

/** The numbers of link directions at a time. Drops are counted over the `averaging` seconds before it. */
export function linkNumbers(
  record: RunRecord,
  links: readonly string[],
  t: number,
  averaging: number,
): readonly LinkNumbers[] {
  const entities = links.map((link) => `link:${link}`);
  const [signals, capacities] = [[null, "drops", "queue"], links.map(() => 0)];
  const from = Math.max(0, t - averaging);
  const all = numbersOfAll(wasm.linkNumbers, record, entities, signals, capacities, from, t);
  const at = (link: number, field: number): number => all[3 * link + field] ?? Number.NaN;
  return links.map((_, i) => ({ queue: at(i, 0), drops: at(i, 1) }));
}

/** The share of the bits that a link can send between two times (`capacity`) that it sent. */
export function utilisation(
  record: RunRecord,
  link: string,
  capacity: number,
  from: number,
  to: number,
): number {
  const signals = ["departed", null, null];
  const all = numbersOfAll(wasm.linkNumbers, record, [`link:${link}`], signals, [capacity], from, to);
  return all[2] ?? Number.NaN;
}

/**
 * The mean time in seconds that packets waited at a link between two times. It is a mean over packets, as in
 * the tables, and most packets leave while the queue is long.
 */
export const meanWait = (record: RunRecord, link: string, from: number, to: number): number =>
  wasm.meanWait(record, link, from, to);

/**
 * The values of a signal at times: the last value of a gauge, or the mean growth of a counter of bytes over
 * the `interval` seconds before, in bit/s.
 */
export const curveValues = (
  record: RunRecord,
  entity: string,
  signal: string,
  interval: number,
  times: readonly number[],
): readonly number[] => Array.from(wasm.curve(record, entity, signal, interval, Float64Array.from(times)));

/** Jain's index of rates; NaN if it is undefined, for example if all rates are zero. */
export const jain = (rates: Float64Array | readonly number[]): number =>
  wasm.jain(rates instanceof Float64Array ? rates : Float64Array.from(rates));

/**
 * A time window in simulated seconds. Without it, a measure covers the run from the end of the warm-up to its
 * end.
 */
export interface Window {
  readonly from?: number;
  readonly to?: number;
}

/** The counts and times of a flow that only the summary of a complete run contains. */
export type SummaryField =
  | "completion_s"
  | "acknowledged_s"
  | "timeouts"
  | "window_cuts"
  | "retransmitted"
  | "sent"
  | "loss_fraction";

/** A quantity of a run. sim-core/measures/src/measure.rs reads it. */
export type Measure =
  | ({ readonly kind: "goodput"; readonly flow: string } & Window)
  /** The sum of the goodputs of all flows whose ids begin with `prefix`. */
  | ({ readonly kind: "total"; readonly prefix: string } & Window)
  /** Jain's index of the goodputs of these flows. */
  | ({ readonly kind: "jain"; readonly flows: readonly string[] } & Window)
  | ({ readonly kind: "utilisation"; readonly link?: string } & Window)
  /** The mean queueing delay of the packets at a link. */
  | ({ readonly kind: "wait"; readonly link?: string } & Window)
  /** A statistic of a recorded signal, such as `flow:one` and `cwnd`. */
  | ({
      readonly kind: "signal";
      readonly entity: string;
      readonly signal: string;
      readonly stat: "mean" | "min" | "max" | "p95";
    } & Window)
  | ({ readonly kind: "events"; readonly event: keyof typeof EventCode; readonly flow?: string } & Window)
  | { readonly kind: "summary"; readonly flow: string; readonly field: SummaryField }
  /** The mean completion time of the transfers of the flows of an entry. */
  | { readonly kind: "transfers"; readonly flow: string; readonly stat: "mean" | "p50" | "p95" }
  /** The coefficient of variation of a flow's rate over intervals of 1 s. */
  | { readonly kind: "variation"; readonly flow: string }
  /** A property of a link that the simulator derives from the document. */
  | { readonly kind: "link"; readonly property: "limit" | "bdp" | "rate"; readonly link?: string }
  | { readonly kind: "ratio"; readonly of: Measure; readonly to: Measure };

/** True if the measure is between the limits. The limits do not belong to the interval. */
export interface Condition {
  readonly of: Measure;
  readonly above?: number;
  readonly below?: number;
}

/** What measures need in addition to series and events. The summary is null until the run is complete. */
function factsOf(record: RunRecord, summary: RunSummary | null): string {
  const flows = record.directory.filter(({ signal }) => signal === "delivered").map(({ entity }) => entity);
  const { duration, document, derived, rates } = record;
  const { links } = derived;
  const changing = rates.filter(({ steps }) => steps.length > 1);
  return JSON.stringify({ warmup: document.warmup ?? 0, duration, flows, links, rates: changing, summary });
}

/** The value of a measure. NaN if the run has no such value, or not yet. */
export const measureOf = (record: RunRecord, summary: RunSummary | null, measure: Measure): number =>
  wasm.measure(record, factsOf(record, summary), JSON.stringify(measure));

/** Whether a run fulfils a condition on a measure. */
export const fulfils = (record: RunRecord, summary: RunSummary | null, condition: Condition): boolean =>
  wasm.holds(record, factsOf(record, summary), JSON.stringify(condition));

/**
 * Creates the instance from the compiled module of the page's engine. The functions below may be called when
 * the promise resolves.
 */
export async function loadArithmetic(module: WebAssembly.Module): Promise<void> {
  await init({ module_or_path: module });
}

/**
 * The max-min fair rate of each flow, in the unit of `capacities`. A flow's route is the list of the indices
 * of its links, and its weights are its rates on them as shares of their capacities. A flow without links gets the rate 0.
 */
export function fairRates(
  routes: readonly (readonly number[])[],
  capacities: readonly number[],
  weights: readonly (readonly number[])[],
): readonly number[] {
  const lengths = Uint32Array.from(routes, (route) => route.length);
  const links = Uint32Array.from(routes.flat());
  const rates = wasm.maxMinRates(
    Float64Array.from(capacities),
    links,
    Float64Array.from(weights.flat()),
    lengths,
  );
  return Array.from(rates, (rate) => (rate === Number.POSITIVE_INFINITY ? 0 : rate));
}

/** The results of A and B in one number, with the same seeds. */
export type Samples = readonly [a: readonly number[], b: readonly number[]];

/** Compares two scenarios A and B in several numbers, with verdicts by Holm's method. */
export function compareAll(samples: readonly Samples[]): readonly PairedComparison[] {
  const [a, b] = [0, 1].map((side) => Float64Array.from(samples.flatMap((pair) => pair[side] ?? [])));
  const lengths = Uint32Array.from(samples.flatMap(([a, b]) => [a.length, b.length]));
  return wasm.compareAll(a ?? new Float64Array(), b ?? new Float64Array(), lengths) as PairedComparison[];
}

// The runs and the numbers of which the claims of the pages about algorithms are made.
import type { Measure, SummaryField } from "../../engine/numbers.ts";
import type { AlgorithmId, FlowDocument, Json, ScenarioDocument } from "../../generated/types.ts";

/** A number of a run, or the ratio of numbers of two runs, and the limits that the sentence sets. */
export interface Shown {
  readonly run: ScenarioDocument;
  readonly measure: Measure;
  /** The value is divided by the same measure of another run. */
  readonly over?: ScenarioDocument;
  /** The mean of the runs with the seeds 1 to this number. */
  readonly seeds?: number;
  readonly above?: number;
  readonly below?: number;
}

/** A number that follows from a formula of the page without a run. */
interface Computed {
  readonly value: number;
  readonly above?: number;
  readonly below?: number;
}

/** All that shows a sentence. */
export type Claimed = readonly (Shown | Computed)[];

export const shown = (
  run: ScenarioDocument,
  measure: Measure,
  limits: Omit<Shown, "run" | "measure">,
): Shown => ({
  run,
  measure,
  ...limits,
});

export const computed = (value: number, above: number, below: number): Computed => ({ value, above, below });

interface Path {
  /** The link's rate, Mb/s. */
  readonly rate: number;
  /** The base round-trip time, ms. */
  readonly rtt: number;
  /** The limit of the queue in BDPs. */
  readonly bdp?: number;
  /** The limit of the queue in packets. */
  readonly packets?: number;
  readonly queue?: Readonly<Record<string, Json>>;
  /** The probability of a random loss, or a loss rule. */
  readonly loss?: number | Readonly<Record<string, Json>>;
  readonly duration?: number;
  readonly warmup?: number;
}

/** A flow of an algorithm. Its id is the algorithm's unless it has another. */
type Flow = Partial<FlowDocument> & { readonly algorithm: AlgorithmId };

/** A scenario with these flows on one link, with the defaults of today. */
export function on(path: Path, ...flows: readonly (Flow | AlgorithmId)[]): ScenarioDocument {
  const { rate, rtt, loss = 0, duration = 60, warmup = 20 } = path;
  const limit = path.packets === undefined ? { bdp: path.bdp ?? 1 } : { packets: path.packets };
  const queue = path.queue ?? { kind: "drop_tail", limit };
  const random = loss === 0 ? [] : [{ kind: "random", probability: loss, what: "data" }];
  const rules = typeof loss === "number" ? random : [loss];
  return {
    v: 1,
    duration,
    warmup,
    network: {
      kind: "dumbbell",
      access_rate: Math.max(1e8, 20 * rate * 1e6),
      forward: { rate: rate * 1e6, delay: rtt / 2000, queue, loss: rules },
    },
    flows: flows.map((flow) => {
      const { algorithm, ...others } = typeof flow === "string" ? { algorithm: flow } : flow;
      return { id: algorithm, algorithm, access: { sender: 0, receiver: 0 }, ...others };
    }),
  } as ScenarioDocument;
}

export const utilisation: Measure = { kind: "utilisation" };
export const wait: Measure = { kind: "wait" };
/** A time window; without limits, the run after its warm-up. */
const span = (from?: number, to?: number) => ({
  ...(from === undefined ? {} : { from }),
  ...(to === undefined ? {} : { to }),
});
export const goodput = (flow: string, from?: number, to?: number): Measure => ({
  kind: "goodput",
  flow,
  ...span(from, to),
});
export const ratio = (of: Measure, to: Measure): Measure => ({ kind: "ratio", of, to });
export const signal = (
  flow: string,
  name: string,
  stat: "mean" | "min" | "max",
  from?: number,
  to?: number,
): Measure => ({
  kind: "signal",
  entity: flow.includes(":") ? flow : `flow:${flow}`,
  signal: name,
  stat,
  ...span(from, to),
});
export const summary = (flow: string, field: SummaryField): Measure => ({ kind: "summary", flow, field });

/** Four packets in a row are lost at 1 s, with a base RTT of 100 ms and no congestion. */
export const fourLosses = (algorithm: AlgorithmId): ScenarioDocument => ({
  v: 1,
  duration: 4,
  network: {
    kind: "dumbbell",
    forward: {
      rate: 5e7,
      delay: 0.05,
      queue: { kind: "drop_tail", limit: { bdp: 1 } },
      loss: [{ kind: "burst", at: 1, packets: 4 }],
    },
  },
  flows: [
    {
      id: algorithm,
      algorithm,
      params: { stack: null, initial_ssthresh: 24, hystart: false },
      access: { sender: 0, receiver: 0 },
    },
  ],
});

/** The decrease of HighSpeed TCP at a window, and its increase per round trip. */
export const highspeedDecrease = (w: number): number =>
  0.5 - (0.4 * Math.log(w / 38)) / Math.log(83_000 / 38);
export function highspeedIncrease(w: number): number {
  const b = highspeedDecrease(w);
  const loss = 1e-3 * (w / 38) ** (Math.log(1e-4) / Math.log(83_000 / 38));
  return (w ** 2 * loss * 2 * b) / (2 - b);
}

/** Random losses on a link that a window cannot fill. */
export const atLoss = (algorithm: AlgorithmId, params = {}): ScenarioDocument =>
  on({ rate: 100, rtt: 40, packets: 2000, loss: 0.001 }, { algorithm, id: "a", params });

/** At random losses, the algorithm is as fast as SACK. */
export const asFast = (algorithm: AlgorithmId, params = {}): Shown =>
  shown(atLoss(algorithm, params), utilisation, { over: atLoss("sack"), seeds: 3, above: 0.8, below: 1.2 });

export const DUAL = { kind: "dual_pi2" } as const;
export const TEN = { rate: 10, rtt: 40 } as const;
/** Copa flows that start within 5 s, with a buffer of eight BDPs. */
export const copas = (count: number, params = {}): ScenarioDocument =>
  on({ rate: 50, rtt: 40, bdp: 8 }, { algorithm: "copa", count, params, start: { min: 0, max: 5 } });

/** Fifty Prague flows on a path that holds seven packets. */
export const manyPragues = (below_two: boolean): ScenarioDocument =>
  on(
    { rate: 20, rtt: 4, queue: DUAL, duration: 20, warmup: 10 },
    { algorithm: "prague", count: 50, params: { below_two }, start: { min: 0, max: 1 } },
  );

/** A loss of 10 % on a link that a window cannot fill. */
export const atHighLoss = (algorithm: AlgorithmId): ScenarioDocument =>
  on({ rate: 100, rtt: 100, packets: 1000, loss: 0.1, duration: 120 }, { algorithm, id: "a" });

/** A radar with a target rate of 150 Mb/s. */
export const radar = (rate: number): ScenarioDocument =>
  on({ rate, rtt: 20, packets: 20, duration: 30, warmup: 20 }, "trabol");

export const LONG = { rate: 50, rtt: 100 } as const;

/** Algorithms without Linux's changes, which their pages describe as settings. */
export const AS_PUBLISHED = {
  highspeed: { algorithm: "highspeed", id: "highspeed", params: { by_table: false } },
  westwood: { algorithm: "westwood", id: "westwood", params: { set_after_recovery: false } },
  bbr: { algorithm: "bbr", id: "bbr", params: { burst_allowance: false, makes_up_delays: false } },
} as const;

/** The rate of LDA on a link of 1.2 Mb/s. */
export const ldaRate = (initial_increase: number, rate: number): Shown =>
  shown(
    on(
      { rate: 1.2, rtt: 40, packets: 30, duration: 600 },
      { algorithm: "lda", params: { initial_increase } },
    ),
    signal("lda", "rate", "mean", 500),
    { above: rate - 500, below: rate + 500 },
  );

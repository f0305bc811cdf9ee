// What the pages about algorithms say about runs, as data: each sentence with the runs that show it. The page offers
// these runs, and pageClaims.test.ts computes them again.
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
export interface Computed {
  readonly value: number;
  readonly above?: number;
  readonly below?: number;
}

export interface PageClaim {
  readonly algorithm: AlgorithmId;
  /** The words of the page. */
  readonly sentence: string;
  readonly shown: readonly (Shown | Computed)[];
}

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

const utilisation: Measure = { kind: "utilisation" };
const wait: Measure = { kind: "wait" };
/** A time window; without limits, the run after its warm-up. */
const span = (from?: number, to?: number) => ({
  ...(from === undefined ? {} : { from }),
  ...(to === undefined ? {} : { to }),
});
const goodput = (flow: string, from?: number, to?: number): Measure => ({
  kind: "goodput",
  flow,
  ...span(from, to),
});
const ratio = (of: Measure, to: Measure): Measure => ({ kind: "ratio", of, to });
const signal = (
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
const summary = (flow: string, field: SummaryField): Measure => ({ kind: "summary", flow, field });

/** Four packets in a row are lost at 1 s, with a base RTT of 100 ms and no congestion. */
const fourLosses = (algorithm: AlgorithmId): ScenarioDocument => ({
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
const highspeedDecrease = (w: number): number => 0.5 - (0.4 * Math.log(w / 38)) / Math.log(83_000 / 38);
function highspeedIncrease(w: number): number {
  const b = highspeedDecrease(w);
  const loss = 1e-3 * (w / 38) ** (Math.log(1e-4) / Math.log(83_000 / 38));
  return (w ** 2 * loss * 2 * b) / (2 - b);
}

/** Random losses on a link that a window cannot fill. */
const atLoss = (algorithm: AlgorithmId, params = {}): ScenarioDocument =>
  on({ rate: 100, rtt: 40, packets: 2000, loss: 0.001 }, { algorithm, id: "a", params });

const DUAL = { kind: "dual_pi2" } as const;
const TEN = { rate: 10, rtt: 40 } as const;
/** Copa flows that start within 5 s, with a buffer of eight BDPs. */
const copas = (count: number, params = {}): ScenarioDocument =>
  on({ rate: 50, rtt: 40, bdp: 8 }, { algorithm: "copa", count, params, start: { min: 0, max: 5 } });

/** Fifty Prague flows on a path that holds seven packets. */
const manyPragues = (below_two: boolean): ScenarioDocument =>
  on(
    { rate: 20, rtt: 4, queue: DUAL, duration: 20, warmup: 10 },
    { algorithm: "prague", count: 50, params: { below_two }, start: { min: 0, max: 1 } },
  );

/** A loss of 10 % on a link that a window cannot fill. */
const atHighLoss = (algorithm: AlgorithmId): ScenarioDocument =>
  on({ rate: 100, rtt: 100, packets: 1000, loss: 0.1, duration: 120 }, { algorithm, id: "a" });

/** A radar with a target rate of 150 Mb/s. */
const radar = (rate: number): ScenarioDocument =>
  on({ rate, rtt: 20, packets: 20, duration: 30, warmup: 20 }, "trabol");

const LONG = { rate: 50, rtt: 100 } as const;

/** Algorithms without Linux's changes, which their pages describe as settings. */
const AS_PUBLISHED = {
  highspeed: { algorithm: "highspeed", id: "highspeed", params: { by_table: false } },
  westwood: { algorithm: "westwood", id: "westwood", params: { set_after_recovery: false } },
  bbr: { algorithm: "bbr", id: "bbr", params: { burst_allowance: false, makes_up_delays: false } },
} as const;

export const PAGE_CLAIMS: readonly PageClaim[] = [
  {
    algorithm: "tahoe",
    sentence: "every loss reduces the window to one packet",
    shown: [
      { run: fourLosses("tahoe"), measure: signal("tahoe", "cwnd", "min", 1, 2), above: 0.99, below: 1.01 },
    ],
  },
  {
    algorithm: "reno",
    sentence: "several losses in one window often end in a timeout",
    shown: [{ run: fourLosses("reno"), measure: summary("reno", "timeouts"), above: 0.5, below: 1.5 }],
  },
  {
    algorithm: "newreno",
    sentence:
      "Reno that can also recover from several losses in one window without a timeout, one per round trip",
    shown: [
      { run: fourLosses("newreno"), measure: summary("newreno", "timeouts"), below: 0.5 },
      // Four round trips of 0.1 s after the loss is found at 1.1 s.
      {
        run: fourLosses("newreno"),
        measure: { kind: "events", event: "recoveryEnded", flow: "newreno", from: 1.4, to: 1.65 },
        above: 0.5,
        below: 1.5,
      },
    ],
  },
  {
    algorithm: "sack",
    sentence: "knows which packets are missing and can retransmit several in one round trip",
    shown: [
      {
        run: fourLosses("sack"),
        measure: { kind: "events", event: "recoveryEnded", flow: "sack", from: 1.1, to: 1.35 },
        above: 0.5,
        below: 1.5,
      },
    ],
  },
  {
    algorithm: "cubic",
    sentence: "on short paths as fast as Reno's",
    shown: [
      {
        run: on({ rate: 1000, rtt: 10, packets: 10_000, loss: 0.001 }, "cubic"),
        measure: utilisation,
        over: on({ rate: 1000, rtt: 10, packets: 10_000, loss: 0.001 }, "sack"),
        seeds: 3,
        above: 0.9,
        below: 1.25,
      },
    ],
  },
  {
    algorithm: "cubic",
    sentence:
      "After a loss, the window grows fast at first, hardly at all near the old peak, and then faster and faster",
    shown: [
      {
        run: on({ ...LONG, bdp: 0.5, duration: 60 }, "cubic"),
        measure: signal("cubic", "cwnd", "max"),
        above: 600,
        below: 640,
      },
    ],
  },
  {
    algorithm: "highspeed",
    sentence: "At 1000 packets, the increase is 8 packets and the decrease a third",
    shown: [
      { value: highspeedIncrease(1000), above: 7.5, below: 8.5 },
      { value: highspeedDecrease(1000), above: 0.32, below: 0.345 },
    ],
  },
  {
    algorithm: "highspeed",
    sentence: "At 83000 packets, the increase is 72 packets and the decrease a tenth",
    shown: [
      { value: highspeedIncrease(83_000), above: 71.5, below: 73 },
      { value: highspeedDecrease(83_000), above: 0.0999, below: 0.1001 },
    ],
  },
  {
    algorithm: "highspeed",
    sentence: "$10^{-7}$, which is 10 Gb/s at a round-trip time of 100 ms",
    shown: [{ value: (83_000 * 1500 * 8) / 0.1, above: 9.9e9, below: 1.01e10 }],
  },
  {
    algorithm: "highspeed",
    sentence: "Two such flows converge slowly, because the larger flow grows faster",
    shown: [
      {
        run: on({ ...LONG, bdp: 0.5, duration: 90 }, AS_PUBLISHED.highspeed, {
          ...AS_PUBLISHED.highspeed,
          id: "late",
          start: 20,
        }),
        measure: ratio(goodput("highspeed", 40, 60), goodput("late", 40, 60)),
        above: 1.5,
      },
    ],
  },
  {
    algorithm: "scalable",
    sentence: "14 round trips after a loss, the rate is as high as before, at any rate",
    shown: [{ value: Math.ceil(Math.log(8 / 7) / Math.log(1.01)), above: 13.5, below: 14.5 }],
  },
  {
    algorithm: "scalable",
    sentence: "in $\\ln(8/7)/\\ln 1.01 = 13.4$ round trips at any rate",
    shown: [{ value: Math.log(8 / 7) / Math.log(1.01), above: 13.35, below: 13.45 }],
  },
  {
    algorithm: "scalable",
    sentence:
      "so two flows that lose at the same time keep the ratio of their windows: the algorithm is not fair",
    shown: [
      {
        run: on({ ...LONG, bdp: 0.5, duration: 120 }, "scalable", {
          algorithm: "scalable",
          id: "late",
          start: 20,
        }),
        measure: ratio(goodput("scalable", 90, 120), goodput("late", 90, 120)),
        above: 1.5,
      },
    ],
  },
  {
    algorithm: "bic",
    sentence: "flows with a short round-trip time get more than their share",
    shown: [
      {
        run: on(
          { ...LONG, bdp: 0.5 },
          { algorithm: "bic", id: "near", access: { sender: 0, receiver: 0 } },
          { algorithm: "bic", id: "far", access: { sender: 0.05, receiver: 0 } },
        ),
        measure: ratio(goodput("near"), goodput("far")),
        above: 1.3,
      },
    ],
  },
  {
    algorithm: "htcp",
    sentence: "After 10 s, $\\alpha$ is 111",
    shown: [{ value: 1 + 10 * 9 + (9 / 2) ** 2, above: 110.5, below: 111.5 }],
  },
  {
    algorithm: "htcp",
    sentence: "A loss reduces it by just enough to empty the queue",
    shown: [
      { run: on({ ...TEN, bdp: 0.5 }, "htcp"), measure: utilisation, above: 0.97 },
      { run: on({ ...TEN, bdp: 0.5 }, "htcp"), measure: signal("link:forward", "queue", "min"), below: 2 },
    ],
  },
  {
    algorithm: "illinois",
    sentence:
      "The window grows fast after a loss and slowly before the next loss, so its mean is above Reno's",
    shown: [
      {
        run: on({ ...LONG, bdp: 0.5, duration: 120 }, { algorithm: "illinois", id: "a" }),
        measure: signal("a", "cwnd", "mean"),
        over: on({ ...LONG, bdp: 0.5, duration: 120 }, { algorithm: "sack", id: "a" }),
        above: 1.05,
      },
    ],
  },
  {
    algorithm: "binomial",
    sentence: "TCP's mean window at equal loss",
    shown: [
      {
        run: atLoss("binomial"),
        measure: utilisation,
        over: atLoss("sack"),
        seeds: 3,
        above: 0.75,
        below: 1.25,
      },
    ],
  },
  {
    algorithm: "binomial",
    sentence: "SQRT still gets 1.5 times as much as SACK (10 Mb/s, 40 ms, one BDP)",
    shown: [
      {
        run: on({ ...TEN, duration: 180, warmup: 60 }, "binomial", "sack"),
        measure: ratio(goodput("binomial"), goodput("sack")),
        seeds: 3,
        above: 1.45,
        below: 1.55,
      },
    ],
  },
  {
    algorithm: "simd",
    sentence: "With $\\beta = 1/16$ the rate is far smoother than TCP's",
    shown: [
      {
        run: on({ rate: 10, rtt: 40, bdp: 0.2 }, { algorithm: "simd", id: "a" }),
        measure: { kind: "variation", flow: "a" },
        over: on({ rate: 10, rtt: 40, bdp: 0.2 }, { algorithm: "sack", id: "a" }),
        below: 0.6,
      },
    ],
  },
  {
    algorithm: "simd",
    sentence: "The mean is TCP's $\\sqrt{3/(2p)}$",
    shown: [
      { run: atLoss("simd"), measure: utilisation, over: atLoss("sack"), seeds: 3, above: 0.8, below: 1.25 },
    ],
  },
  {
    algorithm: "westwood",
    sentence:
      "With a buffer of one BDP, the bandwidth times the smallest round-trip time is half of the peak window, so Westwood+ behaves like Reno",
    shown: [
      {
        run: on({ ...TEN, duration: 180, warmup: 60 }, "westwood", "sack"),
        measure: ratio(goodput("westwood"), goodput("sack")),
        above: 0.67,
        below: 1.5,
      },
    ],
  },
  {
    algorithm: "westwood",
    sentence: "With a smaller buffer, the product is more than half of the peak, and the link stays busy",
    shown: [{ run: on({ ...TEN, bdp: 0.25 }, AS_PUBLISHED.westwood), measure: utilisation, above: 0.97 }],
  },
  {
    algorithm: "westwood",
    sentence:
      "A random loss, for example on a radio link, hardly reduces the window, because the bandwidth has not changed",
    shown: [
      {
        run: on({ ...TEN, loss: 0.005 }, { ...AS_PUBLISHED.westwood, id: "a" }),
        measure: utilisation,
        seeds: 3,
        above: 0.9,
      },
    ],
  },
  {
    algorithm: "westwood",
    sentence: "A random loss on a radio link therefore hardly slows it down",
    shown: [
      { run: on({ ...TEN, loss: 0.005 }, AS_PUBLISHED.westwood), measure: utilisation, seeds: 3, above: 0.9 },
    ],
  },
  {
    algorithm: "vegas",
    sentence: "it keeps two to four of its own packets in the queue instead of filling the queue",
    shown: [
      { run: on(TEN, "vegas"), measure: signal("link:forward", "queue", "mean"), above: 1, below: 4 },
      { run: on(TEN, "vegas"), measure: summary("vegas", "loss_fraction"), below: 1e-9 },
    ],
  },
  {
    algorithm: "vegas",
    sentence:
      "In competition with a flow that fills the queue, Vegas reduces its window until its share is small",
    shown: [
      {
        run: on(TEN, "vegas", "newreno"),
        measure: ratio(goodput("vegas"), goodput("newreno")),
        below: 0.25,
      },
    ],
  },
  {
    algorithm: "vegas",
    sentence:
      "A flow that starts while others queue packets mistakes their queueing delay for propagation delay and gets more than its share",
    shown: [
      {
        run: on({ ...TEN, bdp: 4, duration: 120 }, "vegas", { algorithm: "vegas", id: "late", start: 30 }),
        measure: ratio(goodput("late", 60, 120), goodput("vegas", 60, 120)),
        above: 1.1,
      },
    ],
  },
  {
    algorithm: "ledbat",
    sentence:
      "it keeps the queueing delay at no more than 100 ms, and reduces its rate if other flows cause more queueing delay",
    shown: [
      { run: on({ ...TEN, packets: 400, warmup: 30 }, "ledbat"), measure: wait, above: 0.095, below: 0.105 },
      {
        run: on({ ...TEN, packets: 400 }, "ledbat", "newreno"),
        measure: signal("ledbat", "cwnd", "mean", 30),
        below: 6,
      },
    ],
  },
  {
    algorithm: "ledbat",
    sentence: "LEDBAT falls to its smallest window of two packets",
    shown: [
      {
        run: on({ ...TEN, packets: 400 }, "ledbat", "newreno"),
        measure: signal("ledbat", "cwnd", "min", 30),
        above: 1.99,
        below: 2.01,
      },
    ],
  },
  {
    algorithm: "ledbat",
    sentence:
      "If the buffer holds less than the target, the delay never reaches the target, and LEDBAT behaves like Reno",
    shown: [
      {
        run: on({ ...TEN, bdp: 1, duration: 180, warmup: 60 }, "ledbat", "newreno"),
        measure: ratio(goodput("ledbat"), goodput("newreno")),
        above: 0.67,
        below: 1.5,
      },
    ],
  },
  {
    algorithm: "ledbat_pp",
    sentence: "so slowdowns cost about a tenth of the throughput",
    shown: [
      {
        run: on({ ...TEN, packets: 400, duration: 180 }, "ledbat_pp"),
        measure: utilisation,
        above: 0.87,
        below: 0.97,
      },
    ],
  },
  {
    algorithm: "ledbat_pp",
    sentence: "flows that started later measure the true base delay, and lose the latecomer's advantage",
    shown: [
      {
        run: on({ ...TEN, packets: 400, duration: 240 }, "ledbat_pp", {
          algorithm: "ledbat_pp",
          id: "late",
          start: 30,
        }),
        measure: ratio(goodput("late", 90, 240), goodput("ledbat_pp", 90, 240)),
        above: 0.67,
        below: 1.5,
      },
    ],
  },
  {
    algorithm: "copa",
    sentence:
      "In equilibrium the queue oscillates between 0 and $2.5/\\delta$ packets per flow with a period of five round trips",
    shown: [
      { run: on(TEN, "copa"), measure: signal("link:forward", "queue", "max"), below: 7.5 },
      { run: on(TEN, "copa"), measure: signal("link:forward", "queue", "min"), below: 0.5 },
      { run: on(TEN, "copa"), measure: utilisation, above: 0.97 },
    ],
  },
  {
    algorithm: "copa",
    sentence:
      "packets wait for 0.5 ms with one flow and 1.1 ms with two, but for more than 100 ms with eight and sixteen, and in some runs with four",
    shown: [
      { run: copas(1), measure: wait, above: 0.00045, below: 0.00055 },
      { run: copas(2), measure: wait, above: 0.00105, below: 0.00115 },
      ...[8, 16].map((count) => ({ run: copas(count), measure: wait, seeds: 2, above: 0.1 })),
      { run: copas(4), measure: wait, seeds: 5, above: 0.03 },
    ],
  },
  {
    algorithm: "copa",
    sentence: "Without mode switching, they wait for 2 ms with four flows and 4 ms with eight",
    shown: [
      { run: copas(4, { mode_switching: false }), measure: wait, above: 0.0015, below: 0.0025 },
      { run: copas(8, { mode_switching: false }), measure: wait, above: 0.0035, below: 0.0045 },
    ],
  },
  {
    algorithm: "copa",
    sentence: "on a link of 50 Mb/s and 40 ms, 93 % behind a policer of 10 Mb/s with 15 kB",
    shown: [
      {
        run: on({ rate: 50, rtt: 40, loss: { kind: "policer", rate: 1e7, burst: 15_000 } }, "copa"),
        measure: summary("copa", "loss_fraction"),
        above: 0.92,
        below: 0.94,
      },
    ],
  },
  {
    algorithm: "c4",
    sentence: "behind FQ-CoDel, packets wait for up to 1.6 s after a fall from 50 to 5 Mb/s",
    shown: [
      {
        run: {
          ...on({ rate: 50, rtt: 40, queue: { kind: "fq_codel" }, duration: 25, warmup: 5 }, "c4"),
          timeline: [{ at: 10, set: "network.forward.rate", to: 5e6 }],
        },
        measure: signal("link:forward", "queue_delay", "max"),
        above: 1.5,
        below: 1.7,
      },
    ],
  },
  {
    algorithm: "c4",
    sentence: "On links with DualPI2 it uses 85 to 97 % of 5 to 100 Mb/s",
    shown: [
      [5, 10],
      [5, 80],
      [100, 10],
      [100, 80],
    ].map(([rate = 0, rtt = 0]) => ({
      run: on({ rate, rtt, queue: DUAL }, "c4"),
      measure: utilisation,
      above: 0.845,
      below: 0.975,
    })),
  },
  {
    algorithm: "c4",
    sentence: "A call behind FQ-CoDel gets 68 to 75 % of 1 to 3 Mb/s",
    shown: [1, 2, 3].map((rate) => ({
      run: on({ rate, rtt: 50, queue: { kind: "fq_codel" } }, { algorithm: "c4", source: { kind: "media" } }),
      measure: utilisation,
      above: 0.67,
      below: 0.76,
    })),
  },
  {
    algorithm: "dctcp",
    sentence: "The link stays busy if $K > CR/7$",
    shown: [
      {
        run: on(
          { rate: 100, rtt: 1, queue: { kind: "step", threshold: 5 }, duration: 10, warmup: 2 },
          { algorithm: "dctcp", params: { ack_every: 1 } },
        ),
        measure: utilisation,
        above: 0.98,
      },
    ],
  },
  {
    algorithm: "dctcp",
    sentence: "Flows that react to a mark as to a loss starve when they compete with DCTCP",
    shown: [
      {
        run: on(
          { rate: 100, rtt: 1, queue: { kind: "step", threshold: 20 }, duration: 10, warmup: 2 },
          "dctcp",
          { algorithm: "newreno", params: { ecn: true } },
        ),
        measure: ratio(goodput("newreno"), goodput("dctcp")),
        below: 0.2,
      },
    ],
  },
  {
    algorithm: "prague",
    sentence:
      "its packets wait for about 1 ms or less, and at equal RTTs it is at most twice as fast as classic flows",
    shown: [
      { run: on({ rate: 10, rtt: 40, queue: DUAL }, "prague"), measure: wait, below: 0.001 },
      { run: on({ rate: 40, rtt: 10, queue: DUAL }, "prague"), measure: wait, below: 0.001 },
      {
        run: on({ rate: 40, rtt: 25, queue: DUAL, duration: 100 }, "prague", "cubic"),
        measure: ratio(goodput("prague"), goodput("cubic")),
        below: 2,
      },
    ],
  },
  {
    algorithm: "prague",
    sentence: "from 10 to 40 Mb/s and from 10 to 40 ms, Prague's rate is 0.8 to 1.8 times CUBIC's",
    shown: [
      [10, 10],
      [10, 40],
      [20, 20],
      [40, 10],
      [40, 25],
      [40, 40],
    ].map(([rate = 0, rtt = 0]) => ({
      run: on({ rate, rtt, queue: DUAL, duration: 100 }, "prague", "cubic"),
      measure: ratio(goodput("prague"), goodput("cubic")),
      above: 0.75,
      below: 1.85,
    })),
  },
  {
    algorithm: "prague",
    sentence: "at 40 Mb/s with base round-trip times of 20 and 100 ms, it is 6.7 times CUBIC's",
    shown: [
      {
        run: on({ rate: 40, rtt: 20, queue: DUAL, duration: 100 }, "prague", {
          algorithm: "cubic",
          access: { sender: 0.02, receiver: 0.02 },
        }),
        measure: ratio(goodput("prague"), goodput("cubic")),
        above: 6.2,
        below: 7.2,
      },
    ],
  },
  {
    algorithm: "prague",
    sentence: "both get 1.3 to 1.6 times as much as SACK without pacing at 10 Mb/s and 40 ms",
    shown: [
      {
        run: on({ ...TEN, duration: 180, warmup: 60 }, { algorithm: "prague", id: "a" }, "sack"),
        measure: ratio(goodput("a"), goodput("sack")),
        seeds: 3,
        above: 1.3,
        below: 1.6,
      },
      {
        run: on(
          { ...TEN, duration: 180, warmup: 60 },
          { algorithm: "sack", id: "a", params: { pacing: true } },
          "sack",
        ),
        measure: ratio(goodput("a"), goodput("sack")),
        seeds: 3,
        above: 1.3,
        below: 1.6,
      },
    ],
  },
  {
    algorithm: "prague",
    sentence: "Otherwise the packets of many flows form a standing queue, however many of them are marked",
    shown: [
      { run: manyPragues(false), measure: wait, above: 0.012 },
      { run: manyPragues(true), over: manyPragues(false), measure: wait, below: 0.75 },
    ],
  },
  {
    algorithm: "prague",
    sentence: "In such a queue, Prague starves classic flows, as DCTCP does",
    shown: [
      {
        run: on({ ...TEN, queue: { kind: "codel", limit: { packets: 1000 } } }, "prague", {
          algorithm: "cubic",
          params: { ecn: true },
        }),
        measure: ratio(goodput("cubic"), goodput("prague")),
        below: 0.2,
      },
    ],
  },
  {
    algorithm: "bbr",
    sentence: "A flow alone has an almost empty queue",
    shown: [
      {
        run: on({ ...TEN, bdp: 4 }, AS_PUBLISHED.bbr),
        measure: ratio(signal("link:forward", "queue", "mean"), { kind: "link", property: "bdp" }),
        below: 0.15,
      },
    ],
  },
  {
    algorithm: "bbr",
    sentence: "each takes two BDPs, and the queue holds one BDP and about seven packets of each flow",
    // A BDP has 33 packets.
    shown: [
      [2, 44, 51],
      [4, 57, 66],
      [8, 82, 97],
    ].map(([count = 0, above = 0, below = 0]) => ({
      run: on({ ...TEN, bdp: 4 }, { ...AS_PUBLISHED.bbr, count, start: { min: 0, max: 1 } }),
      measure: signal("link:forward", "queue", "mean"),
      seeds: 3,
      above,
      below,
    })),
  },
  {
    algorithm: "bbr",
    sentence:
      "At 10 Mb/s and 40 ms, a flow uses 0.93 of the link at a loss of 5 %, 0.84 at 10 %, 0.72 at 15 % and 0.39 at 20 %",
    // Single runs differ; the test of the simulator computes twenty runs for each number (tests/controllers.rs).
    shown: [
      [0.05, 0.9, 0.95],
      [0.1, 0.8, 0.88],
      [0.15, 0.62, 0.8],
      [0.2, 0.29, 0.5],
    ].map(([loss = 0, above = 0, below = 1]) => ({
      run: on({ ...TEN, loss }, { algorithm: "bbr", params: { stack: null } }),
      measure: utilisation,
      seeds: 5,
      above,
      below,
    })),
  },
  {
    algorithm: "bbr",
    sentence: "At 100 Mb/s, it uses 0.80 at 5 % and 0.04 at 20 %",
    shown: [
      [0.05, 0.7, 0.9],
      [0.2, 0.01, 0.08],
    ].map(([loss = 0, above = 0, below = 1]) => ({
      run: on({ rate: 100, rtt: 40, loss }, { algorithm: "bbr", params: { stack: null } }),
      measure: utilisation,
      seeds: 2,
      above,
      below,
    })),
  },
  {
    algorithm: "bbr",
    sentence: "so in a short buffer the flow starves flows that react to losses",
    shown: [
      {
        run: on({ ...TEN, bdp: 0.25 }, "bbr", "cubic"),
        measure: ratio(goodput("bbr"), goodput("cubic")),
        above: 4,
      },
    ],
  },
  {
    algorithm: "bbr3",
    sentence: "Every 5 s, *RTT probing* halves the packets in flight for 200 ms, at a cost of about 2 %",
    shown: [{ run: on(TEN, "bbr3"), measure: utilisation, above: 0.955, below: 0.99 }],
  },
  {
    algorithm: "bbr3",
    sentence: "at 10 Mb/s and 40 ms, a flow uses 0.82 of the link at a loss of 1 % and 0.57 at 2 %",
    shown: [
      [0.01, 0.76, 0.88],
      [0.02, 0.5, 0.7],
    ].map(([loss = 0, above = 0, below = 1]) => ({
      run: on({ ...TEN, loss }, { algorithm: "bbr3", params: { stack: null } }),
      measure: utilisation,
      seeds: 5,
      above,
      below,
    })),
  },
  {
    algorithm: "bbr3",
    sentence:
      "In a short buffer version 3 loses far less than version 1, and flows that react to losses keep more of the link",
    shown: [
      {
        run: on({ ...TEN, bdp: 0.5 }, { algorithm: "bbr3", id: "a", count: 4 }),
        measure: { kind: "events", event: "drop" },
        over: on({ ...TEN, bdp: 0.5 }, { algorithm: "bbr", id: "a", count: 4 }),
        below: 0.4,
      },
      {
        run: on({ ...TEN, bdp: 0.5 }, { algorithm: "bbr3", id: "a" }, "cubic"),
        measure: goodput("cubic"),
        over: on({ ...TEN, bdp: 0.5 }, { algorithm: "bbr", id: "a" }, "cubic"),
        above: 1.5,
      },
    ],
  },
  {
    algorithm: "rap",
    sentence: "so at a high loss RAP is faster than TCP: $\\sqrt{3/(2p)}$ packets per round trip at any $p$",
    // In bit/s: packets of 1500 bytes per round trip of 0.1 s, of which 0.9 arrive.
    shown: [
      {
        run: atHighLoss("rap"),
        measure: goodput("a"),
        seeds: 3,
        above: 0.8 * Math.sqrt(1.5 / 0.1) * 0.9 * 120_000,
        below: 1.2 * Math.sqrt(1.5 / 0.1) * 0.9 * 120_000,
      },
    ],
  },
  {
    algorithm: "rap",
    sentence: "At a loss of 10 %, it gets 1.5 times as much as SACK",
    shown: [
      {
        run: atHighLoss("rap"),
        measure: goodput("a"),
        over: atHighLoss("sack"),
        seeds: 3,
        above: 1.45,
        below: 1.6,
      },
    ],
  },
  ...(["tfrc", "tfwc", "gaimd", "taimd"] as const).map((algorithm) => ({
    algorithm,
    sentence: {
      tfrc: "Sends at the rate that TCP would have at the loss rate",
      tfwc: "TFRC's equation with a window as in TCP",
      gaimd: "(0.333, 0.2) and the default (0.2, 0.125) are as fast as TCP and smoother",
      taimd: "the flow is as fast as TCP at equal loss",
    }[algorithm],
    shown: [
      {
        run: atLoss(algorithm),
        measure: utilisation,
        over: atLoss("sack"),
        seeds: 3,
        above: 0.8,
        below: 1.2,
      },
      ...(algorithm === "gaimd"
        ? [
            {
              run: atLoss("gaimd", { alpha: 1 / 3, beta: 0.2 }),
              measure: utilisation,
              over: atLoss("sack"),
              seeds: 3,
              above: 0.8,
              below: 1.2,
            },
          ]
        : []),
    ],
  })),
  {
    algorithm: "gaimd",
    sentence: "Without timeouts, its mean window is a quarter larger than TCP's",
    shown: [
      { value: Math.sqrt((0.31 * (2 - 0.125)) / (2 * 0.125)) / Math.sqrt(1.5), above: 1.2, below: 1.3 },
    ],
  },
  {
    algorithm: "tfwc",
    sentence: "It is nearly as smooth as TFRC",
    shown: [
      {
        run: on({ ...TEN, duration: 120 }, { algorithm: "tfwc", id: "a" }, "sack"),
        measure: { kind: "variation", flow: "a" },
        over: on({ ...TEN, duration: 120 }, { algorithm: "tfrc", id: "a" }, "sack"),
        seeds: 3,
        above: 0.6,
        below: 1.4,
      },
    ],
  },
  ...(
    [
      [1e4, 152, "152 kb/s with $A_0 = 10$ kb/s"],
      [1e5, 456, "456 kb/s with $A_0 = 100$ kb/s"],
    ] as const
  ).map(([initial_increase, rate, sentence]) => ({
    algorithm: "lda" as const,
    sentence,
    shown: [
      {
        run: on(
          { rate: 1.2, rtt: 40, packets: 30, duration: 600 },
          { algorithm: "lda", params: { initial_increase } },
        ),
        measure: signal("lda", "rate", "mean", 500),
        above: rate * 1e3 - 500,
        below: rate * 1e3 + 500,
      },
    ],
  })),
  {
    algorithm: "ldaf",
    sentence: "the increase from 10 to 400 kb/s at a bottleneck of 1.2 Mb/s takes 48 steps",
    shown: [
      {
        value: Math.ceil(Math.log((1 - 400 / 1200) / (1 - 10 / 1200)) / Math.log(1 - 10 / 1200)),
        above: 47.5,
        below: 48.5,
      },
    ],
  },
  {
    algorithm: "trabol",
    sentence:
      "The rate falls to 67.5 Mb/s and rises to 85.1, 102.7, 120.3, 137.9 (4 % are lost) and 150 Mb/s",
    shown: [
      { value: 0.45 * 150, above: 67.45, below: 67.55 },
      { value: 67.5 + 20 * 0.88, above: 85.05, below: 85.15 },
      { value: 67.5 + 4 * 20 * 0.88, above: 137.85, below: 137.95 },
      { value: 1 - 132 / 137.9, above: 0.035, below: 0.045 },
      { run: radar(132), measure: signal("trabol", "rate", "min", 1, 30), above: 67.4e6, below: 67.6e6 },
      { run: radar(132), measure: signal("trabol", "rate", "max", 1, 30), above: 149.9e6, below: 150.1e6 },
    ],
  },
  {
    algorithm: "trabol",
    sentence: "on a link of 132 Mb/s, 12 % are lost",
    shown: [{ value: 1 - 132 / 150, above: 0.115, below: 0.125 }],
  },
  {
    algorithm: "trabol",
    sentence: "On a link of 120 Mb/s it stays at 131.5 Mb/s, with a loss of 9 %",
    // The buffer makes the loss of the first ray, and with it the steps, differ a little.
    shown: [
      { value: 67.5 + 4 * 20 * 0.8, above: 131.45, below: 131.55 },
      { run: radar(120), measure: signal("trabol", "rate", "mean", 15, 30), above: 130.5e6, below: 133e6 },
      { run: radar(120), measure: summary("trabol", "loss_fraction"), above: 0.08, below: 0.1 },
    ],
  },
  {
    algorithm: "trabol",
    sentence: "After a loss of 25 %, an $I_0$ of 20 Mb/s gives steps of 15 Mb/s",
    shown: [{ value: 20 * 0.75, above: 14.9, below: 15.1 }],
  },
  {
    algorithm: "tfrcp",
    sentence: "its rate falls by up to three orders of magnitude, and returns in about ten doublings",
    shown: [
      {
        run: on({ ...TEN, duration: 120 }, "tfrcp"),
        measure: ratio(signal("tfrcp", "rate", "max"), signal("tfrcp", "rate", "min")),
        above: 500,
        below: 2000,
      },
    ],
  },
  {
    algorithm: "tfrcp",
    sentence: "sends at up to twice the capacity for a whole interval and loses up to half of its packets",
    shown: [
      {
        run: on({ rate: 10, rtt: 40, bdp: 1 }, "tfrcp"),
        measure: signal("tfrcp", "rate", "max"),
        above: 1.2e7,
        below: 2.05e7,
      },
    ],
  },
  {
    algorithm: "udp",
    sentence: "Losses have no effect on it",
    shown: [
      {
        run: on({ ...TEN }, { algorithm: "udp", params: { rate: 2e7 } }),
        measure: goodput("udp"),
        above: 9.9e6,
        below: 1.01e7,
      },
    ],
  },
];

// The example scenarios of the page. Each example illustrates one statement and suggests three changes.
import type {
  AlgorithmId,
  FlowDocument,
  Json,
  Limit,
  LinkDocument,
  ScenarioDocument,
} from "../generated/types.ts";
import { addFlow, removeFlow, setAlgorithm } from "./edit.ts";
import { writePath } from "./path.ts";

/** A change that the page suggests for an example. */
export interface SuggestedChange {
  readonly label: string;
  /** Settings by path. */
  readonly set?: readonly (readonly [path: string, value: Json])[];
  /** New algorithms of flows. */
  readonly algorithm?: readonly (readonly [flow: string, algorithm: string])[];
  /** Flows to add. */
  readonly add?: readonly FlowDocument[];
  /** The ids of flows to remove. */
  readonly remove?: readonly string[];
}

export interface Example {
  readonly id: string;
  readonly title: string;
  /** The statement that the example illustrates, in one sentence. */
  readonly point: string;
  readonly doc: ScenarioDocument;
  readonly suggestions: readonly [SuggestedChange, SuggestedChange, SuggestedChange];
  /**
   * The quantity in the thumbnail: the rate ("rate") or congestion window ("cwnd") of each flow, the queueing delay ("wait"), or the
   * sum of all rates relative to the capacity ("total").
   */
  readonly picture: "rate" | "cwnd" | "wait" | "total";
}

/**
 * The delay in seconds of each of the two access links of a flow that has the base RTT `rtt` over a bottleneck with a delay of 5 ms in
 * each direction.
 */
const accessDelay = (rtt: number): number => Number(((rtt / 2 - 0.005) / 2).toPrecision(12));

/** A flow whose base RTT is `rtt` seconds over a bottleneck with a delay of 5 ms in each direction. */
function flow(
  id: string,
  label: string,
  algorithm: AlgorithmId,
  rtt: number,
  settings: Partial<FlowDocument> = {},
): FlowDocument {
  const delay = accessDelay(rtt);
  return { id, label, algorithm, access: { sender: delay, receiver: delay }, ...settings };
}

/** The bottleneck, the flows and further settings of an example. */
interface Setup {
  /** In bit/s. */
  readonly rate: number;
  readonly limit: Limit;
  /** Default: drop-tail. */
  readonly queue?: NonNullable<LinkDocument["queue"]>;
  readonly schedule?: NonNullable<LinkDocument["schedule"]>;
  readonly flows: readonly FlowDocument[];
  readonly settings?: Partial<ScenarioDocument>;
  readonly loss?: NonNullable<LinkDocument["loss"]>;
}

function example(
  id: string,
  picture: Example["picture"],
  title: string,
  point: string,
  setup: Setup,
  suggestions: Example["suggestions"],
): Example {
  const { rate, limit, flows, settings, loss, schedule } = setup;
  const queue = { ...(setup.queue ?? { kind: "drop_tail" as const }), limit };
  const forward = { rate, delay: 0.005, queue, ...(loss ? { loss } : {}), ...(schedule ? { schedule } : {}) };
  const network = { kind: "dumbbell" as const, forward };
  const doc: ScenarioDocument = { v: 1, title, note: point, duration: 60, network, flows, ...settings };
  return { id, picture, title, point, doc, suggestions };
}

const LIMIT = "network.forward.queue.limit";
const RATE = "network.forward.rate";
const LOSS = "network.forward.loss";
const QUEUE = "network.forward.queue";
const SCHEDULE = "network.forward.schedule";

const setRtt = (seconds: number, ...ids: readonly string[]): readonly (readonly [string, Json])[] => {
  const delay = accessDelay(seconds);
  return ids.flatMap((id) => [
    [`flows.${id}.access.sender`, delay] as const,
    [`flows.${id}.access.receiver`, delay] as const,
  ]);
};

const setAlgorithms = (
  algorithm: string,
  ...ids: readonly string[]
): readonly (readonly [string, string])[] => ids.map((id) => [id, algorithm] as const);

export const EXAMPLES: readonly Example[] = [
  example(
    "near-far",
    "rate",
    "A near and a far flow share one link",
    "The flow with the shorter round trip grows faster after every loss and gets the larger share.",
    {
      rate: 1e7,
      limit: { packets: 30 },
      flows: [flow("near", "near", "newreno", 0.02), flow("far", "far", "newreno", 0.08)],
      settings: { duration: 30 },
    },
    [
      { label: "Halve the buffer", set: [[LIMIT, { packets: 15 }]] },
      { label: "Equal round trips", set: setRtt(0.02, "far") },
      {
        label: "Add UDP at 2 Mb/s",
        add: [
          flow("udp", "UDP", "udp", 0.04, {
            role: "background",
            source: { kind: "cbr", rate: 2e6 },
            start: 10,
          }),
        ],
      },
    ],
  ),
  example(
    "sawtooth",
    "cwnd",
    "One flow and its sawtooth",
    "A flow alone fills the buffer, loses a packet, halves its window and climbs again; a buffer of one BDP keeps the link just busy.",
    { rate: 1e7, limit: { bdp: 1 }, flows: [flow("one", "one flow", "newreno", 0.08)] },
    [
      { label: "A quarter of the buffer", set: [[LIMIT, { bdp: 0.25 }]] },
      { label: "Four times the buffer", set: [[LIMIT, { bdp: 4 }]] },
      { label: "CUBIC instead", algorithm: setAlgorithms("cubic", "one") },
    ],
  ),
  example(
    "bufferbloat",
    "wait",
    "A large buffer is a long wait",
    "Flows that slow down only on loss fill whatever buffer there is, and a call has to wait behind them.",
    {
      rate: 1e7,
      limit: { packets: 400 },
      flows: [
        flow("download", "download", "cubic", 0.04),
        flow("call", "call", "udp", 0.04, {
          role: "background",
          packet: 300,
          source: { kind: "cbr", rate: 96_000 },
        }),
      ],
    },
    [
      { label: "Buffer of one BDP", set: [[LIMIT, { bdp: 1 }]] },
      { label: "Ten times the rate", set: [[RATE, 1e8]] },
      { label: "Four downloads", set: [["flows.download.count", 4]] },
    ],
  ),
  example(
    "cubic-newreno",
    "rate",
    "CUBIC and NewReno on a long fast path",
    "Where the window is large, growth by one packet per round trip is slow: CUBIC recovers within seconds and takes the larger share.",
    {
      rate: 5e7,
      limit: { bdp: 0.5 },
      flows: [flow("cubic", "CUBIC", "cubic", 0.1), flow("newreno", "NewReno", "newreno", 0.1)],
      settings: { duration: 120 },
    },
    [
      { label: "RTT of 20 ms", set: setRtt(0.02, "cubic", "newreno") },
      { label: "5 Mb/s", set: [[RATE, 5e6]] },
      { label: "Buffer of two BDP", set: [[LIMIT, { bdp: 2 }]] },
    ],
  ),
  example(
    "unresponsive",
    "rate",
    "A flow that does not back off",
    "UDP sends at a constant rate whatever happens; the flows with congestion control share the capacity that is left.",
    {
      rate: 1e7,
      limit: { packets: 40 },
      flows: [
        flow("a", "TCP 1", "newreno", 0.04),
        flow("b", "TCP 2", "newreno", 0.04),
        flow("udp", "UDP", "udp", 0.04, { source: { kind: "cbr", rate: 6e6 }, start: 15, stop: 45 }),
      ],
    },
    [
      { label: "UDP at 9 Mb/s", set: [["flows.udp.source.rate", 9e6]] },
      { label: "UDP in bursts", set: [["flows.udp.source", { kind: "on_off", rate: 6e6, on: 1, off: 1 }]] },
      { label: "Without UDP", remove: ["udp"] },
    ],
  ),
  example(
    "generations",
    "cwnd",
    "Four generations of loss recovery",
    "When several packets of one window are lost, Tahoe starts over, Reno often waits for a timeout, NewReno and SACK carry on.",
    {
      rate: 1e7,
      limit: { packets: 40 },
      flows: [
        flow("tahoe", "Tahoe", "tahoe", 0.06),
        flow("reno", "Reno", "reno", 0.06),
        flow("newreno", "NewReno", "newreno", 0.06),
        flow("sack", "SACK", "sack", 0.06),
      ],
      settings: { duration: 40 },
    },
    [
      { label: "A buffer of 10 packets", set: [[LIMIT, { packets: 10 }]] },
      { label: "2 % random loss", set: [[LOSS, [{ kind: "random", probability: 0.02 }]]] },
      { label: "SACK for all four", algorithm: setAlgorithms("sack", "tahoe", "reno", "newreno") },
    ],
  ),
  example(
    "staircase",
    "rate",
    "Flows come and go",
    "Each new flow takes its share from the flows that are already there, and returns it when it stops.",
    {
      rate: 2e7,
      limit: { bdp: 1 },
      flows: [
        flow("first", "first", "newreno", 0.03),
        flow("second", "second", "newreno", 0.03, { start: 15, stop: 75 }),
        flow("third", "third", "newreno", 0.03, { start: 30, stop: 60 }),
      ],
      settings: { duration: 90 },
    },
    [
      { label: "CUBIC for all", algorithm: setAlgorithms("cubic", "first", "second", "third") },
      { label: "RTT of 120 ms", set: setRtt(0.12, "first", "second", "third") },
      { label: "A buffer of 10 packets", set: [[LIMIT, { packets: 10 }]] },
    ],
  ),
  example(
    "rate-drop",
    "wait",
    "The link slows down for a while",
    "When the rate falls, the queue fills within moments, and the flows need many round trips to use the rate once it is back.",
    {
      rate: 2e7,
      limit: { packets: 100 },
      flows: [flow("cubic", "CUBIC", "cubic", 0.05), flow("newreno", "NewReno", "newreno", 0.05)],
      settings: {
        timeline: [
          { at: 20, set: RATE, to: 4e6 },
          { at: 40, set: RATE, to: 2e7 },
        ],
      },
    },
    [
      {
        label: "An outage of one second",
        set: [
          [
            "timeline",
            [
              { at: 20, set: RATE, to: 0 },
              { at: 21, set: RATE, to: 2e7 },
            ],
          ],
        ],
      },
      { label: "A buffer of 20 packets", set: [[LIMIT, { packets: 20 }]] },
      { label: "A higher rate instead", set: [["timeline", [{ at: 20, set: RATE, to: 4e7 }]]] },
    ],
  ),
  example(
    "random-loss",
    "cwnd",
    "Loss that is not congestion",
    "A window that halves on every loss cannot fill a link that loses packets by itself, however empty the queue.",
    {
      rate: 2e7,
      limit: { bdp: 1 },
      flows: [flow("newreno", "NewReno", "newreno", 0.05), flow("cubic", "CUBIC", "cubic", 0.05)],
      loss: [{ kind: "random", probability: 0.01 }],
    },
    [
      { label: "0.1 % random loss", set: [[LOSS, [{ kind: "random", probability: 0.001 }]]] },
      { label: "No random loss", set: [[LOSS, []]] },
      { label: "RTT of 200 ms", set: setRtt(0.2, "newreno", "cubic") },
    ],
  ),
  example(
    "twenty",
    "total",
    "Twenty flows need less buffer than one",
    "Many sawtooths out of step leave few gaps: with a quarter of a BDP of buffer twenty flows keep the link busy, and one does not.",
    {
      rate: 5e7,
      limit: { bdp: 0.25 },
      flows: [
        {
          id: "many",
          label: "flow",
          algorithm: "newreno",
          count: 20,
          access: { sender: { min: 0.01, max: 0.04 }, receiver: 0.01 },
          start: { min: 0, max: 2 },
        },
      ],
      settings: { duration: 40 },
    },
    [
      { label: "One flow instead", set: [["flows.many.count", 1]] },
      {
        label: "Equal round trips",
        set: [["flows.many.access.sender", 0.025]],
      },
      { label: "Half the buffer", set: [[LIMIT, { bdp: 0.125 }]] },
    ],
  ),
  example(
    "short-transfer",
    "rate",
    "A short transfer beside a long one",
    "A megabyte ends before its window has found its share: most of it is sent in slow start.",
    {
      rate: 1e7,
      limit: { packets: 50 },
      flows: [
        flow("long", "long", "newreno", 0.04),
        flow("short", "1 MB", "newreno", 0.04, { start: 10, source: { kind: "finite", bytes: 1e6 } }),
      ],
      settings: { duration: 30 },
    },
    [
      { label: "10 MB", set: [["flows.short.source.bytes", 1e7]] },
      { label: "RTT of 200 ms", set: setRtt(0.2, "short") },
      { label: "Five transfers", set: [["flows.short.count", 5]] },
    ],
  ),
  example(
    "red",
    "wait",
    "An early drop keeps the queue short",
    "RED drops a packet now and then before the buffer is full: eight flows keep the link as busy, at a quarter of the wait.",
    {
      rate: 1e7,
      limit: { packets: 100 },
      queue: { kind: "red", min_threshold: 10, max_threshold: 30 },
      flows: [
        {
          id: "many",
          label: "flow",
          algorithm: "newreno",
          count: 8,
          access: { sender: { min: 0.005, max: 0.02 }, receiver: 0.005 },
          start: { min: 0, max: 1 },
        },
      ],
      settings: { duration: 40 },
    },
    [
      { label: "Drop-tail instead", set: [[QUEUE, { kind: "drop_tail", limit: { packets: 100 } }]] },
      { label: "Adaptive RED", set: [[`${QUEUE}.adaptive`, true]] },
      { label: "Thirty flows", set: [["flows.many.count", 30]] },
    ],
  ),
  example(
    "codel",
    "wait",
    "CoDel: a large buffer without the wait",
    "CoDel drops packets when the queueing delay stays above its target, so the download keeps the link busy and the call hardly waits.",
    {
      rate: 1e7,
      limit: { packets: 400 },
      queue: { kind: "codel" },
      flows: [
        flow("download", "download", "cubic", 0.04),
        flow("call", "call", "udp", 0.04, {
          role: "background",
          packet: 300,
          source: { kind: "cbr", rate: 96_000 },
        }),
      ],
      settings: { duration: 40 },
    },
    [
      { label: "Drop-tail instead", set: [[QUEUE, { kind: "drop_tail", limit: { packets: 400 } }]] },
      { label: "PIE instead", set: [[QUEUE, { kind: "pie", limit: { packets: 400 } }]] },
      { label: "Target of 20 ms", set: [[`${QUEUE}.target`, 0.02]] },
    ],
  ),
  example(
    "fq-codel",
    "rate",
    "A queue of one\u2019s own",
    "FQ-CoDel serves all flows in turn: a flood of UDP loses most of its packets, and the other flows keep their shares.",
    {
      rate: 1e7,
      limit: { packets: 200 },
      queue: { kind: "fq_codel" },
      flows: [
        flow("a", "CUBIC", "cubic", 0.04),
        flow("b", "NewReno", "newreno", 0.08),
        flow("flood", "flood", "udp", 0.04, { source: { kind: "cbr", rate: 8e6 }, start: 20, stop: 40 }),
        flow("call", "call", "udp", 0.04, { packet: 300, source: { kind: "cbr", rate: 96_000 } }),
      ],
    },
    [
      { label: "CoDel for all flows", set: [[QUEUE, { kind: "codel", limit: { packets: 200 } }]] },
      { label: "Drop-tail instead", set: [[QUEUE, { kind: "drop_tail", limit: { packets: 200 } }]] },
      { label: "Flood with 20 Mb/s", set: [["flows.flood.source.rate", 2e7]] },
    ],
  ),
  example(
    "ecn",
    "cwnd",
    "Marks instead of losses",
    "With ECN the queue marks packets instead of dropping them: the flows slow down all the same, and a third as many packets are lost.",
    {
      rate: 1e7,
      limit: { packets: 100 },
      queue: { kind: "red", min_threshold: 8, max_threshold: 24 },
      flows: ["first", "second", "third", "fourth"].map((id) =>
        flow(id, id, "newreno", 0.04, { params: { ecn: true } }),
      ),
      settings: { duration: 40 },
    },
    [
      {
        label: "Without ECN",
        set: ["first", "second", "third", "fourth"].map((id) => [`flows.${id}.params.ecn`, false] as const),
      },
      { label: "One flow without ECN", set: [["flows.fourth.params.ecn", false]] },
      { label: "CoDel instead of RED", set: [[QUEUE, { kind: "codel", limit: { packets: 100 } }]] },
    ],
  ),
  example(
    "tfrc",
    "rate",
    "As much as TCP, but smoother",
    "Under the same losses TFRC and TCP send at the same rate in the long run; TFRC follows the average loss rate, so its rate varies less.",
    {
      rate: 2e7,
      limit: { packets: 100 },
      flows: [flow("tfrc", "TFRC", "tfrc", 0.08), flow("tcp", "TCP SACK", "sack", 0.08)],
      loss: [{ kind: "random", probability: 0.01 }],
    },
    [
      { label: "TFWC instead of TFRC", algorithm: setAlgorithms("tfwc", "tfrc") },
      { label: "Losses in bursts", set: [[LOSS, [{ kind: "gilbert_elliott", loss: 0.01, burst: 5 }]]] },
      { label: "0.1 % loss", set: [[LOSS, [{ kind: "random", probability: 0.001 }]]] },
    ],
  ),
  example(
    "slow-link",
    "rate",
    "Four rules on a slow link",
    "Where a fair window is a few packets, TCP lives from timeout to timeout, and RAP, which only halves its rate, takes half of the link.",
    {
      rate: 5e5,
      limit: { packets: 8 },
      flows: [
        flow("tfrc", "TFRC", "tfrc", 0.04),
        flow("tfwc", "TFWC", "tfwc", 0.04),
        flow("tcp", "TCP SACK", "sack", 0.04),
        flow("rap", "RAP", "rap", 0.04),
      ],
      settings: { duration: 120 },
    },
    [
      { label: "5 Mb/s", set: [[RATE, 5e6]] },
      { label: "RED", set: [[QUEUE, { kind: "red", limit: { packets: 20 } }]] },
      { label: "A queue for each flow", set: [[QUEUE, { kind: "drr", limit: { packets: 16 } }]] },
    ],
  ),
  example(
    "radio",
    "wait",
    "A rate that comes and goes",
    "On a radio link the rate varies, and a buffer that suits the highest rate makes packets wait for half a second at the lowest rate.",
    {
      rate: 1e7,
      limit: { packets: 300 },
      schedule: { kind: "periodic", shape: "triangle", low: 2e6, high: 2e7, period: 15 },
      flows: [flow("cubic", "CUBIC", "cubic", 0.05), flow("newreno", "NewReno", "newreno", 0.05)],
    },
    [
      { label: "CoDel", set: [[QUEUE, { kind: "codel", limit: { packets: 300 } }]] },
      { label: "A buffer of 50 packets", set: [[LIMIT, { packets: 50 }]] },
      {
        label: "Steps, five times as fast",
        set: [[SCHEDULE, { kind: "periodic", shape: "square", low: 2e6, high: 2e7, period: 3 }]],
      },
    ],
  ),
  example(
    "bursty-loss",
    "rate",
    "Losses that come together",
    "One packet in a hundred is lost either way: when losses come in bursts, TCP slows down less often and gets more through.",
    {
      rate: 2e7,
      limit: { packets: 60 },
      flows: [flow("newreno", "NewReno", "newreno", 0.06), flow("sack", "SACK", "sack", 0.06)],
      loss: [{ kind: "gilbert_elliott", loss: 0.01, burst: 8 }],
    },
    [
      { label: "Independent losses", set: [[LOSS, [{ kind: "random", probability: 0.01 }]]] },
      { label: "Bursts of 30 packets", set: [[LOSS, [{ kind: "gilbert_elliott", loss: 0.01, burst: 30 }]]] },
      { label: "Only the first has losses", set: [[`${LOSS}.0.flow`, "newreno"]] },
    ],
  ),
];

export function findExample(id: string | undefined): Example | undefined {
  return EXAMPLES.find((e) => e.id === id);
}

/** Applies a suggested change to a document. Algorithms of flows that no longer exist are not changed. */
export function applySuggestion(
  doc: ScenarioDocument,
  change: SuggestedChange,
  used: ReadonlySet<string>,
): ScenarioDocument {
  let next = doc;
  for (const id of change.remove ?? []) next = removeFlow(next, id);
  for (const [id, algorithm] of change.algorithm ?? [])
    if (next.flows?.some((f) => f.id === id)) next = setAlgorithm(next, id, algorithm);
  for (const [path, value] of change.set ?? []) next = writePath(next, path, value);
  for (const extra of change.add ?? []) next = addFlow(next, extra, used);
  return next;
}

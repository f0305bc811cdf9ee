// The examples: each makes one point, said in one sentence, with three things to try. Data only; a try is a list of
// settings by path, flows to add, or flows to remove.
import type { FlowDocument, Json, ScenarioDocument } from "./document.ts";
import { addFlow, removeFlow, setAlgorithm } from "./edit.ts";
import { writePath } from "./path.ts";

export interface Try {
  readonly label: string;
  readonly set?: readonly (readonly [path: string, value: Json])[];
  readonly algorithm?: readonly (readonly [flow: string, algorithm: string])[];
  readonly add?: readonly FlowDocument[];
  readonly remove?: readonly string[];
}

export interface Example {
  readonly id: string;
  readonly title: string;
  /** The point, in one sentence. */
  readonly point: string;
  readonly doc: ScenarioDocument;
  readonly tries: readonly [Try, Try, Try];
  /** What its thumbnail draws: each flow's rate or window, the wait in the queue, or all rates together below the capacity. */
  readonly picture: "rate" | "cwnd" | "wait" | "total";
}

/** A flow whose round trip without queueing is `rtt` over a bottleneck of 5 ms one way. */
function flow(
  id: string,
  label: string,
  algorithm: string,
  rtt: number,
  more: Partial<FlowDocument> = {},
): FlowDocument {
  const side = Number(((rtt / 2 - 0.005) / 2).toPrecision(12));
  return { id, label, algorithm, access: { sender: side, receiver: side }, ...more };
}

interface Setup {
  readonly rate: number;
  readonly limit: Readonly<Record<string, number>>;
  readonly flows: readonly FlowDocument[];
  readonly more?: Partial<ScenarioDocument>;
  readonly loss?: readonly { readonly kind: string; readonly probability: number }[];
}

function example(
  id: string,
  picture: Example["picture"],
  title: string,
  point: string,
  setup: Setup,
  tries: Example["tries"],
): Example {
  const { rate, limit, flows, more, loss } = setup;
  const forward = { rate, delay: 0.005, queue: { kind: "drop_tail", limit }, ...(loss ? { loss } : {}) };
  const network = { kind: "dumbbell", forward };
  const doc: ScenarioDocument = { v: 1, title, note: point, duration: 60, network, flows, ...more };
  return { id, picture, title, point, doc, tries };
}

const LIMIT = "network.forward.queue.limit";
const RATE = "network.forward.rate";
const LOSS = "network.forward.loss";

const rtt = (seconds: number, ...ids: readonly string[]): readonly (readonly [string, Json])[] => {
  const side = flow("", "", "", seconds).access?.sender as Json;
  return ids.flatMap((id) => [
    [`flows.${id}.access.sender`, side] as const,
    [`flows.${id}.access.receiver`, side] as const,
  ]);
};

const all = (algorithm: string, ...ids: readonly string[]): readonly (readonly [string, string])[] =>
  ids.map((id) => [id, algorithm] as const);

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
      more: { duration: 30 },
    },
    [
      { label: "Halve the buffer", set: [[LIMIT, { packets: 15 }]] },
      { label: "Equal round trips", set: rtt(0.02, "far") },
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
      { label: "CUBIC instead", algorithm: all("cubic", "one") },
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
    "Where the window is large, a packet per round trip is slow: CUBIC comes back in seconds and takes the larger part.",
    {
      rate: 5e7,
      limit: { bdp: 0.5 },
      flows: [flow("cubic", "CUBIC", "cubic", 0.1), flow("newreno", "NewReno", "newreno", 0.1)],
      more: { duration: 120 },
    },
    [
      { label: "RTT of 20 ms", set: rtt(0.02, "cubic", "newreno") },
      { label: "5 Mb/s", set: [[RATE, 5e6]] },
      { label: "Buffer of two BDP", set: [[LIMIT, { bdp: 2 }]] },
    ],
  ),
  example(
    "unresponsive",
    "rate",
    "A flow that does not back off",
    "UDP sends what it likes; the flows with congestion control share what it leaves.",
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
      more: { duration: 40 },
    },
    [
      { label: "A buffer of 10", set: [[LIMIT, { packets: 10 }]] },
      { label: "2 % random loss", set: [[LOSS, [{ kind: "random", probability: 0.02 }]]] },
      { label: "All four SACK", algorithm: all("sack", "tahoe", "reno", "newreno") },
    ],
  ),
  example(
    "staircase",
    "rate",
    "Flows come and go",
    "Each newcomer takes its share from those already there, and gives it back when it leaves.",
    {
      rate: 2e7,
      limit: { bdp: 1 },
      flows: [
        flow("first", "first", "newreno", 0.03),
        flow("second", "second", "newreno", 0.03, { start: 15, stop: 75 }),
        flow("third", "third", "newreno", 0.03, { start: 30, stop: 60 }),
      ],
      more: { duration: 90 },
    },
    [
      { label: "All CUBIC", algorithm: all("cubic", "first", "second", "third") },
      { label: "RTT of 120 ms", set: rtt(0.12, "first", "second", "third") },
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
      more: {
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
      { label: "A buffer of 20", set: [[LIMIT, { packets: 20 }]] },
      { label: "A rise instead", set: [["timeline", [{ at: 20, set: RATE, to: 4e7 }]]] },
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
      { label: "0.1 % instead", set: [[LOSS, [{ kind: "random", probability: 0.001 }]]] },
      { label: "No such loss", set: [[LOSS, []]] },
      { label: "RTT of 200 ms", set: rtt(0.2, "newreno", "cubic") },
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
      more: { duration: 40 },
    },
    [
      { label: "One flow instead", set: [["flows.many.count", 1]] },
      {
        label: "Equal round trips",
        set: [["flows.many.access.sender", 0.025]],
      },
      { label: "Half of the buffer", set: [[LIMIT, { bdp: 0.125 }]] },
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
      more: { duration: 30 },
    },
    [
      { label: "10 MB", set: [["flows.short.source.bytes", 1e7]] },
      { label: "RTT of 200 ms", set: rtt(0.2, "short") },
      { label: "Five of them", set: [["flows.short.count", 5]] },
    ],
  ),
];

export function findExample(id: string | undefined): Example | undefined {
  return EXAMPLES.find((e) => e.id === id);
}

/** What a "Try" does to the present document. Flows that are gone are passed over. */
export function applyTry(doc: ScenarioDocument, attempt: Try, used: ReadonlySet<string>): ScenarioDocument {
  let next = doc;
  for (const id of attempt.remove ?? []) next = removeFlow(next, id);
  for (const [id, algorithm] of attempt.algorithm ?? [])
    if (next.flows?.some((f) => f.id === id)) next = setAlgorithm(next, id, algorithm);
  for (const [path, value] of attempt.set ?? []) next = writePath(next, path, value);
  for (const extra of attempt.add ?? []) next = addFlow(next, extra, used);
  return next;
}

// The example scenarios of the page.
import {
  call,
  type Example,
  example,
  flow,
  instead,
  LIMIT,
  LOSS,
  QUEUE,
  RATE,
  SCHEDULE,
  setAlgorithms,
  setLabels,
  setRtt,
} from "./example.ts";
import { EXAMPLES_OF_TODAY } from "./examplesToday.ts";
import { FIRST_EXAMPLE, setLoadedExamples } from "./firstExample.ts";
import { NETWORK_EXAMPLES } from "./networkExamples.ts";

/** The algorithms of the four generations of loss recovery, with their names. */
const GENERATIONS = [
  ["tahoe", "Tahoe"],
  ["reno", "Reno"],
  ["newreno", "NewReno"],
  ["sack", "SACK"],
] as const;

export const EXAMPLES: readonly Example[] = [
  FIRST_EXAMPLE,
  example(
    "sawtooth",
    "cwnd",
    "One flow and its sawtooth",
    "A flow alone fills the buffer, loses a packet, halves its window and climbs again; a buffer of one BDP keeps the link just busy.",
    {
      rate: 1e7,
      limit: { bdp: 1 },
      // The first slow start ends before it fills the buffer, so that the picture shows the sawtooth alone.
      flows: [flow("one", "one flow", "newreno", 0.08, { params: { initial_ssthresh: 60 } })],
    },
    [
      { label: "A buffer of 0.25 BDP", set: [[LIMIT, { bdp: 0.25 }]] },
      { label: "A buffer of 4 BDP", set: [[LIMIT, { bdp: 4 }]] },
      { label: "CUBIC instead", set: setAlgorithms("cubic", "one") },
    ],
    { view: { c: ["window*150", "queue", "rate*60"] } },
  ),
  example(
    "bufferbloat",
    "wait",
    "A large buffer is a long wait",
    "Flows that slow down only on loss fill whatever buffer there is, and a call has to wait behind them.",
    {
      rate: 1e7,
      limit: { packets: 400 },
      flows: [flow("download", "download", "cubic", 0.04), call()],
    },
    [
      { label: "Buffer of one BDP", set: [[LIMIT, { bdp: 1 }]] },
      { label: "100 Mb/s", set: [[RATE, 1e8]] },
      { label: "Four downloads", set: [["flows.download.count", 4]] },
    ],
    { view: { c: ["queue.ms*200", "rate"] }, compare: 0 },
  ),
  example(
    "call-download",
    "wait",
    "A call next to a download",
    "The call\u2019s frames wait behind the packets of the download, and three of four come too late; CAKE gives each flow its turn.",
    {
      rate: 1e7,
      limit: { packets: 170 },
      flows: [
        flow("download", "download", "cubic", 0.04),
        flow("call", "call", "gcc", 0.04, {
          role: "background",
          params: { rules: "browsers" },
          source: { kind: "media", follows: "exact" },
        }),
      ],
      settings: { duration: 30 },
    },
    [
      { label: "CAKE", set: [[QUEUE, { kind: "cake", limit: { packets: 170 } }]] },
      { label: "A buffer of 30 packets", set: [[LIMIT, { packets: 30 }]] },
      { label: "Without the download", remove: ["download"] },
    ],
    { view: { c: ["queue.ms*200", "rate"] }, compare: 0 },
  ),
  example(
    "film-download",
    "rate",
    "A film beside a download",
    "A player that goes by its throughput measures little beside a download and asks for ever less; one that goes by its buffer asks for more.",
    {
      rate: 6e6,
      limit: { packets: 100 },
      flows: [
        flow("film", "film", "cubic", 0.04, {
          params: { stack: "linux" },
          source: { kind: "video", rule: "throughput" },
        }),
        flow("download", "download", "cubic", 0.04),
      ],
      settings: { duration: 180 },
    },
    [
      { label: "Buffer rule (BOLA)", set: [["flows.film.source.rule", "bola"]] },
      { label: "FQ-CoDel", set: [[QUEUE, { kind: "fq_codel" }]] },
      { label: "Without the download", remove: ["download"] },
    ],
    { view: { c: ["rate", "queue.ms"] }, compare: 0 },
  ),
  example(
    "call-loss",
    "rate",
    "A call over a lossy line",
    "One packet in fifty is lost, but the call asks for it again, so nearly every frame is complete in time; without that, one in four is not.",
    {
      rate: 8e6,
      limit: { packets: 200 },
      loss: [{ kind: "random", probability: 0.02, what: "data" }],
      flows: [
        flow("call", "call", "gcc", 0.05, {
          params: { rules: "browsers" },
          source: { kind: "media", follows: "exact", resend: true, audio: 32_000 },
        }),
      ],
      settings: { duration: 30 },
    },
    [
      { label: "Lost packets stay lost", set: [["flows.call.source.resend", false]] },
      {
        label: "Parity instead",
        set: [
          ["flows.call.source.resend", false],
          ["flows.call.source.parity", 5],
        ],
      },
      { label: "RTT of 250 ms", set: setRtt(0.25, "call") },
    ],
    { view: { c: ["rate"] }, compare: 0 },
  ),
  example(
    "page-loss",
    "rate",
    "A web page over a lossy line",
    "At a loss of 2 % a page takes several times as long over the one connection of HTTP/2; HTTP/3 waits less, six connections least.",
    {
      rate: 2e7,
      limit: { packets: 200 },
      loss: [{ kind: "random", probability: 0.02, what: "data" }],
      flows: [
        flow("page", "web page", "cubic", 0.05, {
          params: { stack: "linux" },
          source: { kind: "page", http: "2", pause: 1 },
        }),
      ],
      settings: { duration: 120 },
    },
    [
      {
        label: "HTTP/3",
        set: [
          ["flows.page.source.http", "3"],
          ["flows.page.params.stack", "quic"],
        ],
      },
      {
        label: "HTTP/1.1 with six connections",
        set: [
          ["flows.page.source.http", "1.1"],
          ["flows.page.count", 6],
        ],
      },
      { label: "A loss of 0.1 %", set: [["network.forward.loss.0.probability", 0.001]] },
    ],
    { view: { c: ["rate.total", "window"] }, compare: 0 },
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
    { view: { c: ["rate", "window"] } },
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
    { view: { c: ["rate", "queue"] } },
  ),
  example(
    "generations",
    "cwnd",
    "Four generations of loss recovery",
    "Each flow loses four packets at once: Tahoe starts over, Reno waits for a timeout, NewReno repairs one loss per round trip, and SACK repairs all at once.",
    {
      rate: 5e7,
      limit: { bdp: 1 },
      flows: GENERATIONS.map(([id, label]) => flow(id, label, id, 0.1, { params: { initial_ssthresh: 24 } })),
      loss: GENERATIONS.map(([id]) => ({ kind: "burst", at: 3, packets: 4, flow: id })),
      settings: { duration: 8 },
    },
    [
      { label: "One packet lost", set: GENERATIONS.map((_, i) => [`${LOSS}.${i}.packets`, 1] as const) },
      { label: "Ten packets lost", set: GENERATIONS.map((_, i) => [`${LOSS}.${i}.packets`, 10] as const) },
      {
        label: "SACK for all four",
        set: [
          ...setAlgorithms("sack", "tahoe", "reno", "newreno"),
          ...setLabels({ tahoe: "SACK 1", reno: "SACK 2", newreno: "SACK 3", sack: "SACK 4" }),
        ],
      },
    ],
    { view: { t: 5, z: [2.5, 5], c: ["window*200", "rate"] } },
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
      { label: "CUBIC for all", set: setAlgorithms("cubic", "first", "second", "third") },
      { label: "RTT of 120 ms", set: setRtt(0.12, "first", "second", "third") },
      { label: "A buffer of 10 packets", set: [[LIMIT, { packets: 10 }]] },
    ],
    { view: { c: ["rate", "window"] } },
  ),
  example(
    "rate-drop",
    "wait",
    "The link slows down for a while",
    "When the rate falls to a fifth, the packets that are already in the queue take five times as long to leave it, so everybody waits.",
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
    { view: { c: ["queue.ms*200", "rate"] } },
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
    { view: { c: ["rate", "queue", "window"] } },
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
      { label: "A buffer of 0.125 BDP", set: [[LIMIT, { bdp: 0.125 }]] },
    ],
    { view: { c: ["rate.total", "queue"] }, compare: 0 },
  ),
  example(
    "short-transfer",
    "rate",
    "A short transfer during a long one",
    "A megabyte is sent before its window has found its share: it gets half of the fair rate, and ten megabytes get nearly all of it.",
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
      { label: "10 MB", set: [["flows.short.source.bytes", 1e7], ...setLabels({ short: "10 MB" })] },
      { label: "RTT of 200 ms", set: setRtt(0.2, "short") },
      { label: "Five transfers", set: [["flows.short.count", 5]] },
    ],
    { view: { t: 22, z: [8, 22], c: ["rate", "window"] }, compare: 0 },
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
    { view: { c: ["queue.ms*200", "rate.total"] }, compare: 0 },
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
      flows: [flow("download", "download", "cubic", 0.04), call()],
      settings: { duration: 40 },
    },
    [
      { label: "Drop-tail instead", set: [[QUEUE, { kind: "drop_tail", limit: { packets: 400 } }]] },
      { label: "PIE instead", set: [[QUEUE, { kind: "pie", limit: { packets: 400 } }]] },
      { label: "Target of 20 ms", set: [[`${QUEUE}.target`, 0.02]] },
    ],
    { view: { c: ["queue.ms*200", "rate"] }, compare: 0 },
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
    { view: { c: ["rate"] } },
  ),
  example(
    "home-cake",
    "rate",
    "Three computers at home",
    "CAKE shares the line between the computers before it shares between their downloads: one download gets about as much as sixteen.",
    {
      rate: 5e7,
      limit: { packets: 1000 },
      queue: { kind: "cake", bandwidth: 4.75e7 },
      flows: [
        flow("anna", "Anna", "cubic", 0.02),
        flow("ben", "Ben", "cubic", 0.02, { count: 4 }),
        flow("cleo", "Cleo", "cubic", 0.02, { count: 16 }),
      ],
    },
    [
      { label: "Turns for downloads only", set: [[`${QUEUE}.isolation`, "flows"]] },
      { label: "FQ-CoDel instead", set: [[QUEUE, { kind: "fq_codel", limit: { packets: 1000 } }]] },
      { label: "Drop-tail instead", set: [[QUEUE, { kind: "drop_tail", limit: { packets: 200 } }]] },
    ],
    { view: { c: ["rate"] }, compare: 0 },
  ),
  example(
    "ecn",
    "cwnd",
    "Marks instead of losses",
    "The queue marks packets of the flow with ECN and drops those of the other: both slow down about as often, but only one must send packets again.",
    {
      rate: 1e7,
      limit: { packets: 100 },
      queue: { kind: "red", min_threshold: 8, max_threshold: 40 },
      flows: [
        flow("ecn", "with ECN", "newreno", 0.04, { params: { ecn: true, initial_ssthresh: 20 } }),
        flow("plain", "without ECN", "newreno", 0.04, { params: { initial_ssthresh: 20 } }),
      ],
      settings: { duration: 40 },
    },
    [
      {
        label: "ECN for both",
        set: [["flows.plain.params.ecn", true], ...setLabels({ plain: "also with ECN" })],
      },
      { label: "Ten flows without ECN", set: [["flows.plain.count", 10]] },
      { label: "CoDel instead of RED", set: [[QUEUE, { kind: "codel", limit: { packets: 100 } }]] },
    ],
    { view: { t: 30, z: [20, 30], c: ["window*150", "queue"] } },
  ),
  example(
    "tfrc",
    "rate",
    "As much as TCP, but smoother",
    "Under the same losses TFRC and TCP send at the same rate in the long run; TFRC follows the average loss rate, so its rate varies less.",
    {
      rate: 2.5e6,
      limit: { packets: 100 },
      flows: [flow("tfrc", "TFRC", "tfrc", 0.1), flow("tcp", "TCP SACK", "sack", 0.1)],
      loss: [{ kind: "random", probability: 0.02 }],
      settings: { duration: 120 },
    },
    [
      {
        label: "TFWC instead of TFRC",
        set: instead("tfrc", "tfwc", "TFWC"),
      },
      { label: "Losses in bursts", set: [[LOSS, [{ kind: "gilbert_elliott", loss: 0.02, burst: 5 }]]] },
      { label: "Losses of the queue only", set: [[LOSS, []]] },
    ],
    { view: { c: ["rate"] } },
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
    { view: { c: ["rate", "window"] } },
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
    { view: { c: ["queue.ms*200", "rate"] }, compare: 0 },
  ),
  example(
    "bursty-loss",
    "rate",
    "Losses that come together",
    "Both flows lose one packet in a hundred: the flow whose losses come in bursts slows down half as often and gets twice the rate.",
    {
      rate: 1e7,
      limit: { packets: 100 },
      flows: [flow("single", "single losses", "sack", 0.06), flow("bursts", "bursts", "sack", 0.06)],
      loss: [
        { kind: "random", probability: 0.01, flow: "single" },
        { kind: "gilbert_elliott", loss: 0.01, burst: 5, flow: "bursts" },
      ],
    },
    [
      { label: "Bursts of two packets", set: [[`${LOSS}.1.burst`, 2]] },
      { label: "NewReno for both", set: setAlgorithms("newreno", "single", "bursts") },
      {
        label: "No single losses",
        set: [[`${LOSS}.0.probability`, 0], ...setLabels({ single: "no losses" })],
      },
    ],
    { view: { c: ["rate", "window"] } },
  ),
  ...EXAMPLES_OF_TODAY,
  ...NETWORK_EXAMPLES,
];

setLoadedExamples(EXAMPLES);

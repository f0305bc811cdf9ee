// The example scenarios of delay-based, model-based, high-speed and ECN-based controllers.
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

/** The controllers of the example with a varying rate, with their names. */
const ON_RADIO = [
  ["cubic", "CUBIC"],
  ["copa", "Copa"],
  ["bbr", "BBR v1"],
  ["vegas", "Vegas"],
] as const;

/** The controllers of the example with a cellular link, with their names. */
const ON_CELLULAR = [
  ...ON_RADIO,
  ["bbr3", "BBR v3"],
  ["newreno", "NewReno"],
  ["westwood", "Westwood+"],
  ["ledbat", "LEDBAT"],
  ["ledbat_pp", "LEDBAT++"],
  ["nada", "NADA"],
  ["gcc", "GCC"],
  ["scream", "SCReAM"],
] as const;

/** The rate of a cellular link in each second, in Mb/s. */
const CELLULAR = [24, 12, 30, 45, 18, 6, 9, 36, 60, 48, 21, 3, 15, 42, 27, 54, 33, 12, 39, 24];

/** The round-trip times in ms of Copa flows, and the ids of the flows. */
const COPA_RTTS = [20, 40, 80, 160] as const;
const COPA_IDS = COPA_RTTS.map((ms) => `copa${ms}`);

/** Long flows and servers that answer at once, at the ends of a link of a data centre. */
const INCAST = [
  flow("long", "long", "dctcp", 0.01, { count: 2, access: { sender: 0.0001, receiver: 0.0001 } }),
  flow("server", "servers", "dctcp", 0.01, {
    count: 20,
    access: { sender: 0.0001, receiver: 0.0001 },
    start: { min: 0.5, max: 0.501 },
    source: { kind: "finite", bytes: 20_000 },
  }),
];

export const EXAMPLES_OF_TODAY: readonly Example[] = [
  example(
    "bbr-cubic",
    "rate",
    "BBR and CUBIC: the buffer decides",
    "BBR does not react to loss, so it takes most of a link with a short buffer; in a deep one CUBIC fills the queue and gets more.",
    {
      rate: 2e7,
      limit: { bdp: 1 },
      flows: [flow("bbr", "BBR v1", "bbr", 0.04), flow("cubic", "CUBIC", "cubic", 0.04)],
      settings: { duration: 90 },
    },
    [
      { label: "Buffer of eight BDP", set: [[LIMIT, { bdp: 8 }]] },
      { label: "A buffer of 0.2 BDP", set: [[LIMIT, { bdp: 0.2 }]] },
      { label: "BBR v3 instead", set: instead("bbr", "bbr3", "BBR v3") },
    ],
    { view: { c: ["rate", "queue"] }, compare: 0 },
  ),
  example(
    "bbr-many",
    "rate",
    "Four BBR flows against one CUBIC flow",
    "Four BBR flows fill a buffer of one BDP and ignore its losses, so the CUBIC flow between them hardly gets through.",
    {
      rate: 2e7,
      limit: { bdp: 1 },
      flows: [flow("bbr", "BBR v1", "bbr", 0.04, { count: 4 }), flow("cubic", "CUBIC", "cubic", 0.04)],
      settings: { duration: 90 },
    },
    [
      { label: "BBR v3 instead", set: instead("bbr", "bbr3", "BBR v3") },
      { label: "Buffer of eight BDP", set: [[LIMIT, { bdp: 8 }]] },
      { label: "A queue for each flow", set: [[QUEUE, { kind: "fq_codel", limit: { packets: 400 } }]] },
    ],
    { view: { c: ["rate", "queue"] } },
  ),
  example(
    "bbr-one",
    "rate",
    "One BBR flow against many",
    "In a deep buffer one BBR flow keeps its two BDPs in flight and with them a third of the link, whether one CUBIC flow competes or eight.",
    {
      rate: 2e7,
      limit: { bdp: 4 },
      flows: [flow("bbr", "BBR v1", "bbr", 0.04), flow("cubic", "CUBIC", "cubic", 0.04, { count: 8 })],
      settings: { duration: 90 },
    },
    [
      { label: "One CUBIC flow", set: [["flows.cubic.count", 1]] },
      { label: "Sixteen CUBIC flows", set: [["flows.cubic.count", 16]] },
      { label: "A fifth BDP of buffer", set: [[LIMIT, { bdp: 0.2 }]] },
    ],
    { view: { c: ["rate", "queue"] } },
  ),
  example(
    "bbr-loss",
    "rate",
    "Random loss does not stop BBR",
    "BBR measures what the path delivers, so a loss of one packet in a hundred costs it little, and CUBIC most of its rate.",
    {
      rate: 2e7,
      limit: { bdp: 1 },
      flows: [flow("bbr", "BBR v1", "bbr", 0.05), flow("cubic", "CUBIC", "cubic", 0.05)],
      loss: [{ kind: "random", probability: 0.01 }],
    },
    [
      { label: "5 % random loss", set: [[LOSS, [{ kind: "random", probability: 0.05 }]]] },
      {
        label: "Westwood+ instead of CUBIC",
        set: instead("cubic", "westwood", "Westwood+"),
      },
      { label: "BBR v3 instead", set: instead("bbr", "bbr3", "BBR v3") },
    ],
    { view: { c: ["rate", "queue"] } },
  ),
  example(
    "vegas-newreno",
    "rate",
    "A polite flow against a greedy one",
    "Vegas keeps a few packets in the queue and NewReno fills it, so NewReno gets eight times as much where the buffer is a BDP.",
    {
      rate: 1e7,
      limit: { packets: 83 },
      flows: [flow("vegas", "Vegas", "vegas", 0.1), flow("newreno", "NewReno", "newreno", 0.1)],
      settings: { duration: 90 },
    },
    [
      { label: "A buffer of 10 packets", set: [[LIMIT, { packets: 10 }]] },
      {
        label: "Vegas for both",
        set: [...setAlgorithms("vegas", "newreno"), ...setLabels({ vegas: "Vegas 1", newreno: "Vegas 2" })],
      },
      { label: "A queue for each flow", set: [[QUEUE, { kind: "drr", limit: { packets: 166 } }]] },
    ],
    { view: { c: ["rate", "queue", "window"] }, compare: 1 },
  ),
  example(
    "quiet-download",
    "wait",
    "A download that lets a call pass",
    "Copa reads the queue from its round-trip times and keeps it at a few packets, so a call on the same link waits for 3 ms.",
    {
      rate: 1e7,
      limit: { packets: 400 },
      flows: [flow("download", "download", "copa", 0.04), call()],
      settings: { duration: 40 },
    },
    [
      { label: "CUBIC instead", set: setAlgorithms("cubic", "download") },
      { label: "BBR instead", set: setAlgorithms("bbr", "download") },
      { label: "LEDBAT instead", set: setAlgorithms("ledbat", "download") },
    ],
    { view: { c: ["queue.ms*200", "rate"] }, compare: 0 },
  ),
  example(
    "copa-cubic",
    "rate",
    "Copa changes its mode",
    "When a flow keeps the queue full, Copa notices that it never empties and competes; without this mode it would get a tenth of the link.",
    {
      rate: 1e7,
      limit: { packets: 66 },
      flows: [flow("copa", "Copa", "copa", 0.04), flow("cubic", "CUBIC", "cubic", 0.04, { start: 10 })],
      settings: { duration: 90 },
    },
    [
      { label: "Without mode switching", set: [["flows.copa.params.mode_switching", false]] },
      { label: "Vegas instead", set: instead("copa", "vegas", "Vegas") },
      {
        label: "Copa for both",
        set: [...setAlgorithms("copa", "cubic"), ...setLabels({ copa: "Copa 1", cubic: "Copa 2" })],
      },
    ],
    { view: { c: ["rate", "queue"] }, compare: 0 },
  ),
  example(
    "copa-rtts",
    "wait",
    "Copa with unequal round trips",
    "Four Copa flows with unequal round trips take each other for flows that fill the queue, and fill it: packets wait for 200 ms instead of 5.",
    {
      rate: 2e7,
      limit: { packets: 600 },
      flows: COPA_RTTS.map((ms) => flow(`copa${ms}`, `${ms} ms`, "copa", ms / 1000)),
    },
    [
      { label: "A round trip of 40 ms for all", set: setRtt(0.04, ...COPA_IDS) },
      {
        label: "Without mode switching",
        set: COPA_IDS.map((id) => [`flows.${id}.params.mode_switching`, false] as const),
      },
      { label: "Vegas instead", set: setAlgorithms("vegas", ...COPA_IDS) },
    ],
    { view: { c: ["queue.ms*200", "rate"] }, compare: 0 },
  ),
  example(
    "ledbat-yields",
    "rate",
    "A background transfer gives way",
    "LEDBAT uses the link while it is free, leaves it to the CUBIC flow from 20 to 40 s, and returns afterwards.",
    {
      rate: 1e7,
      limit: { packets: 200 },
      flows: [
        flow("background", "LEDBAT", "ledbat", 0.04),
        flow("web", "CUBIC", "cubic", 0.04, { start: 20, stop: 40 }),
      ],
    },
    [
      { label: "A buffer of 40 packets", set: [[LIMIT, { packets: 40 }]] },
      {
        label: "LEDBAT++ instead",
        set: instead("background", "ledbat_pp", "LEDBAT++"),
      },
      { label: "CoDel", set: [[QUEUE, { kind: "codel", limit: { packets: 200 } }]] },
    ],
    { view: { c: ["rate", "queue"] } },
  ),
  example(
    "ledbat-latecomer",
    "rate",
    "The latecomer's advantage",
    "The second LEDBAT flow takes the queue of the first one for the empty path and aims above it, so the first one gives way.",
    {
      rate: 1e7,
      limit: { packets: 400 },
      flows: [flow("first", "first", "ledbat", 0.04), flow("late", "late", "ledbat", 0.04, { start: 30 })],
      settings: { duration: 120 },
    },
    [
      { label: "LEDBAT++ for both", set: setAlgorithms("ledbat_pp", "first", "late") },
      {
        label: "A target of 25 ms",
        set: [
          ["flows.first.params.target", 0.025],
          ["flows.late.params.target", 0.025],
        ],
      },
      { label: "Both from the start", set: [["flows.late.start", 0]] },
    ],
    { view: { c: ["rate", "queue"] }, compare: 0 },
  ),
  example(
    "radio-queues",
    "rate",
    "Four controllers on a radio link",
    "Each flow has a queue of its own, so all get the same rate while the link varies, but CUBIC\u2019s packets wait for seconds and those of Vegas for some ms.",
    {
      rate: 2e7,
      limit: { packets: 1200 },
      queue: { kind: "drr" },
      schedule: { kind: "periodic", shape: "triangle", low: 2e6, high: 2e7, period: 15 },
      flows: ON_RADIO.map(([id, label]) => flow(id, label, id, 0.05)),
    },
    [
      { label: "One queue for all", set: [[QUEUE, { kind: "drop_tail", limit: { packets: 300 } }]] },
      { label: "FQ-CoDel", set: [[QUEUE, { kind: "fq_codel", limit: { packets: 1200 } }]] },
      {
        label: "Steps instead of slopes",
        set: [[SCHEDULE, { kind: "periodic", shape: "square", low: 2e6, high: 2e7, period: 15 }]],
      },
    ],
    { view: { c: ["rtt*200", "rate"] } },
  ),
  example(
    "cellular",
    "rate",
    "Everyone on a cellular link",
    "On a link whose rate changes every second, Vegas and Copa get nearly as much as CUBIC with a hundredth of its wait, and GCC leaves most of its share unused.",
    {
      rate: 2.4e7,
      limit: { packets: 3000 },
      queue: { kind: "drr" },
      schedule: {
        kind: "points",
        points: CELLULAR.map((rate, at) => ({ at, rate: rate * 1e6 })),
        repeat: CELLULAR.length,
      },
      flows: ON_CELLULAR.map(([id, label]) => flow(id, label, id, 0.05)),
    },
    [
      { label: "One queue for all", set: [[QUEUE, { kind: "drop_tail", limit: { packets: 300 } }]] },
      { label: "FQ-CoDel", set: [[QUEUE, { kind: "fq_codel", limit: { packets: 3000 } }]] },
      {
        label: "Slopes instead of steps",
        set: [[SCHEDULE, { kind: "periodic", shape: "triangle", low: 3e6, high: 6e7, period: 15 }]],
      },
    ],
    { view: { c: ["delay*300", "rate"] } },
  ),
  example(
    "cell-queues",
    "wait",
    "A deep queue for each user of a cell",
    "A download fills the queue of its own user with more than a second of packets, and the call of another user in the same cell waits for some ms; if both are of one user, the call waits as well.",
    {
      rate: 2e7,
      limit: { packets: 3000 },
      queue: { kind: "cellular" },
      flows: [
        { ...call(), id: "ben-call" },
        flow("ben-download", "download", "cubic", 0.03, { params: { stack: "linux" } }),
      ],
    },
    [
      { label: "Both of one user", set: [[`${QUEUE}.names`, "prefix"]] },
      { label: "CoDel for each user", set: [[`${QUEUE}.codel`, true]] },
      { label: "Users in turns", set: [[`${QUEUE}.scheduler`, "round_robin"]] },
    ],
    { view: { c: ["queue.ms", "rate"] }, compare: 0 },
  ),
  example(
    "wifi-slow",
    "rate",
    "Wi-Fi with one slow station",
    "A phone far away takes most of the air for its slow packets, so a laptop and a tablet nearby get a fraction of what their own signal allows; with turns of equal air, it slows only itself down.",
    {
      rate: 144_400_000,
      limit: { packets: 500 },
      queue: { kind: "wifi", scheduler: "fifo", stations: [{ flow: "phone", rate: 7_200_000 }] },
      flows: [
        flow("laptop", "laptop", "cubic", 0.03, { params: { stack: "linux" } }),
        flow("tablet", "tablet", "cubic", 0.03, { params: { stack: "linux" } }),
        flow("phone", "phone", "cubic", 0.03, { params: { stack: "linux" } }),
      ],
      settings: { duration: 30 },
    },
    [
      { label: "Turns of equal air", set: [[`${QUEUE}.scheduler`, "airtime"]] },
      { label: "The phone comes nearer", set: [[`${QUEUE}.stations.0.rate`, 144_400_000]] },
      { label: "Turns of one transmission", set: [[`${QUEUE}.scheduler`, "round_robin"]] },
    ],
    { view: { c: ["rate", "queue.ms"] }, compare: 0 },
  ),
  example(
    "satellite",
    "rate",
    "A satellite every 15 seconds",
    "Every 15 s the link goes over another satellite with another rate and delay: CUBIC fills the buffer and waits, BBR measures anew and keeps the round trip short.",
    {
      rate: 2e7,
      limit: { packets: 400 },
      schedule: { kind: "satellite", low: 5e6, high: 2e7, gap: 0.1 },
      flows: [flow("download", "download", "cubic", 0.02, { params: { stack: "linux" } })],
      settings: { duration: 90 },
    },
    [
      { label: "BBR", set: setAlgorithms("bbr", "download") },
      { label: "FQ-CoDel", set: [[QUEUE, { kind: "fq_codel" }]] },
      { label: "The same satellite for the whole run", set: [[`${SCHEDULE}.first`, 90]] },
    ],
    { view: { c: ["rate", "queue.ms"] }, compare: 0 },
  ),
  example(
    "late-not-lost",
    "rate",
    "Late is not lost",
    "One packet in a hundred takes a detour of 8 ms: SACK counts it as lost and halves its window, while RACK-TLP waits a little longer and gets six times the rate.",
    {
      rate: 2e7,
      limit: { bdp: 1 },
      impairments: { reorder: { probability: 0.01, delay: 0.008 } },
      flows: [
        flow("count", "SACK", "sack", 0.04),
        flow("time", "RACK-TLP", "sack", 0.04, { params: { rack: true } }),
      ],
      settings: { duration: 40 },
    },
    [
      { label: "No detours", set: [["network.forward.impairments.reorder", null]] },
      {
        label: "RACK-TLP for both",
        set: [["flows.count.params.rack", true], ...setLabels({ count: "RACK-TLP 1", time: "RACK-TLP 2" })],
      },
      { label: "A detour of 30 ms", set: [["network.forward.impairments.reorder.delay", 0.03]] },
    ],
    { view: { c: ["rate", "window*200"] }, compare: 0 },
  ),
  example(
    "prr",
    "cwnd",
    "Half the window without a silence",
    "Each flow loses one packet: SACK is silent until half of the other packets have arrived, while PRR sends one packet for every two that arrive.",
    {
      rate: 1e7,
      limit: { bdp: 1 },
      flows: [
        flow("sack", "SACK", "sack", 0.1, { params: { initial_ssthresh: 40 } }),
        flow("prr", "PRR", "sack", 0.1, { params: { initial_ssthresh: 40, prr: true } }),
      ],
      loss: ["sack", "prr"].map((id) => ({ kind: "burst", at: 3, packets: 1, flow: id })),
      settings: { duration: 6, warmup: 0 },
    },
    [
      { label: "Twenty packets lost", set: [0, 1].map((i) => [`${LOSS}.${i}.packets`, 20] as const) },
      {
        label: "PRR for both",
        set: [["flows.sack.params.prr", true], ...setLabels({ sack: "PRR 1", prr: "PRR 2" })],
      },
      { label: "RTT of 200 ms", set: setRtt(0.2, "sack", "prr") },
    ],
    { view: { t: 3.4, z: [2.9, 3.5], c: ["window*200", "rate", "queue"] } },
  ),
  example(
    "hystart",
    "cwnd",
    "Slow start that looks ahead",
    "HyStart++ notices longer round-trip times and slows its growth, so slow start ends with a third of the losses.",
    {
      rate: 2e7,
      limit: { bdp: 2 },
      flows: [flow("one", "NewReno", "newreno", 0.1, { params: { hystart: true } })],
      settings: { duration: 8 },
    },
    [
      { label: "Without HyStart++", set: [["flows.one.params.hystart", false]] },
      { label: "A buffer of 1 BDP", set: [[LIMIT, { bdp: 1 }]] },
      { label: "RTT of 20 ms", set: setRtt(0.02, "one") },
    ],
    { view: { c: ["window*150", "queue", "rate*60"] }, compare: 0 },
  ),
  example(
    "fat-path",
    "rate",
    "One packet per round trip is too slow",
    "At 100 Mb/s and 200 ms a NewReno flow needs minutes to regain its window after a loss; H-TCP speeds up and takes the link.",
    {
      rate: 1e8,
      limit: { bdp: 0.5 },
      flows: [
        flow("htcp", "H-TCP", "htcp", 0.2, { params: { initial_ssthresh: 800 } }),
        flow("newreno", "NewReno", "newreno", 0.2, { params: { initial_ssthresh: 800 } }),
      ],
      settings: { duration: 120 },
    },
    [
      { label: "CUBIC instead", set: instead("htcp", "cubic", "CUBIC") },
      {
        label: "Scalable TCP instead",
        set: instead("htcp", "scalable", "Scalable TCP"),
      },
      { label: "5 Mb/s", set: [[RATE, 5e6]] },
    ],
    { view: { c: ["rate", "window"] } },
  ),
  example(
    "dctcp-incast",
    "rate",
    "Twenty answers at once",
    "DCTCP\u2019s marks keep the queue of two long flows short, so twenty answers that start together all arrive within 50 ms.",
    {
      rate: 1e8,
      limit: { packets: 250 },
      flows: INCAST,
      settings: {
        duration: 2,
        warmup: 0,
        network: {
          kind: "dumbbell",
          access_rate: 1e9,
          forward: {
            rate: 1e8,
            delay: 0.0003,
            queue: { kind: "step", threshold: 20, limit: { packets: 250 } },
          },
        },
      },
    },
    [
      {
        label: "CUBIC without marks",
        set: [
          ...setAlgorithms("cubic", "long", "server"),
          [QUEUE, { kind: "drop_tail", limit: { packets: 250 } }],
        ],
      },
      { label: "A buffer of 100 packets", set: [[LIMIT, { packets: 100 }]] },
      { label: "Forty answers", set: [["flows.server.count", 40]] },
    ],
    { view: { c: ["queue*150", "rate"] }, compare: 0 },
  ),
  example(
    "prague-cubic",
    "rate",
    "Short waits next to CUBIC",
    "DualPI2 keeps a second queue for Prague: its packets wait half a millisecond, CUBIC\u2019s wait 15, and both flows get about the same rate.",
    {
      rate: 2e7,
      limit: { packets: 400 },
      queue: { kind: "dual_pi2" },
      flows: [flow("prague", "Prague", "prague", 0.03), flow("cubic", "CUBIC", "cubic", 0.03)],
    },
    [
      { label: "One queue without marks", set: [[QUEUE, { kind: "drop_tail", limit: { packets: 100 } }]] },
      {
        label: "One queue with marks",
        set: [
          [QUEUE, { kind: "codel", ecn: true, limit: { packets: 400 } }],
          ["flows.cubic.params.ecn", true],
        ],
      },
      {
        label: "DCTCP instead of Prague",
        set: instead("prague", "dctcp", "DCTCP"),
      },
    ],
    { view: { c: ["rtt*200", "rate"] }, compare: 0 },
  ),
];

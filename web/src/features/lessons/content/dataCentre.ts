import type { Lesson } from "../../../tasks/model.ts";
import { dumbbell, LIMIT, QUEUE } from "./scenarios.ts";

/** One way, from an end of the link to a computer. */
const ACCESS = { sender: 0.00001, receiver: 0.00001 };

const QUEUE_BEFORE = {
  kind: "signal",
  entity: "link:forward",
  signal: "queue",
  stat: "mean",
  from: 0.2,
  to: 0.5,
} as const;
const COMPLETE = { kind: "events", event: "transferComplete", from: 0.5, to: 0.55 } as const;
const DROPS = { kind: "events", event: "drop", from: 0.5 } as const;

export const DATA_CENTRE: Lesson = {
  id: "data-centre",
  title: "DCTCP: room for bursts",
  point:
    "Senders that react to how many packets are marked keep the queue short, so the buffer has room for bursts.",
  learn: "how a switch and its senders can make room for bursts",
  minutes: 12,
  level: "advanced",
  week: 11,
  order: 113,
  topic: "marks",
  terms: ["DCTCP", "RFC 8257", "ECN", "data centre"],
  needs: ["ecn", "incast"],
  scenario: dumbbell("Room for bursts", {
    rate: 1e9,
    limit: { packets: 256 },
    flows: [],
    duration: 0.8,
    settings: {
      network: {
        kind: "dumbbell",
        access_rate: 1e10,
        forward: { rate: 1e9, delay: 0.00003, queue: { kind: "drop_tail", limit: { packets: 256 } } },
      },
      flows: [
        { id: "long", label: "long transfer", algorithm: "newreno", count: 2, access: ACCESS },
        {
          id: "server",
          label: "server",
          algorithm: "newreno",
          access: ACCESS,
          start: 0.5,
          source: { kind: "finite", bytes: 32_000 },
        },
      ],
    },
  }),
  charts: ["queue*180", "rate"],
  values: {
    limit: { kind: "link", property: "limit" },
    queue: QUEUE_BEFORE,
    complete: COMPLETE,
    drops: DROPS,
    timeouts: { kind: "events", event: "timeout", from: 0.5 },
  },
  steps: [
    {
      id: "queue",
      text: "Two long transfers share a link of 1 Gb/s in a data centre. The round trip of 100 µs holds 8 packets, and the buffer in front of the link holds {limit}.",
      notes:
        "Compute the bandwidth-delay product together. Ask why the buffer is so much larger, and who benefits from it.",
      task: {
        kind: "number",
        ask: "How many packets wait on average between 0.2 s and 0.5 s?",
        measure: QUEUE_BEFORE,
        unit: "packets",
        factor: 1,
        tolerance: 0.25,
        hint: "Read the queue in its chart. Each transfer increases its window until the buffer overflows.",
        after:
          "On average {queue} wait: each transfer increases its window until the buffer of {limit} overflows.",
      },
    },
    {
      id: "burst",
      text: "At 0.5 s a server answers a request with 32 kB. Now 20 servers answer at the same moment. Each begins with 10 packets, so 200 packets arrive at once. Without other traffic, the link could carry all answers in 5 ms.",
      notes:
        "Draw the buffer on the board, with the packets of the long transfers in it. The class needs the number of packets that wait and the number that arrive.",
      task: {
        kind: "predict",
        ask: "How many of the 20 answers are complete after 50 ms?",
        set: [["flows.server.count", 20]],
        what: {
          kind: "bars",
          label: "Complete answers",
          unit: "",
          max: 20,
          bars: [{ id: "after-50-ms", label: "After 50 ms", measure: COMPLETE }],
        },
        after:
          "The long transfers leave little room in the buffer, and many packets of the answers are lost. Most servers learn of it from acknowledgements that still arrive, and repeat the packets. An answer that loses its last packets has nothing left that could reveal the loss, so it waits for its timer, 200 ms.",
      },
    },
    {
      id: "marks",
      text: "After 0.5 s your run has {drops} drops and {timeouts} timeouts. Data Center TCP asks for help from the switch: it marks each packet that finds at least 20 waiting packets. The sender counts how many of its packets are marked, and shortens its window by half of this share, instead of by half at the first mark.",
      notes:
        "Contrast with ECN as in RFC 3168, where one mark and a hundred marks have the same effect. Ask what the window does if one packet in ten is marked.",
      task: {
        kind: "predict",
        ask: "How busy is the link between 0.2 s and 0.5 s if all senders use DCTCP?",
        set: [
          ["flows.long.algorithm", "dctcp"],
          ["flows.server.algorithm", "dctcp"],
          [QUEUE, { kind: "step", threshold: 20, limit: { packets: 256 } }],
        ],
        what: {
          kind: "bars",
          label: "Share of the capacity before the burst",
          unit: "share",
          max: 1,
          bars: [{ id: "dctcp", label: "DCTCP", measure: { kind: "utilisation", from: 0.2, to: 0.5 } }],
        },
        after:
          "A few marks per round trip shorten the windows a little. The queue stays near the threshold, and the link stays busy.",
      },
    },
    {
      id: "answers",
      text: "The buffer holds as many packets as before, and the servers answer as before.",
      task: {
        kind: "choose",
        ask: "How many of the 20 answers are complete after 50 ms?",
        options: [
          {
            id: "fewer-than-half",
            text: "Fewer than half",
            hint: "The queue holds {queue} before the servers answer, and not the whole buffer as before. How much of it is free?",
            when: [{ of: COMPLETE, below: 9.5 }],
          },
          {
            id: "half-or-more",
            text: "At least half, but not all",
            when: [{ of: COMPLETE, above: 9.5, below: 19.5 }],
          },
          { id: "all", text: "All", when: [{ of: COMPLETE, above: 19.5 }] },
        ],
        hint: "In your run {queue} wait before the servers answer. How many of the 200 packets find room?",
        after:
          "Complete after 50 ms: {complete} of 20 answers, with {drops} drops. The long transfers keep the queue short, so the burst finds room.",
      },
    },
    {
      id: "goal",
      text: "The buffers of switches are small, because their memory is fast and expensive. This one now holds {limit}.",
      set: [[LIMIT, { packets: 128 }]],
      task: {
        kind: "goal",
        ask: "Bring the number of drops after 0.5 s to zero, by changing one control.",
        controls: [
          {
            id: "threshold",
            label: "Packets are marked from",
            options: [
              { id: "20-waiting-packets", label: "20 waiting packets", set: [] },
              {
                id: "5-waiting-packets",
                label: "5 waiting packets",
                set: [["network.forward.queue.threshold", 5]],
              },
            ],
          },
          {
            id: "window",
            label: "First window of a server",
            options: [
              { id: "10-packets", label: "10 packets", set: [] },
              { id: "4-packets", label: "4 packets", set: [["flows.server.params.initial_window", 4]] },
            ],
          },
          {
            id: "timer",
            label: "Minimum of the timer",
            options: [
              { id: "200-ms", label: "200 ms", set: [] },
              { id: "1-ms", label: "1 ms", set: [["flows.server.params.min_rto", 0.001]] },
            ],
          },
        ],
        when: [{ of: DROPS, below: 1 }],
        hint: "Your run has {drops} drops after 0.5 s. The first packets of an answer leave before any mark can return.",
        after:
          "Your run has {drops} drops after 0.5 s: twenty servers now send only 80 packets before the first acknowledgement returns, and so many find room.",
      },
    },
  ],
  freePlay:
    "Let one of the long transfers use NewReno. Who gets the link, and why is DCTCP used only inside data centres?",
  reading: [
    {
      id: "alizadeh",
      text: "M. Alizadeh et al.: Data Center TCP (DCTCP). SIGCOMM 2010.",
      url: "https://doi.org/10.1145/1851182.1851192",
    },
    {
      id: "rfc-8257",
      text: "Data Center TCP (DCTCP). RFC 8257.",
      url: "https://www.rfc-editor.org/rfc/rfc8257",
    },
  ],
};

import type { Lesson } from "../../../tasks/model.ts";
import { dumbbell, flow, QUEUE } from "./scenarios.ts";

const TCP = { kind: "total", prefix: "tcp", from: 20 } as const;

export const ISOLATION: Lesson = {
  id: "isolation",
  title: "UDP and TCP: the rude and the polite",
  point: "Without isolation the rude win; fair queueing makes behaviour your own problem.",
  learn: "what a flow that does not react does to others, and what a router can do about it",
  minutes: 10,
  level: "introduction",
  week: 4,
  order: 42,
  topic: "sharing",
  terms: ["UDP", "DRR", "fair queueing", "RED"],
  needs: ["invent-aimd"],
  scenario: dumbbell("The rude and the polite", {
    rate: 1e7,
    limit: { packets: 60 },
    flows: [
      flow("tcp1", "TCP 1", "newreno", 0.04),
      flow("tcp2", "TCP 2", "newreno", 0.04),
      flow("udp", "UDP", "udp", 0.04, { start: 15, source: { kind: "cbr", rate: 6e6 } }),
    ],
    duration: 60,
  }),
  charts: ["rate", "queue"],
  values: {
    tcp: TCP,
    udp: { kind: "goodput", flow: "udp", from: 20 },
    lost: { kind: "summary", flow: "udp", field: "loss_fraction" },
  },
  steps: [
    {
      id: "watch",
      text: "Two TCP flows share 10 Mb/s. At 15 s [a UDP flow](curve:udp) begins to send 6 Mb/s of data. UDP has no congestion control.",
      notes:
        "Pause just before 15 s and ask what a flow gains by ignoring losses. Nothing in the network forbids it.",
      task: { kind: "watch", until: 15.2 },
    },
    {
      id: "predict",
      text: "All three flows share one queue. It drops whatever arrives while it is full.",
      notes:
        "Let half of the class draw the UDP flow and the other half say what TCP keeps. The drawings should add up to the capacity.",
      task: {
        kind: "predict",
        ask: "Draw the rate of the UDP flow in the next 30 seconds.",
        what: {
          kind: "curve",
          entity: "flow:udp",
          signal: "delivered",
          label: "Rate of the UDP flow",
          unit: "bit/s",
          from: 15.2,
          to: 45.2,
          max: 1e7,
        },
        after:
          "Nearly all packets of the UDP flow arrive. Its rate in the chart is a little above 6 Mb/s, because it includes the headers of the packets. The TCP flows retreat until losses are rare, and share what is left.",
      },
    },
    {
      id: "share",
      text: "After 20 s the UDP flow gets {udp}.",
      task: {
        kind: "number",
        ask: "How much do the two TCP flows get together? A value within 20 % is right.",
        measure: TCP,
        unit: "Mb/s",
        factor: 1e-6,
        tolerance: 0.2,
        hint: "The link carries 10 Mb/s, and the UDP flow gets {udp}.",
        after:
          "The two TCP flows get {tcp} together, because they reduce their windows at each loss, and UDP does not: they get what UDP leaves.",
      },
    },
    {
      id: "goal",
      text: "A router can do more than drop what finds its queue full. RED drops some packets at random before, and DRR serves the flows in turn.",
      task: {
        kind: "goal",
        ask: "Let the two TCP flows get more than 6 Mb/s together, by changing one control.",
        controls: [
          {
            id: "queue",
            label: "Queue discipline",
            options: [
              { id: "drop-tail", label: "Drop-tail", set: [] },
              { id: "red", label: "RED", set: [[QUEUE, { kind: "red", limit: { packets: 60 } }]] },
              {
                id: "drr",
                label: "DRR",
                set: [[QUEUE, { kind: "drr", limit: { packets: 60 } }]],
              },
            ],
          },
          {
            id: "rate",
            label: "UDP sends at",
            options: [
              { id: "6-mb-s", label: "6 Mb/s", set: [] },
              { id: "12-mb-s", label: "12 Mb/s", set: [["flows.udp.source.rate", 12e6]] },
            ],
          },
        ],
        when: [{ of: TCP, above: 6e6 }],
        hint: "The TCP flows of your run get {tcp}, the UDP flow {udp}.",
        after:
          "The TCP flows now get {tcp} together, and the UDP flow {udp}. What UDP sends beyond its share fills only its own queue.",
      },
    },
  ],
  freePlay: "Let the UDP flow send at 20 Mb/s through each of the disciplines.",
  reading: [
    {
      id: "floyd-1999",
      text: "S. Floyd, K. Fall: Promoting the Use of End-to-End Congestion Control in the Internet. 1999.",
    },
    {
      id: "shreedhar-1995",
      text: "M. Shreedhar, G. Varghese: Efficient Fair Queueing Using Deficit Round Robin. SIGCOMM 1995.",
    },
  ],
};

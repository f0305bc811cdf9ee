import type { Lesson } from "../../../tasks/model.ts";
import { dumbbell, flow, LIMIT, QUEUE } from "./scenarios.ts";

const P95 = { kind: "signal", entity: "link:forward", signal: "queue_delay", stat: "p95" } as const;

export const RADIO: Lesson = {
  id: "radio",
  title: "A rate that comes and goes",
  point: "On a link whose rate varies, a buffer in packets is a delay that varies.",
  learn: "what a buffer does on a link whose rate varies",
  minutes: 10,
  level: "intermediate",
  order: 200,
  scenario: dumbbell("A rate that comes and goes", {
    rate: 1e7,
    limit: { packets: 300 },
    schedule: { kind: "periodic", shape: "triangle", low: 2e6, high: 2e7, period: 15 },
    flows: [flow("cubic", "CUBIC", "cubic", 0.05)],
    duration: 75,
    settings: { warmup: 15 },
  }),
  charts: ["queue.ms*220", "rate", "delay"],
  values: {
    p95: P95,
    rate: { kind: "goodput", flow: "cubic" },
    longest: { kind: "signal", entity: "link:forward", signal: "queue_delay", stat: "max" },
  },
  steps: [
    {
      id: "watch",
      text: "Every 15 s, the rate of a radio link rises from 2 Mb/s to 20 Mb/s and falls again. [CUBIC](curve:cubic) fills a buffer of 300 packets.",
      notes:
        "Ask for the delay of a full buffer at the highest and at the lowest rate before you press Play. Both follow from the size of the buffer.",
      task: { kind: "watch", until: 20 },
    },
    {
      id: "predict",
      text: "CUBIC keeps increasing its window until packets are lost. The rate of the link keeps moving.",
      notes:
        "The class needs the time at which the rate falls. Show the earlier period in the charts, then let them draw.",
      task: {
        kind: "predict",
        ask: "Draw the queueing delay of the next 20 seconds.",
        what: {
          kind: "curve",
          entity: "link:forward",
          signal: "queue_delay",
          label: "Queueing delay",
          unit: "s",
          from: 20,
          to: 40,
          max: 2,
        },
        after:
          "When the rate falls, the same packets need longer. The sender learns of it only after they have left, so the delay rises when the rate falls, and falls when the rate rises.",
      },
    },
    {
      id: "goal",
      text: "During 5 % of the time, the delay is longer than {p95}, its 95th percentile. The flow gets {rate}. Contests of networking courses ask for much throughput and a small 95th percentile. In the chart of rate against delay, good runs are at the top left.",
      task: {
        kind: "goal",
        ask: "Bring the 95th percentile of the delay below 100 ms with more than 8 Mb/s, by changing one control.",
        controls: [
          {
            id: "queue",
            label: "Queue discipline",
            options: [
              { id: "drop-tail", label: "Drop-tail", set: [] },
              { id: "codel", label: "CoDel", set: [[QUEUE, { kind: "codel", limit: { packets: 300 } }]] },
            ],
          },
          {
            id: "buffer",
            label: "Buffer",
            options: [
              { id: "300-packets", label: "300 packets", set: [] },
              { id: "100-packets", label: "100 packets", set: [[LIMIT, { packets: 100 }]] },
              { id: "4-packets", label: "4 packets", set: [[LIMIT, { packets: 4 }]] },
            ],
          },
          {
            id: "sender",
            label: "Sender",
            options: [
              { id: "cubic", label: "CUBIC", set: [] },
              { id: "bbr", label: "BBR", set: [["flows.cubic.algorithm", "bbr"]] },
              { id: "vegas", label: "Vegas", set: [["flows.cubic.algorithm", "vegas"]] },
            ],
          },
        ],
        when: [
          { of: P95, below: 0.1 },
          { of: { kind: "goodput", flow: "cubic" }, above: 8e6 },
        ],
        hint: "The 95th percentile of your run is {p95}, and the flow gets {rate}.",
      },
    },
  ],
  freePlay: "Make the rate change five times as fast, and compare CUBIC with TFRC.",
  reading: [
    {
      id: "winstein-2013",
      text: "K. Winstein, A. Sivaraman, H. Balakrishnan: Stochastic Forecasts Achieve High Throughput and Low Delay over Cellular Networks. NSDI 2013.",
    },
  ],
};

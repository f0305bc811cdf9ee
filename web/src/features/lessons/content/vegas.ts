import type { Lesson } from "../../../tasks/model.ts";
import { dumbbell, flow, LIMIT, QUEUE } from "./scenarios.ts";

const VEGAS_LATER = { kind: "goodput", flow: "vegas", from: 50 } as const;
const ALONE = {
  kind: "signal",
  entity: "link:forward",
  signal: "queue",
  stat: "mean",
  from: 10,
  to: 28,
} as const;

export const VEGAS: Lesson = {
  id: "vegas",
  title: "Vegas: control by delay",
  point: "Flows that keep the queue short lose against flows that fill it, unless the queue itself is fair.",
  learn: "how a sender can be controlled by delay, and how it shares with other senders",
  minutes: 10,
  level: "intermediate",
  week: 10,
  order: 101,
  topic: "paths",
  terms: ["Vegas", "delay-based control"],
  needs: ["bufferbloat"],
  scenario: dumbbell("Control by delay", {
    rate: 1e7,
    limit: { packets: 83 },
    flows: [flow("vegas", "Vegas", "vegas", 0.06), flow("other", "NewReno", "newreno", 0.06, { start: 30 })],
    duration: 100,
    settings: { warmup: 10 },
  }),
  charts: ["rate", "queue"],
  values: {
    alone: ALONE,
    vegas: VEGAS_LATER,
    other: { kind: "goodput", flow: "other", from: 50 },
    wait: { kind: "wait", from: 50 },
  },
  steps: [
    {
      id: "watch",
      text: "[Vegas](curve:vegas) compares each round trip with the shortest one that it has measured. The difference is the time that packets waited. Vegas chooses its window by this difference. Watch it alone on a link of 10 Mb/s.",
      notes:
        "Compare with the sawtooth lesson: the same link, but no loss and nearly no queue. Ask why not all senders do this.",
      task: { kind: "watch", until: 28 },
    },
    {
      id: "queue",
      text: "Until 28 s the rate stays at the capacity, and nothing is lost.",
      task: {
        kind: "choose",
        ask: "How many packets wait in the queue on average between 10 s and 28 s?",
        options: [
          { id: "fewer-than-10", text: "Fewer than 10", when: [{ of: ALONE, below: 10 }] },
          { id: "10-to-40", text: "10 to 40", when: [{ of: ALONE, above: 10, below: 40 }] },
          {
            id: "more-than-40",
            text: "More than 40",
            hint: "So many would wait if Vegas grew until the buffer overflows. But nothing is lost.",
            when: [{ of: ALONE, above: 40 }],
          },
        ],
        hint: "Read the queue in its chart.",
        after:
          "On average {alone} wait: Vegas wants at least two of its packets in the queue, and at most four.",
      },
    },
    {
      id: "predict",
      text: "At 30 s a NewReno flow starts. It increases its window until the buffer of 83 packets overflows.",
      notes: "Ask what Vegas measures while NewReno fills the buffer. The drawing follows from this answer.",
      task: {
        kind: "predict",
        ask: "Draw the rate of Vegas until 70 s.",
        what: {
          kind: "curve",
          entity: "flow:vegas",
          signal: "delivered",
          label: "Rate of Vegas",
          unit: "bit/s",
          from: 31,
          to: 70,
          max: 1e7,
        },
        after:
          "Vegas gives way as long as the queue is long, and NewReno keeps the queue long. The flow that avoids the queue pays for the flow that fills it.",
      },
    },
    {
      id: "small",
      text: "After 50 s Vegas gets {vegas}, and NewReno {other}.",
      notes:
        "The class now knows why Vegas gives way. Ask which part of the reason disappears with a small buffer.",
      task: {
        kind: "predict",
        ask: "How much do the two flows get if the buffer holds only 10 packets?",
        set: [[LIMIT, { packets: 10 }]],
        what: {
          kind: "bars",
          label: "Goodput after 50 s",
          unit: "bit/s",
          max: 1e7,
          bars: [
            { id: "vegas", label: "Vegas", measure: VEGAS_LATER },
            { id: "newreno", label: "NewReno", measure: { kind: "goodput", flow: "other", from: 50 } },
          ],
        },
        after: "A buffer of 10 packets leaves NewReno little to fill, so the queue hardly deters Vegas.",
      },
    },
    {
      id: "goal",
      text: "Small buffers are not always possible: a NewReno flow alone needs a larger one. The buffer is large again.",
      set: [[LIMIT, { packets: 83 }]],
      task: {
        kind: "goal",
        ask: "Bring the goodput of Vegas after 50 s above 4.9 Mb/s by changing one control.",
        controls: [
          {
            id: "buffer",
            label: "Buffer",
            options: [
              { id: "83-packets", label: "83 packets", set: [] },
              { id: "40-packets", label: "40 packets", set: [[LIMIT, { packets: 40 }]] },
              { id: "200-packets", label: "200 packets", set: [[LIMIT, { packets: 200 }]] },
            ],
          },
          {
            id: "queue",
            label: "Queue discipline",
            options: [
              { id: "drop-tail", label: "Drop-tail", set: [] },
              { id: "drr", label: "DRR", set: [[QUEUE, { kind: "drr", limit: { packets: 83 } }]] },
            ],
          },
          {
            id: "algorithm",
            label: "Other flow",
            options: [
              { id: "newreno", label: "NewReno", set: [] },
              { id: "cubic", label: "CUBIC", set: [["flows.other.algorithm", "cubic"]] },
            ],
          },
        ],
        when: [{ of: VEGAS_LATER, above: 4.9e6 }],
        hint: "Vegas gets {vegas}. It gives way to any queue that its own packets wait in. How can it have a queue of its own?",
        after:
          "Vegas gets {vegas}, and the other flow {other}: with a queue of its own, Vegas measures only the wait that it causes itself.",
      },
    },
  ],
  freePlay: "Let the second flow be Vegas as well. Why does the flow that starts later get more?",
  reading: [
    {
      id: "brakmo-1995",
      text: "L. Brakmo, L. Peterson: TCP Vegas: End to End Congestion Avoidance on a Global Internet. 1995.",
      url: "https://doi.org/10.1109/49.464716",
    },
    {
      id: "anantharam-1999",
      text: "J. Mo, R. La, V. Anantharam, J. Walrand: Analysis and Comparison of TCP Reno and Vegas. 1999.",
    },
  ],
};

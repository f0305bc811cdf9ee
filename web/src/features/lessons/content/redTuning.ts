import type { Lesson } from "../../../tasks/model.ts";
import { dumbbell, QUEUE } from "./scenarios.ts";

const QUEUE_MEAN = { kind: "signal", entity: "link:forward", signal: "queue", stat: "mean" } as const;

export const RED_TUNING: Lesson = {
  id: "red-tuning",
  title: "Tuning RED",
  point: "With a fixed drop probability, the delay depends on the load; adaptive RED holds it.",
  learn: "how RED decides what to drop, and what its settings depend on",
  minutes: 15,
  level: "advanced",
  order: 210,
  scenario: dumbbell("RED is hard to tune", {
    rate: 1e7,
    limit: { packets: 100 },
    queue: { kind: "red", min_threshold: 5, max_threshold: 25 },
    flows: [
      {
        id: "many",
        label: "flow",
        algorithm: "newreno",
        count: 3,
        access: { sender: { min: 0.01, max: 0.03 }, receiver: 0.01 },
        start: { min: 0, max: 2 },
      },
    ],
    duration: 60,
    settings: { warmup: 10 },
  }),
  charts: ["queue*220", "rate.total"],
  values: {
    queue: QUEUE_MEAN,
    busy: { kind: "utilisation" },
    drops: { kind: "events", event: "drop" },
  },
  steps: [
    {
      id: "watch",
      text: "RED drops packets at random, more often the longer the average queue is: none below 5 packets, and one in ten just below 25. Three flows share the link.",
      notes:
        "Sketch the drop probability over the average queue: zero, a ramp, then one. Ask where on the ramp three flows come to rest.",
      task: { kind: "watch", until: 30 },
    },
    {
      id: "predict",
      text: "With three flows, {queue} wait on average. Now thirty flows share the link, and the thresholds of RED stay as they are.",
      notes:
        "Use the sketch of the ramp: more flows need a higher drop rate, so the point moves along the ramp. Ask in which direction.",
      task: {
        kind: "predict",
        ask: "With 30 flows: how many packets wait on average?",
        set: [["flows.many.count", 30]],
        what: {
          kind: "bars",
          label: "Mean queue",
          unit: "packets",
          max: 50,
          bars: [{ id: "with-30-flows", label: "with 30 flows", measure: QUEUE_MEAN }],
        },
        after:
          "The load determines the drop rate that is needed, and the drop rate determines the queue. The operator cannot know the load in advance.",
      },
    },
    {
      id: "adapt",
      text: "Adaptive RED changes its largest drop probability slowly. With a larger threshold, the same queue is farther from it.",
      task: {
        kind: "goal",
        ask: "Bring the mean queue below 20 packets with 30 flows, and keep the link busy more than 90 % of the time, by changing one control.",
        controls: [
          {
            id: "adaptive",
            label: "RED",
            options: [
              { id: "fixed", label: "fixed", set: [] },
              { id: "adaptive", label: "adaptive", set: [[`${QUEUE}.adaptive`, true]] },
            ],
          },
          {
            id: "limit",
            label: "Largest threshold",
            options: [
              { id: "25-packets", label: "25 packets", set: [] },
              { id: "60-packets", label: "60 packets", set: [[`${QUEUE}.max_threshold`, 60]] },
            ],
          },
        ],
        when: [
          { of: QUEUE_MEAN, below: 20 },
          { of: { kind: "utilisation" }, above: 0.9 },
        ],
        hint: "In your run {queue} wait on average, and the link is busy {busy} of the time.",
      },
    },
  ],
  freePlay: "Compare RED with CoDel and PIE, which control the delay itself, for 3 and for 30 flows.",
  reading: [
    {
      id: "floyd-1993",
      text: "S. Floyd, V. Jacobson: Random Early Detection Gateways for Congestion Avoidance. 1993.",
    },
    { id: "floyd-2001", text: "S. Floyd, R. Gummadi, S. Shenker: Adaptive RED. 2001." },
  ],
};

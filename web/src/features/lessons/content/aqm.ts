import type { Json } from "../../../generated/types.ts";
import type { Lesson, Setting } from "../../../tasks/model.ts";
import { call, dumbbell, flow, QUEUE } from "./scenarios.ts";

const limit = { packets: 400 };

const QUEUE_MEAN = { kind: "signal", entity: "link:forward", signal: "queue", stat: "mean" } as const;

/** Flows through a RED queue that drops nothing below 5 packets, and one packet in ten just below 25. */
const RED: readonly Setting[] = [
  [QUEUE, { kind: "red", min_threshold: 5, max_threshold: 25, limit: { packets: 100 } }],
  ["duration", 60],
  ["warmup", 10],
  [
    "flows",
    [
      {
        id: "many",
        label: "flow",
        algorithm: "newreno",
        count: 3,
        access: { sender: { min: 0.01, max: 0.03 }, receiver: 0.01 },
        start: { min: 0, max: 2 },
      },
    ] as unknown as Json,
  ],
];

export const AQM: Lesson = {
  id: "aqm",
  title: "Active queue management",
  point:
    "Small controlled queues cost little throughput. With a fixed drop probability, the delay depends on the load.",
  learn: "what a router can do about a long queue, what it costs, and what its settings depend on",
  minutes: 18,
  level: "introduction",
  week: 6,
  order: 61,
  topic: "queues",
  terms: ["AQM", "CoDel", "PIE", "FQ-CoDel", "RED"],
  needs: ["bufferbloat"],
  scenario: dumbbell("Active queue management", {
    rate: 1e7,
    limit,
    flows: [flow("download", "download", "cubic", 0.04), call()],
    duration: 40,
    settings: { warmup: 5 },
  }),
  charts: ["queue.ms*220", "rate*60", "spread.wait|cdf"],
  values: {
    wait: { kind: "wait" },
    busy: { kind: "utilisation" },
    limit: { kind: "link", property: "limit" },
    queue: QUEUE_MEAN,
  },
  steps: [
    {
      id: "watch",
      text: "The buffer of this link of 10 Mb/s holds {limit}, and [the download](curve:download) with a round trip of 40 ms fills it. A call of about 100 kb/s waits in the same queue. Watch the queueing delay.",
      notes:
        "The buffer is as large as in many home routers. Ask whether it is there for throughput or by accident.",
      task: { kind: "watch", until: 15 },
    },
    {
      id: "read",
      text: "The chart of the queue shows the delay in milliseconds.",
      task: {
        kind: "number",
        ask: "What is the mean wait in the queue after the first 5 s? A value within 25 % is right.",
        measure: { kind: "wait" },
        unit: "ms",
        factor: 1000,
        tolerance: 0.25,
        hint: "Read the curve at several moments after 5 s, and take the mean. {limit} of 1500 bytes take 480 ms at 10 Mb/s.",
        after:
          "Packets wait {wait} on average: the download slows down only when the buffer of {limit} overflows, so it is rarely empty.",
      },
    },
    {
      id: "predict",
      text: "CoDel measures how long each packet waited. If all packets of the last 100 ms waited longer than 5 ms, it drops one, and the next one sooner if this goes on.",
      notes:
        "Many expect that early drops cost throughput. Ask for a guess of the utilisation as well, and compare it with the next step.",
      task: {
        kind: "predict",
        ask: "With CoDel: how long is the mean wait, and how long the longest after the first 5 s?",
        set: [[QUEUE, { kind: "codel", limit }]],
        what: {
          kind: "bars",
          label: "Wait in the queue",
          unit: "s",
          max: 0.5,
          bars: [
            { id: "mean-wait", label: "mean wait", measure: { kind: "wait" } },
            {
              id: "longest-wait",
              label: "longest wait",
              measure: {
                kind: "signal",
                entity: "link:forward",
                signal: "queue_delay",
                stat: "max",
                from: 5,
              },
            },
          ],
        },
        after:
          "The early drops make the download reduce its window long before the buffer is full. The link is busy nearly all of the time, and the call hardly waits.",
      },
    },
    {
      id: "others",
      text: "Packets now wait {wait} on average, and the link is busy {busy} of the time. The distribution below the charts shows for each time which share of the waits was not longer. Other disciplines reach the same aim by other means.",
      task: {
        kind: "change",
        ask: "Choose another [discipline](control) with a mean wait below 40 ms.",
        control: {
          id: "queue",
          label: "Queue discipline",
          options: [
            { id: "codel", label: "CoDel", set: [] },
            { id: "drop-tail", label: "Drop-tail", set: [[QUEUE, { kind: "drop_tail", limit }]] },
            { id: "pie", label: "PIE", set: [[QUEUE, { kind: "pie", limit }]] },
            { id: "fq-codel", label: "FQ-CoDel", set: [[QUEUE, { kind: "fq_codel", limit }]] },
          ],
        },
        when: [{ of: { kind: "wait" }, below: 0.04 }],
        hint: "The mean wait of your run is {wait}. Drop-tail does not act before the buffer is full.",
        after:
          "Packets wait {wait} on average, and the link is busy {busy} of the time: this discipline, too, acts long before the buffer is full.",
      },
    },
    {
      id: "load",
      text: "RED is older than CoDel: it drops packets at random, more often the longer the average queue is: none below 5 packets, and one in ten just below 25. With three flows, {queue} wait on average. Now thirty flows share the link, and the thresholds of RED stay as they are.",
      set: RED,
      notes:
        "Sketch the drop probability over the average queue: zero, a ramp, then one. More flows need a higher drop rate, so the point moves along the ramp. Ask in which direction.",
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
          "Now {queue} wait. The load determines the drop rate that is needed, and the drop rate determines the queue. The operator cannot know the load in advance.",
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
        after:
          "On average {queue} wait, and the link is busy {busy} of the time: adaptive RED raises its drop probability until the queue is between the thresholds, whatever the load. CoDel and PIE control the delay itself and need no such thresholds.",
      },
    },
  ],
  freePlay: "Compare the disciplines with ten downloads, and with a link of 1.5 Mb/s.",
  reading: [
    {
      id: "rfc-8289",
      text: "Controlled Delay Active Queue Management. RFC 8289.",
      url: "https://www.rfc-editor.org/rfc/rfc8289",
    },
    {
      id: "rfc-8033",
      text: "Proportional Integral Controller Enhanced. RFC 8033.",
      url: "https://www.rfc-editor.org/rfc/rfc8033",
    },
    { id: "floyd-2001", text: "S. Floyd, R. Gummadi, S. Shenker: Adaptive RED. 2001." },
    { id: "rfc-8290", text: "FlowQueue-CoDel. RFC 8290.", url: "https://www.rfc-editor.org/rfc/rfc8290" },
  ],
};

import type { Lesson } from "../../../tasks/model.ts";
import { call, dumbbell, flow, QUEUE } from "./scenarios.ts";

const limit = { packets: 400 };

export const AQM: Lesson = {
  id: "aqm",
  title: "Active queue management",
  point: "Small controlled queues cost little throughput.",
  learn: "what a router can do about a long queue, and what it costs",
  minutes: 10,
  level: "introduction",
  order: 70,
  scenario: dumbbell("Active queue management", {
    rate: 1e7,
    limit,
    flows: [flow("download", "download", "cubic", 0.04), call(flow)],
    duration: 40,
    settings: { warmup: 5 },
  }),
  charts: ["queue.ms*220", "rate*60", "spread.wait|cdf"],
  values: {
    wait: { kind: "wait" },
    busy: { kind: "utilisation" },
    limit: { kind: "link", property: "limit" },
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
    { id: "rfc-8290", text: "FlowQueue-CoDel. RFC 8290.", url: "https://www.rfc-editor.org/rfc/rfc8290" },
  ],
};

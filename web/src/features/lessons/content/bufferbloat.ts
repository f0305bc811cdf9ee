import type { Lesson } from "../../../tasks/model.ts";
import { call, dumbbell, flow, LIMIT, RATE } from "./scenarios.ts";

export const BUFFERBLOAT: Lesson = {
  id: "bufferbloat",
  title: "Bufferbloat",
  point: "A full buffer taxes everyone else.",
  learn: "how long packets wait in a home router, and what decides it",
  minutes: 10,
  level: "introduction",
  week: 5,
  order: 51,
  topic: "queues",
  terms: ["bufferbloat", "queueing delay", "drop-tail"],
  needs: ["sawtooth"],
  scenario: dumbbell("Bufferbloat", {
    rate: 1.5e6,
    limit: { packets: 20 },
    flows: [flow("download", "download", "cubic", 0.02), call()],
    duration: 40,
    settings: { warmup: 5 },
  }),
  charts: ["queue.ms*220", "rate*60"],
  values: {
    limit: { kind: "link", property: "limit" },
    rate: { kind: "link", property: "rate" },
    wait: { kind: "wait" },
    goodput: { kind: "goodput", flow: "download" },
  },
  steps: [
    {
      id: "watch",
      text: "A [download](curve:download) and a [call](curve:call) share a home link of {rate}. The router buffers up to {limit}. Play the run and watch how long packets wait.",
      notes:
        "Ask who has noticed a call that stutters while somebody uploads a file. The call needs hardly any capacity: its packets wait behind the download.",
      task: { kind: "watch", until: 15 },
    },
    {
      id: "predict",
      text: "Manufacturers once made buffers as large as memory allowed. A packet of the download has 1500 bytes and needs 8 ms on this link. The packets of the call are smaller, but each takes one place in the buffer as well.",
      notes:
        "The mean can be computed: number of packets in the buffer times 8 ms. Let the class compute it first, and set the bars afterwards.",
      task: {
        kind: "predict",
        ask: "With a buffer of 100 packets: how long is the mean wait, and how long the longest?",
        set: [[LIMIT, { packets: 100 }]],
        what: {
          kind: "bars",
          label: "Wait in the queue",
          unit: "s",
          max: 1.5,
          bars: [
            { id: "mean-wait", label: "mean wait", measure: { kind: "wait" } },
            {
              id: "longest-wait",
              label: "longest wait",
              measure: { kind: "signal", entity: "link:forward", signal: "queue_delay", stat: "max" },
            },
          ],
        },
        after:
          "The download fills whatever buffer there is, because it slows down only when a packet is lost. A packet of the call waits behind all packets of the download.",
      },
    },
    {
      id: "gain",
      text: "Packets now wait {wait} on average. Compare the [rate of the download](curve:download) with that of the link.",
      task: {
        kind: "choose",
        ask: "How much of the 1.5 Mb/s does the download get with the large buffer?",
        options: [
          {
            id: "below-0-9-mb-s",
            text: "Less than 0.9 Mb/s",
            hint: "A long queue means that the link always has a packet to send. Whose packets are most of them?",
            when: [{ of: { kind: "goodput", flow: "download" }, below: 0.9e6 }],
          },
          {
            id: "0-9-to-1-3-mb-s",
            text: "0.9 Mb/s to 1.3 Mb/s",
            when: [{ of: { kind: "goodput", flow: "download" }, above: 0.9e6, below: 1.3e6 }],
          },
          {
            id: "above-1-3-mb-s",
            text: "More than 1.3 Mb/s",
            when: [{ of: { kind: "goodput", flow: "download" }, above: 1.3e6 }],
          },
        ],
        hint: "In your run the download gets {goodput} on average. The call needs about 0.1 Mb/s.",
        after:
          "The download gets {goodput}, nearly the same as with the small buffer: the longer wait does not make it faster.",
      },
    },
    {
      id: "mend",
      text: "The wait depends on the router and on its link.",
      task: {
        kind: "goal",
        ask: "Bring the mean wait below 100 ms by changing one control.",
        controls: [
          {
            id: "buffer",
            label: "Buffer",
            options: [
              { id: "100-packets", label: "100 packets", set: [] },
              { id: "50-packets", label: "50 packets", set: [[LIMIT, { packets: 50 }]] },
              { id: "10-packets", label: "10 packets", set: [[LIMIT, { packets: 10 }]] },
            ],
          },
          {
            id: "rate",
            label: "Rate",
            options: [
              { id: "1-5-mb-s", label: "1.5 Mb/s", set: [] },
              { id: "3-mb-s", label: "3 Mb/s", set: [[RATE, 3e6]] },
              { id: "15-mb-s", label: "15 Mb/s", set: [[RATE, 1.5e7]] },
            ],
          },
        ],
        when: [{ of: { kind: "wait" }, below: 0.1 }],
        hint: "The mean wait of your run is {wait}. A full buffer of {limit} takes its size divided by the rate to drain.",
        after:
          "Packets now wait {wait} on average. The longest wait is the size of the buffer, {limit}, divided by the rate of the link, {rate}.",
      },
    },
  ],
  freePlay: "Let four downloads share the link, or choose another queue discipline.",
  reading: [
    {
      id: "gettys-2011",
      text: "J. Gettys, K. Nichols: Bufferbloat: Dark Buffers in the Internet. ACM Queue 2011.",
    },
  ],
};

import type { Lesson } from "../model.ts";
import { dumbbell, flow } from "./scenarios.ts";

/** How many packets flow A sends again, relative to flow B. */
const RESENT_RATIO = {
  kind: "ratio",
  of: { kind: "summary", flow: "a", field: "retransmitted" },
  to: { kind: "summary", flow: "b", field: "retransmitted" },
} as const;

export const ECN: Lesson = {
  id: "ecn",
  title: "A signal without loss",
  point: "Marks slow senders down early without throwing packets away.",
  learn: "what a sender learns from a mark, and what it saves",
  minutes: 10,
  level: "intermediate",
  order: 190,
  scenario: dumbbell("A signal without loss", {
    rate: 1e7,
    limit: { packets: 100 },
    queue: { kind: "red", min_threshold: 8, max_threshold: 40 },
    flows: [
      flow("a", "flow A", "newreno", 0.04, { params: { ecn: false, initial_ssthresh: 20 } }),
      flow("b", "flow B", "newreno", 0.04, { params: { ecn: false, initial_ssthresh: 20 } }),
    ],
    duration: 60,
    settings: { warmup: 5 },
  }),
  charts: ["window", "queue", "rate"],
  values: {
    retransmitted: { kind: "summary", flow: "a", field: "retransmitted" },
    cutsA: { kind: "summary", flow: "a", field: "window_cuts" },
    cutsB: { kind: "summary", flow: "b", field: "window_cuts" },
    marks: { kind: "events", event: "mark" },
    drops: { kind: "events", event: "drop" },
  },
  steps: [
    {
      id: "watch",
      text: "RED drops packets of two flows before the buffer is full. Each drop is a message: send less. But the dropped packet must be sent again. [Flow A](curve:a) sent {retransmitted} packets again.",
      notes:
        "A drop carries one bit of information and destroys a packet. Ask whether the router could send the bit without the damage.",
      task: { kind: "watch", until: 30 },
    },
    {
      id: "predict",
      text: "With explicit congestion notification (ECN), RED sets a mark in the packet instead of dropping it, and the receiver returns the mark to the sender.",
      notes:
        "Some students expect that the flow with ECN slows down less often. Ask what the sender does with a mark.",
      task: {
        kind: "predict",
        ask: "Only flow A uses ECN. How often does each flow cut its window after 5 s?",
        set: [["flows.a.params.ecn", true]],
        what: {
          kind: "bars",
          label: "Cuts of the window",
          unit: "",
          max: 100,
          bars: [
            { label: "flow A, with ECN", measure: { kind: "summary", flow: "a", field: "window_cuts" } },
            { label: "flow B, without ECN", measure: { kind: "summary", flow: "b", field: "window_cuts" } },
          ],
        },
        after:
          "A sender treats a mark like a loss, so both flows cut their windows about as often. ECN is not a privilege. It saves the packet.",
      },
    },
    {
      id: "retransmitted",
      text: "Your run has {marks} marks and {drops} drops.",
      task: {
        kind: "choose",
        ask: "How many packets does flow A send again now, after 5 s?",
        options: [
          { text: "None", when: [{ of: { kind: "summary", flow: "a", field: "retransmitted" }, below: 1 }] },
          {
            text: "Some, but fewer than half as many as flow B",
            when: [
              { of: { kind: "summary", flow: "a", field: "retransmitted" }, above: 0.5 },
              { of: RESENT_RATIO, below: 0.5 },
            ],
          },
          {
            text: "About as many as flow B",
            when: [
              { of: { kind: "summary", flow: "a", field: "retransmitted" }, above: 0.5 },
              { of: RESENT_RATIO, above: 0.5 },
            ],
          },
        ],
        hint: "Look at the marks and crosses in the chart of the queue. Are packets of flow A among the drops?",
      },
    },
    {
      id: "both",
      text: "If both flows use ECN, the queue needs no drops.",
      task: {
        kind: "change",
        ask: "Switch [ECN on for flow B](control) as well.",
        control: {
          id: "ecn",
          label: "ECN of flow B",
          options: [
            { label: "off", set: [] },
            { label: "on", set: [["flows.b.params.ecn", true]] },
          ],
        },
        when: [{ of: { kind: "events", event: "drop", flow: "b" }, below: 5 }],
        hint: "Your run still has {drops} drops.",
      },
    },
  ],
  freePlay:
    "Add twenty flows with ECN. Above its largest threshold, RED drops even packets that could be marked.",
  reading: [
    {
      text: "The Addition of Explicit Congestion Notification to IP. RFC 3168.",
      url: "https://www.rfc-editor.org/rfc/rfc3168",
    },
    { text: "The Benefits of Using ECN. RFC 8087.", url: "https://www.rfc-editor.org/rfc/rfc8087" },
  ],
};

import type { Lesson } from "../../../tasks/model.ts";
import { dumbbell, flow } from "./scenarios.ts";

/** The goodput of flow A, relative to flow B. */
const SHARE = {
  kind: "ratio",
  of: { kind: "goodput", flow: "a" },
  to: { kind: "goodput", flow: "b" },
} as const;

export const ECN: Lesson = {
  id: "ecn",
  title: "ECN: a signal without loss",
  point: "Marks slow senders down early without throwing packets away.",
  learn: "what a sender learns from a mark, and what it saves",
  minutes: 10,
  level: "intermediate",
  week: 11,
  order: 111,
  topic: "marks",
  terms: ["ECN", "RFC 3168", "CE mark", "RED"],
  needs: ["aqm"],
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
    rateA: { kind: "goodput", flow: "a" },
    rateB: { kind: "goodput", flow: "b" },
    cutsA: { kind: "summary", flow: "a", field: "window_cuts" },
    cutsB: { kind: "summary", flow: "b", field: "window_cuts" },
    marks: { kind: "events", event: "mark" },
    drops: { kind: "events", event: "drop" },
  },
  steps: [
    {
      id: "watch",
      text: "RED drops packets of two flows before the buffer is full. Each drop is a message: send less. But the dropped packet must be sent again. In the chart of the window, each cross on the curve of [flow A](curve:a) is a drop.",
      notes:
        "A drop carries one bit of information and destroys a packet. Ask whether the router could send the bit without the damage.",
      task: { kind: "watch", until: 30 },
    },
    {
      id: "predict",
      text: "With explicit congestion notification (ECN), RED sets a mark in the packet instead of dropping it, and the receiver returns the mark to the sender. Without ECN, flow A sent {retransmitted} packets again.",
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
            {
              id: "flow-with-ecn",
              label: "flow A, with ECN",
              measure: { kind: "summary", flow: "a", field: "window_cuts" },
            },
            {
              id: "flow-b-without-ecn",
              label: "flow B, without ECN",
              measure: { kind: "summary", flow: "b", field: "window_cuts" },
            },
          ],
        },
        after: "A sender treats a mark like a loss, so both flows cut their windows about as often.",
      },
    },
    {
      id: "retransmitted",
      text: "Your run has {marks} marks and {drops} drops. Flow A sent {retransmitted} packets again.",
      task: {
        kind: "choose",
        ask: "What does flow A gain from that, compared with flow B?",
        options: [
          {
            id: "more",
            text: "It gets at least 20 % more.",
            hint: "Flow A sends no packet twice, but these were only few of its packets. Compare the goodputs, {rateA} and {rateB}.",
            when: [{ of: SHARE, above: 1.2 }],
          },
          { id: "equal", text: "Both get about the same.", when: [{ of: SHARE, above: 0.8, below: 1.2 }] },
          { id: "more-2", text: "It gets at least 20 % less.", when: [{ of: SHARE, below: 0.8 }] },
        ],
        hint: "In your run flow A gets {rateA}, and flow B {rateB}. What decides about a rate: the packets that are sent again, or how often the window is cut?",
        after:
          "Flow A gets {rateA}, and flow B {rateB}: a rate depends on how often the window is cut, and a mark cuts it as a drop does.",
      },
    },
    {
      id: "both",
      text: "A rate depends on the cuts of the window, and a mark causes one as a drop does. Now flow B uses ECN as well.",
      notes:
        "Count the signs of congestion that both flows got before: each drop and each mark is one. Ask how many are needed now.",
      task: {
        kind: "predict",
        ask: "How many marks and how many drops does the queue need after 5 s, if both flows use ECN?",
        set: [["flows.b.params.ecn", true]],
        what: {
          kind: "bars",
          label: "Signals of the queue",
          unit: "",
          max: 200,
          bars: [
            { id: "marks", label: "marks", measure: { kind: "events", event: "mark" } },
            { id: "drops", label: "drops", measure: { kind: "events", event: "drop" } },
          ],
        },
        after:
          "The queue needs about as many signals as before, because the senders react as before. None of them costs a packet.",
      },
    },
  ],
  freePlay:
    "Add twenty flows with ECN. Above its largest threshold, RED drops even packets that could be marked.",
  reading: [
    {
      id: "rfc-3168",
      text: "The Addition of Explicit Congestion Notification to IP. RFC 3168.",
      url: "https://www.rfc-editor.org/rfc/rfc3168",
    },
    {
      id: "rfc-8087",
      text: "The Benefits of Using ECN. RFC 8087.",
      url: "https://www.rfc-editor.org/rfc/rfc8087",
    },
  ],
};

import type { Lesson } from "../../../tasks/model.ts";
import { dumbbell, flow } from "./scenarios.ts";

export const PAPER_LDA_PLUS: Lesson = {
  id: "paper-ldaplus",
  title: "LDA+: a report every five seconds",
  point: "Rare reports make the rate of a media flow even, but it reacts late, and TCP gives way to it.",
  learn: "how a media flow adapts to rare reports, and how it fares next to TCP",
  minutes: 10,
  level: "advanced",
  order: 270,
  scenario: dumbbell("LDA+: a report every five seconds", {
    rate: 4e6,
    limit: { packets: 60 },
    flows: [flow("lda", "LDA+", "lda_plus", 0.1), flow("tcp", "TCP", "sack", 0.1, { start: 100 })],
    duration: 300,
    settings: { warmup: 100 },
  }),
  charts: ["rate", "queue"],
  values: {
    alone: { kind: "goodput", flow: "lda", from: 60, to: 100 },
    lda: { kind: "goodput", flow: "lda", from: 200 },
    tcp: { kind: "goodput", flow: "tcp", from: 200 },
    ldaCov: { kind: "variation", flow: "lda" },
    tcpCov: { kind: "variation", flow: "tcp" },
  },
  steps: [
    {
      id: "watch",
      text: "[LDA+](curve:lda) changes the rate of a media flow only when a report of the receiver arrives, about every five seconds. Watch how it finds the capacity of 4 Mb/s.",
      notes:
        "Ask how often TCP gets news from its receiver, and how often LDA+ does. Everything in this lesson follows from the difference.",
      task: { kind: "watch", until: 100 },
    },
    {
      id: "predict",
      text: "At 100 s a TCP flow starts. TCP reacts to each loss within a round trip of 0.1 s.",
      notes: "Ask the class to draw steps, not a slope, and to say how long each step lasts.",
      task: {
        kind: "predict",
        ask: "Draw the rate of LDA+ in the next 100 seconds.",
        what: {
          kind: "curve",
          entity: "flow:lda",
          signal: "delivered",
          label: "Rate of LDA+",
          unit: "bit/s",
          from: 100.5,
          to: 200.5,
          max: 4.2e6,
        },
        after:
          "LDA+ lowers its rate in steps, one for each report with losses. When the reports show no loss, it raises its rate again. Between two reports it sends at a constant rate. The chart shows the rate that arrives, which also depends on the queue.",
      },
    },
    {
      id: "shares",
      text: "After 200 s LDA+ gets {lda}, and TCP {tcp}.",
      task: {
        kind: "choose",
        ask: "Whose rate varies less from second to second?",
        options: [
          {
            id: "lda-plus",
            text: "That of LDA+",
            when: [
              {
                of: {
                  kind: "ratio",
                  of: { kind: "variation", flow: "lda" },
                  to: { kind: "variation", flow: "tcp" },
                },
                below: 0.8,
              },
            ],
          },
          {
            id: "equal",
            text: "They vary about equally",
            when: [
              {
                of: {
                  kind: "ratio",
                  of: { kind: "variation", flow: "lda" },
                  to: { kind: "variation", flow: "tcp" },
                },
                above: 0.8,
                below: 1.25,
              },
            ],
          },
          {
            id: "tcp",
            text: "That of TCP",
            when: [
              {
                of: {
                  kind: "ratio",
                  of: { kind: "variation", flow: "lda" },
                  to: { kind: "variation", flow: "tcp" },
                },
                above: 1.25,
              },
            ],
          },
        ],
        hint: "The coefficient of variation over 1 s is {ldaCov} for LDA+ and {tcpCov} for TCP.",
      },
    },
  ],
  freePlay: "Let five TCP flows share the link with LDA+, and compare drop-tail with RED.",
  reading: [
    {
      id: "sisalem",
      text: "D. Sisalem, A. Wolisz: the paper on LDA+, with every experiment computed again.",
      url: "#/papers/ldaplus",
    },
    { id: "lda-plus", text: "The mechanism of LDA+.", url: "#/algorithms/lda_plus" },
  ],
};

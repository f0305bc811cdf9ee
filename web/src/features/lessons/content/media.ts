import type { Lesson } from "../model.ts";
import { dumbbell, flow, QUEUE } from "./scenarios.ts";

const LIMITS = { packets: 100 };

export const MEDIA: Lesson = {
  id: "media",
  title: "Media in competition with TCP",
  point: "Smoothness, friendliness and low delay pull in different directions.",
  learn: "what a media flow gets next to TCP, and how evenly",
  minutes: 15,
  level: "advanced",
  order: 230,
  scenario: dumbbell("Media in competition with TCP", {
    rate: 2.5e6,
    limit: LIMITS,
    flows: [flow("media", "media", "tfrc", 0.1), flow("tcp", "TCP SACK", "sack", 0.1)],
    loss: [{ kind: "random", probability: 0.02 }],
    duration: 200,
    settings: { warmup: 10 },
  }),
  charts: ["rate", "queue"],
  values: {
    media: { kind: "goodput", flow: "media" },
    tcp: { kind: "goodput", flow: "tcp" },
    ratio: { kind: "ratio", of: { kind: "goodput", flow: "media" }, to: { kind: "goodput", flow: "tcp" } },
    mediaCov: { kind: "variation", flow: "media" },
    tcpCov: { kind: "variation", flow: "tcp" },
  },
  steps: [
    {
      id: "smooth",
      text: "[TFRC](curve:media) computes its rate from the losses that its receiver reports and the equation of TCP. [A TCP flow](curve:tcp) shares the link.",
      notes: "Ask what a viewer notices more: a lower rate, or a rate that changes every few seconds.",
      task: {
        kind: "choose",
        ask: "Which rate varies less from second to second?",
        options: [
          {
            text: "That of TFRC",
            when: [
              {
                of: {
                  kind: "ratio",
                  of: { kind: "variation", flow: "media" },
                  to: { kind: "variation", flow: "tcp" },
                },
                below: 0.8,
              },
            ],
          },
          {
            text: "They vary about equally",
            when: [
              {
                of: {
                  kind: "ratio",
                  of: { kind: "variation", flow: "media" },
                  to: { kind: "variation", flow: "tcp" },
                },
                above: 0.8,
                below: 1.25,
              },
            ],
          },
          {
            text: "That of TCP",
            when: [
              {
                of: {
                  kind: "ratio",
                  of: { kind: "variation", flow: "media" },
                  to: { kind: "variation", flow: "tcp" },
                },
                above: 1.25,
              },
            ],
          },
        ],
        hint: "The coefficient of variation over 1 s is {mediaCov} for TFRC and {tcpCov} for TCP.",
      },
    },
    {
      id: "friendly",
      text: "TFRC gets {media} and TCP {tcp}: under the same losses both get about the same.",
      notes: "RAP looks like TCP on paper. Ask which part of TCP is missing before the class sets the bars.",
      task: {
        kind: "predict",
        ask: "RAP also increases additively and halves its rate, but it has no timeouts. How much does each flow get if the media flow uses RAP?",
        set: [["flows.media.algorithm", "rap"]],
        what: {
          kind: "bars",
          label: "Mean goodput",
          unit: "bit/s",
          max: 2.5e6,
          bars: [
            { label: "media flow with RAP", measure: { kind: "goodput", flow: "media" } },
            { label: "TCP", measure: { kind: "goodput", flow: "tcp" } },
          ],
        },
        after:
          "At a loss rate of 2 % TCP has timeouts now and then, which RAP does not imitate. RAP gets more, and its rate varies more than TFRC's.",
      },
    },
    {
      id: "isolate",
      text: "RAP gets {ratio} times the goodput of TCP. A discipline that serves flows in turn limits a greedy flow only where the link is full.",
      task: {
        kind: "change",
        ask: "Remove the [random losses](control), so that the queue alone decides.",
        control: {
          id: "loss",
          label: "Losses",
          options: [
            { label: "2 % at random", set: [] },
            { label: "only those of a drop-tail queue", set: [["network.forward.loss", []]] },
            {
              label: "only those of a DRR queue",
              set: [
                ["network.forward.loss", []],
                [QUEUE, { kind: "drr", limit: LIMITS }],
              ],
            },
          ],
        },
      },
    },
  ],
  freePlay: "Try TFWC, LDA+ and TPBA as the media flow, against one and against five TCP flows.",
  reading: [
    { text: "TCP Friendly Rate Control (TFRC). RFC 5348.", url: "https://www.rfc-editor.org/rfc/rfc5348" },
    { text: "R. Rejaie, M. Handley, D. Estrin: RAP. INFOCOM 1999." },
    {
      text: "S. Floyd, M. Handley, J. Padhye: A Comparison of Equation-Based and AIMD Congestion Control. 2000.",
    },
  ],
};

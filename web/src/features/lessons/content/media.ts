import type { Json } from "../../../generated/types.ts";
import type { Lesson } from "../../../tasks/model.ts";
import { dumbbell, flow, QUEUE, RATE } from "./scenarios.ts";

const LIMITS = { packets: 100 };

export const MEDIA: Lesson = {
  id: "media",
  title: "Media rates: smooth, and friendly to TCP?",
  point: "Smoothness, friendliness and low delay pull in different directions.",
  learn: "what a media flow gets next to TCP, and how evenly",
  minutes: 18,
  level: "advanced",
  week: 13,
  order: 133,
  topic: "media",
  terms: ["TFRC", "RAP", "LDA+", "TCP-friendly"],
  needs: ["loss-law"],
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
      text: "[TFRC](curve:media) computes its rate from the losses that its receiver reports and the equation of TCP. [A TCP flow](curve:tcp) shares the link, which loses 2 % of the packets at random.",
      notes: "Ask what a viewer notices more: a lower rate, or a rate that changes every few seconds.",
      task: {
        kind: "choose",
        ask: "Which rate varies less from second to second?",
        options: [
          {
            id: "tfrc",
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
            id: "equal",
            text: "They vary about equally",
            hint: "Compare single seconds: TCP halves its rate at each loss. TFRC averages over the last eight loss intervals.",
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
            id: "tcp",
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
        after:
          "The coefficient of variation over 1 s is {mediaCov} for TFRC and {tcpCov} for TCP: TFRC averages over several losses, and TCP reacts to each.",
      },
    },
    {
      id: "friendly",
      text: "TFRC gets {media} and TCP {tcp}: under the same losses both get about the same.",
      notes: "RAP looks like TCP on paper. Ask which part of TCP is missing before the class sets the bars.",
      task: {
        kind: "predict",
        ask: "Like TCP, RAP increases its rate additively and halves it after a loss, but it has no timeouts. How much does each flow get if the media flow uses RAP?",
        set: [["flows.media.algorithm", "rap"]],
        what: {
          kind: "bars",
          label: "Mean goodput",
          unit: "bit/s",
          max: 2.5e6,
          bars: [
            {
              id: "media-flow-with-rap",
              label: "media flow with RAP",
              measure: { kind: "goodput", flow: "media" },
            },
            { id: "tcp", label: "TCP", measure: { kind: "goodput", flow: "tcp" } },
          ],
        },
        after:
          "At a loss rate of 2 % TCP has timeouts now and then, which RAP does not imitate. RAP gets more, and its rate varies more than TFRC's.",
      },
    },
    {
      id: "isolate",
      text: "RAP gets {ratio} times the goodput of TCP. Without the random losses, the link is full, and the queue decides which packets are lost. A drop-tail queue drops those that find it full. DRR (deficit round robin) serves the flows in turn.",
      task: {
        kind: "change",
        ask: "Remove the [random losses](control), and let RAP get less than 1.15 times the goodput of TCP.",
        control: {
          id: "loss",
          label: "Losses",
          options: [
            { id: "2-percent-at-random", label: "2 % at random", set: [] },
            {
              id: "drop-tail-queue",
              label: "only those of a drop-tail queue",
              set: [["network.forward.loss", []]],
            },
            {
              id: "drr-queue",
              label: "only those of a DRR queue",
              set: [
                ["network.forward.loss", []],
                [QUEUE, { kind: "drr", limit: LIMITS }],
              ],
            },
          ],
        },
        when: [
          {
            of: {
              kind: "ratio",
              of: { kind: "goodput", flow: "media" },
              to: { kind: "goodput", flow: "tcp" },
            },
            below: 1.15,
          },
        ],
        hint: "In your run RAP gets {ratio} times the goodput of TCP. Which of the queues knows the flow of a packet?",
        after:
          "RAP gets {ratio} times the goodput of TCP: a queue that serves the flows in turn does not care by which rule a flow grows.",
      },
    },
    {
      id: "reports",
      text: "TFRC and RAP hear of the path in each round trip. Other media flows get a report only every few seconds, because reports to many receivers would cost too much. LDA+ changes its rate with each report, about every five seconds. It has a link of 4 Mb/s for itself until a TCP flow starts at 100 s.",
      notes: "Ask the class to draw steps, not a slope, and to say how long each step lasts.",
      task: {
        kind: "predict",
        ask: "Draw the rate of LDA+ in the 100 seconds after the start of TCP.",
        set: [
          [RATE, 4e6],
          ["network.forward.loss", []],
          [QUEUE, { kind: "drop_tail", limit: { packets: 60 } }],
          ["duration", 300],
          ["warmup", 200],
          [
            "flows",
            [
              flow("media", "LDA+", "lda_plus", 0.1),
              flow("tcp", "TCP", "sack", 0.1, { start: 100 }),
            ] as unknown as Json,
          ],
        ],
        what: {
          kind: "curve",
          entity: "flow:media",
          signal: "delivered",
          label: "Rate of LDA+",
          unit: "bit/s",
          from: 100.5,
          to: 200.5,
          max: 4.2e6,
        },
        after:
          "LDA+ lowers its rate in steps, one for each report with losses, and raises it again when the reports show none. After 200 s it gets {media}, and TCP {tcp}: rare reports make the rate even, but it reacts late, and TCP gives way.",
      },
    },
  ],
  freePlay:
    "Try TFWC, TAIMD, TPBA and TRABOL as the media flow, against one and against five TCP flows. The section Papers has every experiment of their authors.",
  reading: [
    {
      id: "rfc-5348",
      text: "TCP Friendly Rate Control (TFRC). RFC 5348.",
      url: "https://www.rfc-editor.org/rfc/rfc5348",
    },
    { id: "rejaie-1999", text: "R. Rejaie, M. Handley, D. Estrin: RAP. INFOCOM 1999." },
    {
      id: "papers",
      text: "The papers on LDA+, TAIMD, TFWC, TPBA and TRABOL, with every experiment computed again.",
      url: "#/papers",
    },
    {
      id: "floyd-2000",
      text: "S. Floyd, M. Handley, J. Padhye: A Comparison of Equation-Based and AIMD Congestion Control. 2000.",
    },
  ],
};

import type { Lesson } from "../../../tasks/model.ts";
import { dumbbell, flow, LOSS } from "./scenarios.ts";

export const PAPER_TFWC: Lesson = {
  id: "paper-tfwc",
  title: "TFWC: an equation with a window",
  point: "TFWC takes TFRC's equation but lets acknowledgements clock the packets.",
  learn: "what TFWC takes from TFRC and what from TCP, and how the shares come out",
  minutes: 15,
  level: "advanced",
  order: 290,
  scenario: dumbbell("TFWC: an equation with a window", {
    rate: 2.5e6,
    limit: { packets: 100 },
    loss: [{ kind: "random", probability: 0.02 }],
    flows: [flow("tfwc", "TFWC", "tfwc", 0.1), flow("tcp", "TCP SACK", "sack", 0.1)],
    duration: 200,
    settings: { warmup: 20 },
  }),
  charts: ["rate", "window"],
  values: {
    tfwc: { kind: "goodput", flow: "tfwc" },
    tcp: { kind: "goodput", flow: "tcp" },
    tfwcCov: { kind: "variation", flow: "tfwc" },
    tcpCov: { kind: "variation", flow: "tcp" },
    timeouts: { kind: "summary", flow: "tcp", field: "timeouts" },
  },
  steps: [
    {
      id: "smooth",
      text: "[TFWC](curve:tfwc) keeps TFRC's history of losses at the sender and computes a window from it. The link loses 2 % of the packets of this flow and of [TCP](curve:tcp) at random.",
      notes:
        "Point out that both flows see the same losses. The difference is how many losses one decision remembers.",
      task: {
        kind: "choose",
        ask: "Which of the two rates varies less from second to second?",
        options: [
          {
            id: "tfwc",
            text: "That of TFWC",
            when: [
              {
                of: {
                  kind: "ratio",
                  of: { kind: "variation", flow: "tfwc" },
                  to: { kind: "variation", flow: "tcp" },
                },
                below: 0.95,
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
                  of: { kind: "variation", flow: "tfwc" },
                  to: { kind: "variation", flow: "tcp" },
                },
                above: 0.95,
                below: 1.05,
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
                  of: { kind: "variation", flow: "tfwc" },
                  to: { kind: "variation", flow: "tcp" },
                },
                above: 1.05,
              },
            ],
          },
        ],
        hint: "The coefficient of variation over 1 s is {tfwcCov} for TFWC and {tcpCov} for TCP.",
        after:
          "The coefficient of variation over 1 s is {tfwcCov} for TFWC and {tcpCov} for TCP. TFWC averages over several losses, and TCP reacts to each.",
      },
    },
    {
      id: "predict",
      text: "Both flows lose 2 % of their packets. TFWC gets {tfwc} and TCP {tcp}. The equation of TFWC contains the timeouts of TCP as well.",
      notes:
        "Let the class estimate the window at 8 % loss. With so few packets, three duplicate acknowledgements hardly ever arrive.",
      task: {
        kind: "predict",
        ask: "The loss rate rises to 8 %. How much does each flow get?",
        set: [[`${LOSS}.0.probability`, 0.08]],
        what: {
          kind: "bars",
          label: "Mean goodput",
          unit: "bit/s",
          max: 1e6,
          bars: [
            { id: "tfwc", label: "TFWC", measure: { kind: "goodput", flow: "tfwc" } },
            { id: "tcp", label: "TCP", measure: { kind: "goodput", flow: "tcp" } },
          ],
        },
        after:
          "TCP now lives from timeout to timeout. The equation contains the timeouts too, so TFWC slows down as well, but it keeps sending. The paper compares both at small windows, where TFRC and TCP share least evenly.",
      },
    },
    {
      id: "tfrc",
      text: "With TFWC, the first flow gets {tfwc}, and TCP {tcp}. TFRC has the same equation but sends at a computed rate, which its receiver's reports correct once per round trip.",
      task: {
        kind: "change",
        ask: "Change the first flow to [TFRC](control), and compare the rates with those of TFWC, which are drawn in pale colours.",
        control: {
          id: "algorithm",
          label: "Algorithm of the first flow",
          options: [
            { id: "tfwc", label: "TFWC", set: [] },
            { id: "tfrc", label: "TFRC", set: [["flows.tfwc.algorithm", "tfrc"]] },
          ],
        },
      },
    },
  ],
  freePlay: "Open the section Papers, and compare the figures of TFWC with the results of this simulator.",
  reading: [
    {
      id: "choi",
      text: "S.-H. Choi, M. Handley: the paper on TFWC, with every experiment computed again.",
      url: "#/papers/tfwc",
    },
    { id: "tfwc", text: "The mechanism of TFWC.", url: "#/algorithms/tfwc" },
  ],
};

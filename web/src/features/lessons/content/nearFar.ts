import type { Lesson } from "../../../tasks/model.ts";
import { dumbbell, flow, QUEUE, setRtt } from "./scenarios.ts";

const JAIN = { kind: "jain", flows: ["near", "far"] } as const;

const NEAR_WINDOW = { kind: "signal", entity: "flow:near", signal: "cwnd", stat: "mean" } as const;
const FAR_WINDOW = { kind: "signal", entity: "flow:far", signal: "cwnd", stat: "mean" } as const;

export const NEAR_FAR: Lesson = {
  id: "near-far",
  title: "RTT fairness: near and far",
  point: "Flows with short round trips get more: their windows grow faster, and are delivered more often.",
  learn: "how the distance of a server changes a flow’s share",
  minutes: 15,
  level: "introduction",
  week: 3,
  order: 32,
  topic: "sharing",
  terms: ["RTT", "RTT unfairness", "Jain’s index"],
  needs: ["invent-aimd"],
  scenario: dumbbell("Near and far", {
    rate: 1e7,
    limit: { packets: 30 },
    flows: [flow("near", "near", "newreno", 0.04), flow("far", "far", "newreno", 0.04)],
    duration: 60,
    settings: { warmup: 5 },
  }),
  charts: ["rate", "window"],
  values: {
    near: { kind: "goodput", flow: "near" },
    far: { kind: "goodput", flow: "far" },
    jain: JAIN,
    nearWindow: NEAR_WINDOW,
    farWindow: FAR_WINDOW,
  },
  steps: [
    {
      id: "equal",
      text: "Two flows with equal round trips of 40 ms share a link of 10 Mb/s. In the long run each gets about half: [near](curve:near) {near}, [far](curve:far) {far}.",
      notes:
        "This is the fair case, as a reference. Ask which property of a path, other than its capacity, could matter for the share of a flow.",
      task: { kind: "watch", until: 30 },
    },
    {
      id: "predict",
      text: "Both flows add one packet to their windows in each round trip. Now the receiver of the second flow moves away: its round trip takes 160 ms.",
      notes:
        "Most students expect a factor of four, because the round trips differ by four. Collect the guesses, and let the class explain after the reveal why it is more.",
      task: {
        kind: "predict",
        ask: "How much does each flow get after the move?",
        set: setRtt(0.16, "far"),
        what: {
          kind: "bars",
          label: "Mean goodput",
          unit: "bit/s",
          max: 1e7,
          bars: [
            { id: "near", label: "near", measure: { kind: "goodput", flow: "near" } },
            { id: "far", label: "far", measure: { kind: "goodput", flow: "far" } },
          ],
        },
        after:
          "In the time in which the far flow adds one packet, the near flow adds four. And each packet of its window crosses the link four times as often. Both effects favour the near flow. The queue weakens them, because it adds the same wait to both round trips.",
      },
    },
    {
      id: "ratio",
      text: "The near flow gets {near}, the far flow {far}. A flow delivers its window once in each round trip.",
      task: {
        kind: "number",
        ask: "How many times the window of the far flow is the window of the near flow? Read the means in the chart of the window; a value within 30 % is right.",
        measure: {
          kind: "ratio",
          of: NEAR_WINDOW,
          to: FAR_WINDOW,
        },
        unit: "times",
        factor: 1,
        tolerance: 0.3,
        hint: "The mean windows are {nearWindow} (near) and {farWindow} (far). Divide the first by the second.",
        after:
          "The mean windows are {nearWindow} (near) and {farWindow} (far): the near window grows four times as often, and losses are shared.",
      },
    },
    {
      id: "goal",
      text: "Jain's index of the two goodputs is {jain}. An index of 1 is exactly fair, and 0.5 means that one of two flows gets everything. RED drops some packets at random before its queue is full; FQ-CoDel serves the flows in turn.",
      task: {
        kind: "goal",
        ask: "Bring Jain's index above 0.9 by changing one control.",
        controls: [
          {
            id: "queue",
            label: "Queue discipline",
            options: [
              { id: "drop-tail", label: "Drop-tail", set: [] },
              { id: "red", label: "RED", set: [[QUEUE, { kind: "red", limit: { packets: 30 } }]] },
              {
                id: "fq-codel",
                label: "FQ-CoDel",
                set: [[QUEUE, { kind: "fq_codel", limit: { packets: 200 } }]],
              },
            ],
          },
          {
            id: "rtt",
            label: "Round trip of the far flow",
            options: [
              { id: "160-ms", label: "160 ms", set: [] },
              { id: "320-ms", label: "320 ms", set: setRtt(0.32, "far") },
              { id: "40-ms", label: "40 ms", set: setRtt(0.04, "far") },
            ],
          },
        ],
        when: [{ of: JAIN, above: 0.9 }],
        hint: "Jain's index of your run is {jain}: near gets {near}, far {far}.",
        after:
          "Jain’s index is now {jain}: near gets {near}, and far {far}. Shares are equal where the router serves the flows in turn, or where the round trips are equal.",
      },
    },
  ],
  freePlay: "Change both flows to CUBIC, whose growth depends on seconds and not on round trips.",
  reading: [
    {
      id: "floyd-1992",
      text: "S. Floyd, V. Jacobson: On Traffic Phase Effects in Packet-Switched Gateways. 1992.",
    },
    {
      id: "jain-1984",
      text: "R. Jain, D. Chiu, W. Hawe: A Quantitative Measure of Fairness. DEC-TR-301, 1984.",
    },
  ],
};

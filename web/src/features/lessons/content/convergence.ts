import type { Lesson } from "../../../tasks/model.ts";
import { dumbbell, flow, RATE } from "./scenarios.ts";

const JAIN = { kind: "jain", flows: ["first", "second"], from: 100 } as const;

export const CONVERGENCE: Lesson = {
  id: "convergence",
  title: "A second flow arrives",
  point: "Two flows that follow the rules of TCP move towards equal shares.",
  learn: "what happens to the shares when a second flow arrives, and why",
  minutes: 10,
  level: "introduction",
  order: 30,
  scenario: dumbbell("Two flows find their shares", {
    rate: 1e7,
    limit: { packets: 50 },
    flows: [
      flow("first", "first", "newreno", 0.06),
      flow("second", "second", "newreno", 0.06, { start: 20, params: { initial_ssthresh: 2 } }),
    ],
    duration: 160,
  }),
  charts: ["rate", "phase"],
  values: {
    first: { kind: "goodput", flow: "first", from: 100 },
    second: { kind: "goodput", flow: "second", from: 100 },
    jain: JAIN,
  },
  steps: [
    {
      id: "watch",
      text: "[The first flow](curve:first) has the link of 10 Mb/s for itself. At 20 s [a second flow](curve:second) starts with a small window. Both increase their windows by one packet per round trip, and halve them at a loss.",
      notes:
        "Show that the sum of both rates reaches the capacity at every tooth. Ask whether the second flow can ever catch up, although both grow at the same pace.",
      task: { kind: "watch", until: 22 },
    },
    {
      id: "predict",
      text: "Now both flows follow the same rules on the same link. The first one begins with nearly all of it.",
      notes:
        "Work through one loss on the board: windows of 80 and 20 become 40 and 10. The difference is halved, and the growth that follows keeps it.",
      task: {
        kind: "predict",
        ask: "Draw the rate of the second flow in the next 40 seconds.",
        what: {
          kind: "curve",
          entity: "flow:second",
          signal: "delivered",
          label: "Rate of the second flow",
          unit: "bit/s",
          from: 22,
          to: 62,
          max: 1e7,
        },
        after:
          "Each common loss halves the difference between the windows, and growth does not change it. The two flows move towards equal shares.",
      },
    },
    {
      id: "jain",
      text: "Compare the rates of [the first flow](curve:first) and [the second flow](curve:second) after [100 s](at:100).",
      task: {
        kind: "choose",
        ask: "Jain's index is 1 for equal goodputs and 0.5 if one of two flows gets everything. What is it after 100 s?",
        options: [
          { id: "below-0-7", text: "Below 0.7", when: [{ of: JAIN, below: 0.7 }] },
          { id: "0-7-to-0-9", text: "Between 0.7 and 0.9", when: [{ of: JAIN, above: 0.7, below: 0.9 }] },
          { id: "above-0-9", text: "Above 0.9", when: [{ of: JAIN, above: 0.9 }] },
        ],
        hint: "The goodputs of your run are {first} and {second}. The index is the square of their sum, divided by twice the sum of their squares.",
      },
    },
    {
      id: "rate",
      text: "No part of the rules depends on the rate of the link.",
      task: {
        kind: "change",
        ask: "Double the [rate of the link](control), and see whether the flows still find equal shares.",
        control: {
          id: "rate",
          label: "Rate",
          options: [
            { id: "10-mb-s", label: "10 Mb/s", set: [] },
            { id: "20-mb-s", label: "20 Mb/s", set: [[RATE, 2e7]] },
          ],
        },
        after: "After 100 s the flows get {first} and {second}: their shares are nearly equal again.",
      },
    },
  ],
  freePlay: "Let a third flow start at 60 s, or change both flows to CUBIC.",
  reading: [
    {
      id: "chiu-1989",
      text: "D. Chiu, R. Jain: Analysis of the Increase and Decrease Algorithms for Congestion Avoidance. 1989.",
    },
    { id: "kurose-ross", text: "Kurose and Ross, Computer Networking, section 3.7.1, Fairness." },
  ],
};

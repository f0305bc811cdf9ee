// The four rules of Chiu and Jain, as one program with two switches. The queue marks the packets of both flows at the same
// time, so both react to the same congestion, as in their model.
import type { Lesson } from "../../../tasks/model.ts";
import { dumbbell, flow } from "./scenarios.ts";

const CODE = `# Two questions: how does the window grow, and how does congestion reduce it?
setting grow_by_factor = false "Grow by a share of the window, and not by packets."
setting cut_by_factor = false "Halve the window, and do not subtract packets."

on_ack {
  if grow_by_factor {
    cwnd += 0.02 * acked         # 2 % per round trip
  } else {
    cwnd += acked / cwnd         # one packet per round trip
  }
}

on_congestion {
  if cut_by_factor {
    ssthresh = max(cwnd / 2, 2)
  } else {
    ssthresh = max(cwnd - 10, 2)
  }
}
`;

const FLOWS = ["first", "second"] as const;
const JAIN = { kind: "jain", flows: FLOWS, from: 100 } as const;
const BUSY = { kind: "utilisation", from: 100 } as const;

/** Switches a setting of both flows on. */
const on = (setting: string) => FLOWS.map((id) => [`flows.${id}.params.settings.${setting}`, true] as const);

export const INVENT_AIMD: Lesson = {
  id: "invent-aimd",
  title: "Invent AIMD",
  learn: "how increase and decrease decide whether two flows get equal shares",
  point: "Of four simple rules, only additive increase with multiplicative decrease leads to equal shares.",
  minutes: 12,
  level: "introduction",
  order: 35,
  scenario: dumbbell("Invent AIMD", {
    rate: 1e7,
    limit: { packets: 200 },
    queue: { kind: "step", threshold: 30, limit: { packets: 200 } },
    flows: [
      flow("first", "first", "own", 0.06, { params: { code: CODE, ecn: true } }),
      flow("second", "second", "own", 0.06, {
        start: 20,
        params: { code: CODE, ecn: true, initial_window: 2 },
      }),
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
      text: "Both flows run the same short program: the window grows by one packet per round trip, and congestion subtracts ten packets. [The first flow](curve:first) has the link of 10 Mb/s for itself until [the second flow](curve:second) starts at 20 s. The queue marks packets of both flows when it is long. In the phase plot, each point is the rates of both flows at one moment.",
      notes:
        "Let the class state the rule in words before you press Play: add one, subtract ten. Ask what the two rules have in common.",
      task: { kind: "watch", until: 24 },
    },
    {
      id: "predict",
      text: "Both flows follow this rule. The first one begins with nearly all of the link.",
      notes:
        "Write two windows on the board, 80 and 10 packets, and apply the rule to both. Ask what happens to their difference. Do not say yet what happens to the rates.",
      task: {
        kind: "predict",
        ask: "Draw the rate of the second flow in the next 40 seconds.",
        what: {
          kind: "curve",
          entity: "flow:second",
          signal: "delivered",
          label: "Rate of the second flow",
          unit: "bit/s",
          from: 24,
          to: 64,
          max: 1e7,
        },
        after:
          "Adding and subtracting the same number leaves the difference of the windows as it is. The second flow never catches up.",
      },
    },
    {
      id: "goal",
      text: "After 100 s the flows get {first} and {second}. The program has a switch for each half of the rule.",
      notes:
        "Four combinations exist. Ask the class which of the two halves changes the ratio of two windows, and which changes their difference.",
      task: {
        kind: "goal",
        ask: "Change one half of the rule so that both flows get nearly equal rates after 100 s.",
        controls: [
          {
            id: "grow",
            label: "Growth per round trip",
            options: [
              { id: "one-packet", label: "One packet", set: [] },
              { id: "2-percent-window", label: "2 % of the window", set: on("grow_by_factor") },
            ],
          },
          {
            id: "cut",
            label: "At congestion",
            options: [
              { id: "ten-packets-less", label: "Ten packets less", set: [] },
              { id: "half-window", label: "Half the window", set: on("cut_by_factor") },
            ],
          },
        ],
        when: [{ of: JAIN, above: 0.95 }],
        hint: "The flows get {first} and {second}. Which half of the rule takes more from the larger window than from the smaller one?",
      },
    },
    {
      id: "why",
      text: "With your rule, windows of 85 and 15 packets become 42.5 and 7.5: each cut halves the difference of the windows. It also takes half of the packets from the path at once.",
      task: {
        kind: "choose",
        ask: "Equal shares are of little use if the link is idle. With your rule, how busy is it after 100 s?",
        options: [
          {
            id: "less-than-70-percent",
            text: "Less than 70 % of the time",
            when: [{ of: BUSY, below: 0.7 }],
          },
          {
            id: "70-to-90-percent",
            text: "70 % to 90 % of the time",
            when: [{ of: BUSY, above: 0.7, below: 0.9 }],
          },
          {
            id: "more-than-90-percent",
            text: "More than 90 % of the time",
            when: [{ of: BUSY, above: 0.9 }],
          },
        ],
        hint: "The goodputs of your run are {first} and {second}, on a link of 10 Mb/s.",
        after:
          "If windows also grow by a share of their size, growth and cuts both keep the ratio of the windows, and the shares stay as they are. If they grow by a share and lose a fixed number, the larger one gains on the smaller.",
      },
    },
  ],
  freePlay:
    "The editor shows the program. Change the numbers: which increase and which decrease keep the queue short and the link busy? Then let CUBIC join.",
  reading: [
    {
      id: "chiu-1989",
      text: "D. Chiu, R. Jain: Analysis of the Increase and Decrease Algorithms for Congestion Avoidance. 1989.",
    },
  ],
};

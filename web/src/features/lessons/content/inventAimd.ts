// The rules of Chiu and Jain. The queue marks the packets of both flows at the same time, so both react to the same
// congestion, as in their model. The student replaces the rule for congestion by a rule of their own.
import type { Lesson } from "../../../tasks/model.ts";
import { dumbbell, flow } from "./scenarios.ts";

/** A program with these lines for congestion. */
const program = (growth: string, cut: string): string => `# The window is \`cwnd\`, in packets.
on_ack {
  ${growth}
}

on_congestion {
  ${cut}
}
`;

const ONE_PACKET = "cwnd += acked / cwnd  # 1 packet per RTT";
const SUBTRACTS = program(ONE_PACKET, "ssthresh = max(cwnd - 10, 2)");
const HALVES = program(ONE_PACKET, "ssthresh = max(cwnd / 2, 2)");
const ALL_BY_FACTOR = program("cwnd += 0.02 * acked  # 2 % per RTT", "ssthresh = max(cwnd / 2, 2)");

const FLOWS = ["first", "second"] as const;
const FIRST = { kind: "goodput", flow: "first", from: 100 } as const;
const SECOND = { kind: "goodput", flow: "second", from: 100 } as const;
const JAIN = { kind: "jain", flows: FLOWS, from: 100 } as const;
const BUSY = { kind: "utilisation", from: 100 } as const;

export const INVENT_AIMD: Lesson = {
  id: "invent-aimd",
  title: "A second flow arrives: invent AIMD",
  learn: "how increase and decrease decide whether two flows get equal shares",
  point: "Of four simple rules, only additive increase with multiplicative decrease leads to equal shares.",
  minutes: 15,
  level: "introduction",
  week: 3,
  order: 31,
  topic: "sharing",
  terms: ["AIMD", "fairness", "convergence", "phase plot"],
  needs: ["sawtooth"],
  scenario: dumbbell("Invent AIMD", {
    rate: 1e7,
    limit: { packets: 200 },
    queue: { kind: "step", threshold: 30, limit: { packets: 200 } },
    flows: [
      flow("first", "first", "own", 0.06, { params: { code: SUBTRACTS, ecn: true } }),
      flow("second", "second", "own", 0.06, {
        start: 20,
        params: { code: SUBTRACTS, ecn: true, initial_window: 2 },
      }),
    ],
    duration: 160,
  }),
  charts: ["phase*170", "rate"],
  values: { first: FIRST, second: SECOND, jain: JAIN, busy: BUSY },
  steps: [
    {
      id: "watch",
      text: "Both flows run the same short program: the window grows by one packet per round trip, and congestion takes ten packets from it. The queue reports congestion by marking packets while more than 30 wait; nothing is lost. [The first flow](curve:first) has the link of 10 Mb/s for itself until [the second flow](curve:second) starts at 20 s. In the phase plot, each point is the rates of both flows at one moment: on the diagonal they are equal.",
      notes:
        "Let the class state the rule in words before you press Play: add one, subtract ten. Ask what the two halves have in common.",
      task: { kind: "watch", until: 24 },
    },
    {
      id: "predict",
      text: "Both flows add one packet per round trip, and subtract ten at congestion. The first one begins with nearly all of the link.",
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
          "Adding and subtracting the same number leaves the difference of the windows as it is. The second flow never catches up: after 100 s it gets {second}, and the first one {first}.",
      },
    },
    {
      id: "invent",
      text: "Now it is your turn. The program below has two rules: what each acknowledgement does to the window, and what congestion does.",
      notes:
        "Let groups propose rules on paper before they type. Any rule counts whose run reaches the goal: half, two thirds, the square root. Ask each group what its rule does to the difference of two windows.",
      task: {
        kind: "program",
        ask: "Change the rule for congestion so that both flows get nearly equal rates after 100 s (Jain’s index above 0.95), with a link that is busy more than 80 % of the time.",
        when: [
          { of: JAIN, above: 0.95 },
          { of: BUSY, above: 0.8 },
        ],
        hint: "With this rule the flows get {first} and {second}, Jain’s index is {jain}, and the link is busy {busy} of the time. Your rule must take more from the larger window than from the smaller one.",
        after:
          "The flows get {first} and {second}, and Jain’s index is {jain}: each time, your rule takes more from the larger window, so the difference shrinks, and growth does not bring it back.",
        solution: HALVES,
      },
    },
    {
      id: "factors",
      text: "With one packet more per round trip and half the window at congestion, this is the rule of TCP: additive increase, multiplicative decrease (AIMD). What if the window also grows by a share, 2 % per round trip, and not by a packet?",
      notes:
        "Take windows of 80 and 20 packets: halve both, then let both grow by the same factor. Ask what happens to their ratio.",
      task: {
        kind: "predict",
        ask: "How much do both flows get after 100 s, if growth and cut are both by a factor?",
        set: FLOWS.map((id) => [`flows.${id}.params.code`, ALL_BY_FACTOR] as const),
        what: {
          kind: "bars",
          label: "Goodput after 100 s",
          unit: "bit/s",
          max: 1e7,
          bars: [
            { id: "first", label: "first", measure: FIRST },
            { id: "second", label: "second", measure: SECOND },
          ],
        },
        after:
          "The flows get {first} and {second}: growth and cut both keep the ratio of the windows, so the shares stay as they are. In the phase plot, both move along a line through the origin. With growth by a share and a cut by packets, the larger window gains on the smaller one.",
      },
    },
    {
      id: "half",
      text: "Halving is not the only good rule. Both flows halve their windows again, and grow by one packet per round trip.",
      set: FLOWS.map((id) => [`flows.${id}.params.code`, HALVES] as const),
      task: {
        kind: "choose",
        ask: "Equal shares are of little use if the link is idle. How busy is it after 100 s?",
        options: [
          {
            id: "less-than-70-percent",
            text: "Less than 70 % of the time",
            when: [{ of: BUSY, below: 0.7 }],
            hint: "Just after a cut, half of the window is on its way. But the windows were larger than the path, because packets waited.",
          },
          {
            id: "70-to-90-percent",
            text: "70 % to 90 % of the time",
            when: [{ of: BUSY, above: 0.7, below: 0.9 }],
            hint: "Add the two goodputs, {first} and {second}. The headers of the packets need a little more.",
          },
          {
            id: "more-than-90-percent",
            text: "More than 90 % of the time",
            when: [{ of: BUSY, above: 0.9 }],
          },
        ],
        hint: "The goodputs of your run are {first} and {second}, on a link of 10 Mb/s.",
        after:
          "The link is busy {busy} of the time. A larger factor at the cut keeps it busier, but the shares then take longer to become equal.",
      },
    },
  ],
  freePlay:
    "Change the numbers of the program: which increase and which decrease keep the queue short and the link busy? Then let CUBIC join.",
  reading: [
    {
      id: "chiu-1989",
      text: "D. Chiu, R. Jain: Analysis of the Increase and Decrease Algorithms for Congestion Avoidance. 1989.",
    },
    { id: "kurose-ross", text: "Kurose and Ross, Computer Networking, section 3.7.1, Fairness." },
  ],
};

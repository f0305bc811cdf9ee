import type { Lesson, Setting } from "../../../tasks/model.ts";
import { dumbbell, flow, LOSS } from "./scenarios.ts";

const GENERATIONS = [
  ["tahoe", "Tahoe"],
  ["reno", "Reno"],
  ["newreno", "NewReno"],
  ["sack", "SACK"],
] as const;

const PARAMS = { initial_ssthresh: 24 };

/** The settings with which all flows use one algorithm, and grow as before until the loss. */
const allUse = (algorithm: string, name: string): readonly Setting[] =>
  GENERATIONS.flatMap(([id], i): readonly Setting[] => [
    [`flows.${id}.algorithm`, algorithm],
    [`flows.${id}.params`, PARAMS],
    [`flows.${id}.label`, `${name} ${i + 1}`],
  ]);

export const RECOVERY: Lesson = {
  id: "recovery",
  title: "Four generations of recovery",
  point: "Each generation of TCP repairs more losses of one window without waiting.",
  learn: "how four generations of TCP repair losses, and where they differ",
  minutes: 15,
  level: "intermediate",
  week: 7,
  order: 71,
  topic: "recovery",
  terms: ["Tahoe", "Reno", "NewReno", "SACK", "fast retransmit", "fast recovery"],
  needs: ["sawtooth"],
  scenario: dumbbell("Four generations of recovery", {
    rate: 5e7,
    limit: { bdp: 1 },
    flows: GENERATIONS.map(([id, label]) => flow(id, label, id, 0.1, { params: PARAMS })),
    loss: GENERATIONS.map(([id]) => ({ kind: "burst", at: 3, packets: 1, flow: id })),
    duration: 8,
  }),
  charts: ["window*150", "sequence.reno", "rate*60"],
  values: {
    tahoe: { kind: "signal", entity: "flow:tahoe", signal: "cwnd", stat: "min", from: 3, to: 5 },
    reno: { kind: "signal", entity: "flow:reno", signal: "cwnd", stat: "min", from: 3, to: 5 },
    newreno: { kind: "signal", entity: "flow:newreno", signal: "cwnd", stat: "min", from: 3, to: 5 },
    sack: { kind: "signal", entity: "flow:sack", signal: "cwnd", stat: "min", from: 3, to: 5 },
    timeouts: { kind: "events", event: "timeout" },
  },
  steps: [
    {
      id: "one",
      text: "Four flows with ample capacity lose one packet each at [3 s](at:3). [Tahoe](curve:tahoe) starts again from one packet. [Reno](curve:reno), [NewReno](curve:newreno) and [SACK](curve:sack) halve their windows and continue.",
      notes:
        "Read the four curves at 3 s from left to right. The generations differ only in what they do after the first loss is known.",
      task: { kind: "watch", until: 5 },
    },
    {
      id: "predict",
      text: "Now each flow loses four packets of one window. Reno leaves recovery after it has repaired the first of them.",
      notes:
        "Ask for an order first: which algorithm keeps the largest window? Then let the class set the bars.",
      task: {
        kind: "predict",
        ask: "How small does each window become? Set the bars.",
        set: GENERATIONS.map((_, i) => [`${LOSS}.${i}.packets`, 4] as const),
        what: {
          kind: "bars",
          label: "Smallest window between 3 s and 5 s",
          unit: "packets",
          max: 50,
          bars: GENERATIONS.map(([id, label]) => ({
            id,
            label,
            measure: { kind: "signal", entity: `flow:${id}`, signal: "cwnd", stat: "min", from: 3, to: 5 },
          })),
        },
        after:
          "Reno leaves recovery after its first repair, and no three duplicate acknowledgements report the next loss. NewReno stays in recovery until all losses are repaired.",
      },
    },
    {
      id: "timeout",
      text: "A timeout is a long silence: the flow sends nothing until the timer expires. Look at the four rates after [3 s](at:3.4). In the time-sequence of such a flow the acknowledgements stand still, and then the lost packets are sent again.",
      task: {
        kind: "choose",
        ask: "Which flow had to wait for a timeout?",
        options: [
          {
            id: "tahoe",
            text: "Tahoe",
            when: [{ of: { kind: "events", event: "timeout", flow: "tahoe" }, above: 0.5 }],
          },
          {
            id: "reno",
            text: "Reno",
            when: [{ of: { kind: "events", event: "timeout", flow: "reno" }, above: 0.5 }],
          },
          {
            id: "newreno",
            text: "NewReno",
            hint: "NewReno stays in recovery until all its losses are repaired, one in each round trip. Does its rate ever fall to zero?",
            when: [{ of: { kind: "events", event: "timeout", flow: "newreno" }, above: 0.5 }],
          },
          {
            id: "sack",
            text: "SACK",
            hint: "SACK’s acknowledgements list all gaps, so it repairs them together. Whose rate is zero for the longest time?",
            when: [{ of: { kind: "events", event: "timeout", flow: "sack" }, above: 0.5 }],
          },
        ],
        hint: "The smallest windows were: Tahoe {tahoe}, Reno {reno}, NewReno {newreno}, SACK {sack}. Tahoe starts over at once, without waiting. Which other flow fell to one packet?",
        after:
          "Reno’s window fell to {reno}: no three duplicate acknowledgements reported its second loss, so only its timer helped.",
      },
    },
    {
      id: "sack",
      text: "The acknowledgements of SACK list what has arrived. The sender therefore knows all gaps after one round trip. In the time-sequence, choose SACK, move to [3.2 s](at:3.2) and choose \u201cSingle packets\u201d: the blocks stand above the line of the acknowledgements.",
      task: {
        kind: "change",
        ask: "Change [all four flows](control) to SACK. There must be no timeout.",
        control: {
          id: "algorithm",
          label: "Algorithm of all flows",
          options: [
            { id: "each-own", label: "each its own", set: [] },
            {
              id: "reno-for-all",
              label: "Reno for all",
              set: allUse("reno", "Reno"),
            },
            {
              id: "sack-for-all",
              label: "SACK for all",
              set: allUse("sack", "SACK"),
            },
          ],
        },
        when: [{ of: { kind: "events", event: "timeout" }, below: 1 }],
        hint: "Your run has {timeouts} timeouts. Choose the algorithm that knows all gaps.",
        after:
          "Your run has {timeouts} timeouts: every sender knows all its gaps after one round trip, so none waits for its timer.",
      },
    },
  ],
  freePlay: "Let ten packets of each flow be lost, and compare the times at which the windows grow again.",
  reading: [
    {
      id: "fall-1996",
      text: "K. Fall, S. Floyd: Simulation-based Comparisons of Tahoe, Reno, and SACK TCP. CCR 1996.",
    },
    {
      id: "rfc-6582",
      text: "The NewReno Modification. RFC 6582.",
      url: "https://www.rfc-editor.org/rfc/rfc6582",
    },
    {
      id: "rfc-6675",
      text: "Loss Recovery Based on SACK. RFC 6675.",
      url: "https://www.rfc-editor.org/rfc/rfc6675",
    },
  ],
};

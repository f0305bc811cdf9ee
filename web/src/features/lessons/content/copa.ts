import type { Lesson } from "../../../tasks/model.ts";
import { dumbbell, flow, LIMIT } from "./scenarios.ts";

const LATER = { from: 50 } as const;
const COPA_LATER = { kind: "goodput", flow: "copa", ...LATER } as const;
const OTHER_LATER = { kind: "goodput", flow: "other", ...LATER } as const;
const WAIT_LATER = { kind: "wait", ...LATER } as const;
const LONGEST_QUEUE = {
  kind: "signal",
  entity: "link:forward",
  signal: "queue",
  stat: "max",
  from: 10,
  to: 28,
} as const;

export const COPA: Lesson = {
  id: "copa",
  title: "Copa: a sender with two modes",
  point:
    "A sender that keeps the queue short can compete with flows that fill the queue, if it notices them. It cannot empty a queue that others fill.",
  learn: "why Copa has two modes, and when it uses each",
  minutes: 12,
  level: "advanced",
  week: 10,
  order: 102,
  topic: "paths",
  terms: ["Copa", "mode switching"],
  needs: ["vegas"],
  scenario: dumbbell("A sender with two modes", {
    rate: 1e7,
    limit: { packets: 83 },
    flows: [
      flow("copa", "Copa", "copa", 0.06, { params: { mode_switching: false } }),
      flow("other", "CUBIC", "cubic", 0.06, { start: 30 }),
    ],
    duration: 100,
    settings: { warmup: 10 },
  }),
  charts: ["rate", "queue"],
  values: {
    longest: LONGEST_QUEUE,
    limit: { kind: "link", property: "limit" },
    copa: COPA_LATER,
    other: OTHER_LATER,
    wait: WAIT_LATER,
  },
  steps: [
    {
      id: "watch",
      text: "[Copa](curve:copa) measures how long its packets wait in the queue. It aims at a rate of two packets in this time. If its rate is lower, it increases its window, and otherwise it decreases it. Watch it alone on a link of 10 Mb/s.",
      notes:
        "If d is the waiting time, the target rate is 2/d. Ask what the target is when the queue is empty, and why the rate must therefore oscillate.",
      task: { kind: "watch", until: 28 },
    },
    {
      id: "queue",
      text: "When the queue is empty, the target is very high, and the window grows. When packets wait, the target falls below the rate, and the window shrinks. The queue fills and empties every five round trips, and each time it is empty, Copa measures the round trip without waiting.",
      task: {
        kind: "choose",
        ask: "How many packets wait at most between 10 s and 28 s?",
        options: [
          { id: "fewer-than-10", text: "Fewer than 10", when: [{ of: LONGEST_QUEUE, below: 10 }] },
          {
            id: "between-10-and-40",
            text: "Between 10 and 40",
            when: [{ of: LONGEST_QUEUE, above: 10, below: 40 }],
          },
          {
            id: "more-than-40",
            text: "More than 40",
            hint: "The buffer holds {limit}. A sender that shrinks its window every five round trips does not come near it.",
            when: [{ of: LONGEST_QUEUE, above: 40 }],
          },
        ],
        hint: "Read the highest value of the queue in its chart. The buffer holds {limit}.",
        after: "At most {longest} wait: as soon as more wait than Copa aims at, its window shrinks again.",
      },
    },
    {
      id: "compete",
      text: "At 30 s a CUBIC flow starts. It increases its window until the buffer of {limit} overflows. Copa has only its first mode here: it aims at two packets per waiting time.",
      notes:
        "Ask what waiting time Copa measures when 60 packets wait, and which target follows: two packets per 72 ms.",
      task: {
        kind: "predict",
        ask: "Draw the rate of Copa until 70 s.",
        what: {
          kind: "curve",
          entity: "flow:copa",
          signal: "delivered",
          label: "Rate of Copa",
          unit: "bit/s",
          from: 31,
          to: 70,
          max: 1e7,
        },
        after:
          "Copa takes the packets of CUBIC that wait for a reason to send less, as Vegas does. It is left with a few packets per round trip.",
      },
    },
    {
      id: "modes",
      text: "After 50 s Copa gets {copa}, and CUBIC {other}. So far, the second mode of Copa was switched off. Copa knows that it empties the queue every five round trips. If the queue has not been nearly empty for that long, somebody else must be filling it. Copa then aims at more than two packets per waiting time: it raises this number by one in each round trip, and halves it after a loss.",
      notes:
        "Let the class name the algorithm that adds one per round trip and halves at a loss. Ask whether the sum of both modes can be fair to CUBIC.",
      task: {
        kind: "predict",
        ask: "How much do the two flows get with this mode?",
        set: [["flows.copa.params.mode_switching", true]],
        what: {
          kind: "bars",
          label: "Goodput after 50 s",
          unit: "bit/s",
          max: 1e7,
          bars: [
            { id: "copa", label: "Copa", measure: COPA_LATER },
            { id: "cubic", label: "CUBIC", measure: OTHER_LATER },
          ],
        },
        after:
          "In its competitive mode, Copa behaves like a flow that reacts to losses, and gets a similar share. The paper calls this mode switching.",
      },
    },
    {
      id: "price",
      text: "Copa gets {copa} now. Alone, it kept the queue almost empty.",
      task: {
        kind: "choose",
        ask: "How long do packets wait on average after 50 s?",
        options: [
          {
            id: "less-than-10-ms",
            text: "Less than 10 ms, as before CUBIC started",
            hint: "Until 30 s, Copa alone determined how long the queue is. Who else determines it now?",
            when: [{ of: WAIT_LATER, below: 0.01 }],
          },
          {
            id: "10-to-40-ms",
            text: "Between 10 ms and 40 ms",
            when: [{ of: WAIT_LATER, above: 0.01, below: 0.04 }],
          },
          { id: "more-than-40-ms", text: "More than 40 ms", when: [{ of: WAIT_LATER, above: 0.04 }] },
        ],
        hint: "Read the queue in its chart. Each packet in it needs 1.2 ms.",
        after: "Packets wait {wait} on average: CUBIC determines how long the queue is, whatever Copa does.",
      },
    },
    {
      id: "goal",
      text: "Each packet waits for {wait}, whichever flow it belongs to.",
      task: {
        kind: "goal",
        ask: "Bring the wait after 50 s below 10 ms, with more than 4.5 Mb/s for Copa, by changing one control.",
        controls: [
          {
            id: "delta",
            label: "Packets per waiting time",
            options: [
              { id: "2", label: "2", set: [] },
              { id: "1", label: "1", set: [["flows.copa.params.delta", 1]] },
            ],
          },
          {
            id: "buffer",
            label: "Buffer",
            options: [
              { id: "83-packets", label: "83 packets", set: [] },
              { id: "20-packets", label: "20 packets", set: [[LIMIT, { packets: 20 }]] },
            ],
          },
          {
            id: "other",
            label: "Other flow",
            options: [
              { id: "cubic", label: "CUBIC", set: [] },
              { id: "newreno", label: "NewReno", set: [["flows.other.algorithm", "newreno"]] },
              { id: "copa", label: "Copa", set: [["flows.other.algorithm", "copa"]] },
            ],
          },
        ],
        when: [
          { of: WAIT_LATER, below: 0.01 },
          { of: COPA_LATER, above: 4.5e6 },
        ],
        hint: "Packets wait for {wait}, and Copa gets {copa}. The wait depends on the flow that wants the longest queue.",
        after: "Packets wait {wait}, and Copa gets {copa}: no flow fills the queue any more.",
      },
    },
  ],
  freePlay: "Let the second flow be BBR. Which mode does Copa use, and who gets more?",
  reading: [
    {
      id: "arun-2018",
      text: "V. Arun, H. Balakrishnan: Copa: Practical Delay-Based Congestion Control for the Internet. NSDI 2018.",
      url: "https://www.usenix.org/conference/nsdi18/presentation/arun",
    },
  ],
};

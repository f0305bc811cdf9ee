import type { Lesson } from "../../../tasks/model.ts";
import { dumbbell, flow, QUEUE } from "./scenarios.ts";

const ANNA = { kind: "goodput", flow: "anna", from: 10 } as const;
const CLEO = { kind: "total", prefix: "cleo", from: 10 } as const;

export const HOME_LINE: Lesson = {
  id: "home-line",
  title: "Fair queueing: who shares the line at home?",
  point:
    "A router decides whom it treats equally: packets, flows or people. One download cannot win against sixteen by itself.",
  learn: "what a queue for each flow changes, and what it does not change",
  minutes: 10,
  level: "advanced",
  week: 12,
  order: 122,
  topic: "rules",
  terms: ["FQ-CoDel", "CAKE", "per-host fairness"],
  needs: ["aqm"],
  scenario: dumbbell("Who shares the line at home?", {
    rate: 2e7,
    limit: { packets: 100 },
    flows: [
      flow("anna", "Anna", "cubic", 0.02),
      flow("ben", "Ben", "cubic", 0.02, { count: 4 }),
      flow("cleo", "Cleo", "cubic", 0.02, { count: 16 }),
    ],
    duration: 30,
  }),
  charts: ["rate.total", "queue"],
  values: {
    anna: ANNA,
    cleo: CLEO,
    wait: { kind: "wait", from: 10 },
  },
  steps: [
    {
      id: "watch",
      text: "Three people share a line of 20 Mb/s. Anna loads one file, Ben four, and Cleo sixteen at once. All packets wait in one queue.",
      notes: "Ask who decides how the line is shared: the people, their computers, or the router.",
      task: { kind: "watch", until: 10 },
    },
    {
      id: "one-queue",
      text: "The queue takes packets in the order of their arrival and drops those that find it full.",
      task: {
        kind: "choose",
        ask: "How much does Anna get after 10 s?",
        options: [
          { id: "below-3-mb-s", text: "Less than 3 Mb/s", when: [{ of: ANNA, below: 3e6 }] },
          {
            id: "3-to-8-mb-s",
            text: "Between 3 and 8 Mb/s: about a third",
            hint: "A third for each person would need a queue that knows the people. This one sees only packets.",
            when: [{ of: ANNA, above: 3e6, below: 8e6 }],
          },
          { id: "above-8-mb-s", text: "More than 8 Mb/s", when: [{ of: ANNA, above: 8e6 }] },
        ],
        hint: "Each flow gets about the same, and there are 21 of them.",
        after:
          "Anna gets {anna}, and Cleo {cleo}: the queue treats all 21 flows alike, and sixteen of them are Cleo’s.",
      },
    },
    {
      id: "per-flow",
      text: "Anna gets {anna}, Cleo {cleo}, and packets wait for {wait}. FQ-CoDel gives each flow a queue of its own and serves the queues in turn.",
      notes: "Let the class say first what changes: the waiting time, the shares, both or neither.",
      task: {
        kind: "predict",
        ask: "How much do Anna and Cleo get with FQ-CoDel?",
        set: [[QUEUE, { kind: "fq_codel", limit: { packets: 1000 } }]],
        what: {
          kind: "bars",
          label: "Goodput after 10 s",
          unit: "bit/s",
          max: 2e7,
          bars: [
            { id: "anna", label: "Anna", measure: ANNA },
            { id: "cleo", label: "Cleo", measure: CLEO },
          ],
        },
        after:
          "The packets wait less, but the shares hardly change: flows are equal, and Cleo has sixteen of them.",
      },
    },
    {
      id: "goal",
      text: "With FQ-CoDel, each flow gets its turn, whoever it belongs to. CAKE offers two rules for the turns.",
      task: {
        kind: "goal",
        ask: "Let Anna get more than 5 Mb/s, although Cleo keeps her sixteen downloads.",
        controls: [
          {
            id: "queue",
            label: "Queue discipline",
            options: [
              { id: "fq-codel", label: "FQ-CoDel", set: [] },
              {
                id: "drop-tail",
                label: "Drop-tail",
                set: [[QUEUE, { kind: "drop_tail", limit: { packets: 100 } }]],
              },
              {
                id: "cake-turns-for-flows",
                label: "CAKE, turns for flows",
                set: [
                  [QUEUE, { kind: "cake", bandwidth: 1.9e7, isolation: "flows", limit: { packets: 1000 } }],
                ],
              },
              {
                id: "cake-turns-for-computers",
                label: "CAKE, turns for computers, then flows",
                set: [[QUEUE, { kind: "cake", bandwidth: 1.9e7, limit: { packets: 1000 } }]],
              },
            ],
          },
        ],
        when: [{ of: ANNA, above: 5e6 }],
        hint: "Anna of your run gets {anna}, and Cleo {cleo}.",
        after:
          "Anna gets {anna}, and Cleo {cleo}: CAKE serves the computers in turn, and only then the flows of each.",
      },
    },
  ],
  freePlay:
    "Anna still gets a little less than the others: after each reduction, her only flow leaves its queue empty for a while, and the others take her turns. Set CAKE's round-trip time to 1 s. Its queues may then be ten times as long, and the three get nearly the same.",
  reading: [
    {
      id: "hoiland-jorgensen-2018",
      text: "T. Høiland-Jørgensen, D. Täht, J. Morton: Piece of CAKE: A Comprehensive Queue Management Solution for Home Gateways. LANMAN 2018.",
    },
  ],
};

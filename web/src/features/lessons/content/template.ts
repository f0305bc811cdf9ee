// Explain here in a comment what the lesson is about. `npm run new -- lesson NAME` copies this file (docs/writing-a-lesson.md).
import type { Lesson } from "../../../tasks/model.ts";
import { dumbbell, flow, LIMIT } from "./scenarios.ts";

export const TEMPLATE: Lesson = {
  id: "template",
  title: "Template",
  point: "A long queue delays packets without more goodput.",
  learn: "what this lesson lets a reader say, without its answers",
  minutes: 5,
  level: "introduction",
  week: 1,
  order: 1_000_000,
  topic: "window",
  terms: ["utilisation"],
  needs: [],
  scenario: dumbbell("Template", {
    rate: 1e7,
    limit: { bdp: 2 },
    flows: [flow("flow", "flow", "newreno", 0.05)],
    duration: 30,
    settings: { warmup: 10 },
  }),
  charts: ["rate.total", "queue"],
  values: {
    busy: { kind: "utilisation" },
    wait: { kind: "wait" },
  },
  steps: [
    {
      id: "watch",
      text: "One flow uses a link of 10 Mb/s. Watch how its queue grows and shrinks.",
      notes: "Ask the class what determines the height of the peaks.",
      task: { kind: "watch", until: 20 },
    },
    {
      id: "busy",
      text: "Packets wait {wait} on average at this link.",
      task: {
        kind: "choose",
        ask: "What share of the capacity does the flow use, after the first 10 s?",
        options: [
          {
            id: "low",
            text: "Less than half",
            hint: "The queue is hardly ever empty.",
            when: [{ of: { kind: "utilisation" }, below: 0.5 }],
          },
          {
            id: "middle",
            text: "Between 50 % and 95 %",
            when: [{ of: { kind: "utilisation" }, above: 0.5, below: 0.95 }],
          },
          { id: "high", text: "More than 95 %", when: [{ of: { kind: "utilisation" }, above: 0.95 }] },
        ],
        hint: "Does the link ever wait for packets?",
        after: "The link is busy {busy} of the time, because a packet waits nearly always.",
      },
    },
    {
      id: "shorter",
      text: "The link is busy {busy} of the time.",
      task: {
        kind: "goal",
        ask: "Let packets wait less than 15 ms on average, by changing one control.",
        controls: [
          {
            id: "buffer",
            label: "Buffer",
            options: [
              { id: "2-bdp", label: "2 BDP", set: [] },
              { id: "0-5-bdp", label: "0.5 BDP", set: [[LIMIT, { bdp: 0.5 }]] },
            ],
          },
          {
            id: "algorithm",
            label: "Sender",
            options: [
              { id: "newreno", label: "NewReno", set: [] },
              { id: "sack", label: "SACK", set: [["flows.flow.algorithm", "sack"]] },
            ],
          },
        ],
        when: [{ of: { kind: "wait" }, below: 0.015 }],
        hint: "Packets wait {wait} on average. Which control limits the queue?",
        after: "Packets now wait {wait} on average: the buffer holds fewer of them.",
      },
    },
  ],
  freePlay: "Find the smallest buffer with which the link stays busy.",
  reading: [
    {
      id: "mathis-1997",
      text: "M. Mathis et al.: The Macroscopic Behavior of the TCP Congestion Avoidance Algorithm. 1997.",
    },
  ],
};

import type { Lesson, Setting } from "../../../tasks/model.ts";
import { dumbbell, flow, LIMIT, QUEUE } from "./scenarios.ts";

/** Grows four times as fast as NewReno, and gives up a tenth at a loss, and not half. */
const CODE = `# Four packets more per round trip, and a tenth less after a loss.
on_ack {
  if cwnd < ssthresh {
    cwnd += min(acked, 2)
  } else {
    cwnd += 4 * acked / cwnd
  }
}

on_congestion {
  ssthresh = max(0.9 * base, 2)
}
`;

const FLOWS = ["f1", "f2", "f3", "f4"] as const;

const cheats = (id: string): readonly Setting[] => [
  [`flows.${id}.algorithm`, "own"],
  [`flows.${id}.params`, { code: CODE }],
];
const isHonest = (id: string): readonly Setting[] => [
  [`flows.${id}.algorithm`, "newreno"],
  [`flows.${id}.params`, undefined],
];

const rate = (id: string) => ({ kind: "goodput", flow: id }) as const;
const DROPS = { kind: "events", event: "drop", from: 10 } as const;

export const CHEATING: Lesson = {
  id: "cheating",
  title: "Why not cheat?",
  point:
    "A selfish sender gains as long as others keep to the rules; if all are selfish, nobody gains and everybody loses packets. Fair queueing removes the reason to cheat.",
  learn: "what a selfish sender gains, what happens if all are selfish, and what a router can change",
  minutes: 12,
  level: "intermediate",
  week: 12,
  order: 123,
  topic: "rules",
  terms: ["incentives", "prisoner’s dilemma", "congestion collapse"],
  needs: ["isolation"],
  scenario: dumbbell("Why not cheat?", {
    rate: 1e7,
    limit: { packets: 50 },
    flows: FLOWS.map((id, i) => flow(id, `flow ${i + 1}`, "newreno", 0.04)),
    duration: 60,
    settings: { warmup: 10 },
  }),
  charts: ["rate*150", "queue"],
  values: {
    cheat: rate("f1"),
    honest: rate("f4"),
    drops: DROPS,
    wait: { kind: "wait" },
    lost: { kind: "summary", flow: "f1", field: "loss_fraction" },
  },
  steps: [
    {
      id: "watch",
      text: "Four flows share a link of 10 Mb/s by the rules of NewReno: one packet more per round trip, half the window at a loss. Nothing in the network enforces these rules.",
      notes:
        "Ask who could change the rules of a sender: every owner of a computer. Then ask why hardly anybody does.",
      task: { kind: "watch", until: 20 },
    },
    {
      id: "one",
      text: "After 10 s, [flow 1](curve:f1) gets {cheat}, and [flow 4](curve:f4) {honest}. Now flow 1 adds four packets per round trip, and gives up only a tenth of its window at a loss.",
      notes:
        "The rule is that of many parallel connections, with which download managers are faster than browsers.",
      task: {
        kind: "predict",
        ask: "How much do the selfish flow and one of the three others get?",
        set: cheats("f1"),
        what: {
          kind: "bars",
          label: "Mean goodput",
          unit: "bit/s",
          max: 1e7,
          bars: [
            { id: "cheat", label: "flow 1, selfish", measure: rate("f1") },
            { id: "honest", label: "flow 4", measure: rate("f4") },
          ],
        },
        after:
          "The selfish flow gets {cheat}, and flow 4 {honest}: each loss costs the others half of their windows, and they give way until flow 1 has nearly everything.",
      },
    },
    {
      id: "all",
      text: "The queue dropped {drops} packets after 10 s. The other three learn from flow 1, and follow its rule.",
      notes: "This is the prisoner’s dilemma. Let the class fill a table of two rules by two rules.",
      task: {
        kind: "predict",
        ask: "All four flows are selfish. How many packets does the queue drop after 10 s?",
        set: ["f2", "f3", "f4"].flatMap(cheats),
        what: {
          kind: "bars",
          label: "Dropped packets",
          unit: "",
          max: 4000,
          bars: [{ id: "drops", label: "all four selfish", measure: DROPS }],
        },
        after:
          "The queue drops {drops} packets, and packets wait {wait} on average. Flow 1 is back at {cheat} and flow 4 at {honest}, about as at the beginning: nobody has gained, and a flow that returns to the rules alone gets nearly nothing.",
      },
    },
    {
      id: "defence",
      text: "Flow 1 is selfish, and the other three follow the rules again.",
      set: ["f2", "f3", "f4"].flatMap(isHonest),
      task: {
        kind: "goal",
        ask: "Give flow 4 more than 2.2 Mb/s by changing one control.",
        controls: [
          {
            id: "queue",
            label: "Queue discipline",
            options: [
              { id: "drop-tail", label: "Drop-tail", set: [] },
              { id: "codel", label: "CoDel", set: [[QUEUE, { kind: "codel", limit: { packets: 50 } }]] },
              { id: "drr", label: "DRR", set: [[QUEUE, { kind: "drr", limit: { packets: 50 } }]] },
            ],
          },
          {
            id: "buffer",
            label: "Buffer",
            options: [
              { id: "50-packets", label: "50 packets", set: [] },
              { id: "200-packets", label: "200 packets", set: [[LIMIT, { packets: 200 }]] },
            ],
          },
        ],
        when: [{ of: rate("f4"), above: 2.2e6 }],
        hint: "Flow 1 of your run gets {cheat}, and flow 4 {honest}. Which control makes the losses of flow 1 its own?",
        after:
          "Flow 4 gets {honest}, and flow 1 {cheat}. What flow 1 sends beyond its turn fills only its own queue, and it loses {lost} of its packets: cheating no longer pays.",
      },
    },
  ],
  freePlay:
    "The editor shows the selfish program. Can you write one that gains something even with fair queueing?",
  reading: [
    {
      id: "savage-1999",
      text: "S. Savage, N. Cardwell, D. Wetherall, T. Anderson: TCP Congestion Control with a Misbehaving Receiver. CCR 1999.",
    },
  ],
};

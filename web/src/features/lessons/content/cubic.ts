import type { Lesson, Setting } from "../../../tasks/model.ts";
import { dumbbell, flow, LIMIT, LOSS, RATE, setRtt } from "./scenarios.ts";

const BEFORE = { kind: "signal", entity: "flow:one", signal: "cwnd", stat: "max", from: 9, to: 10 } as const;
const LOWEST = {
  kind: "signal",
  entity: "flow:one",
  signal: "cwnd",
  stat: "min",
  from: 10.2,
  to: 12,
} as const;
const KEPT = { kind: "ratio", of: LOWEST, to: BEFORE } as const;
const CUBIC_RATE = { kind: "goodput", flow: "one" } as const;
const RENO_RATE = { kind: "goodput", flow: "reno" } as const;
const JAIN = { kind: "jain", flows: ["one", "reno"] } as const;

/** CUBIC and NewReno on a link of 10 Mb/s, whose only losses are those of its queue. */
const DUEL: readonly Setting[] = [
  [LOSS, []],
  [RATE, 1e7],
  [LIMIT, { bdp: 1 }],
  ["duration", 120],
  ["warmup", 20],
  ["flows", [flow("one", "CUBIC", "cubic", 0.1), flow("reno", "NewReno", "newreno", 0.1)]],
];

export const CUBIC: Lesson = {
  id: "cubic",
  title: "CUBIC: a window that follows a clock",
  point:
    "CUBIC’s window depends on the time since the last cut, so long paths recover as fast as short ones; on short paths CUBIC grows as Reno would.",
  learn: "how CUBIC’s window grows, and what it gets next to NewReno",
  minutes: 12,
  level: "intermediate",
  week: 9,
  order: 92,
  topic: "paths",
  terms: ["CUBIC", "RFC 9438", "Reno-friendly region"],
  needs: ["fat-pipe"],
  scenario: dumbbell("CUBIC: a window that follows a clock", {
    rate: 1e8,
    limit: { bdp: 1 },
    flows: [flow("one", "CUBIC", "cubic", 0.1, { params: { initial_ssthresh: 700 } })],
    loss: [{ kind: "burst", at: 10, packets: 1, flow: "one" }],
    duration: 40,
    settings: { warmup: 10 },
  }),
  charts: ["window*220", "rate"],
  values: {
    bdp: { kind: "link", property: "bdp" },
    before: BEFORE,
    lowest: LOWEST,
    kept: KEPT,
    cubic: CUBIC_RATE,
    reno: RENO_RATE,
    jain: JAIN,
  },
  steps: [
    {
      id: "watch",
      text: "[One CUBIC flow](curve:one) fills a path of 100 Mb/s and 100 ms, which holds {bdp}. At [10 s](at:10) a single packet is lost. Watch the window up to this moment.",
      notes:
        "Linux, Windows and macOS use CUBIC. Ask what is wrong with one packet per round trip on a path that holds 833 packets.",
      task: { kind: "watch", until: 10 },
    },
    {
      id: "predict",
      text: "CUBIC remembers the window W at which it lost a packet, because the path could nearly carry it. It returns to W fast, stays near it for a while, and then looks for more, slowly first and then ever faster.",
      notes:
        "Let the class describe a cubic function: steep, flat at its point of inflection, steep again. The point of inflection is W.",
      task: {
        kind: "predict",
        ask: "Draw the window of the next 20 seconds.",
        what: {
          kind: "curve",
          entity: "flow:one",
          signal: "cwnd",
          label: "Congestion window",
          unit: "packets",
          from: 10.1,
          to: 30,
          max: 1800,
        },
        after:
          "The window falls from {before} to {lowest} and follows W + 0.4 (t − K)³ from there. K, the time at which it reaches W again, is the cube root of W (1 − 0.7) / 0.4, here 9 s: the round trip does not occur in it.",
      },
    },
    {
      id: "cut",
      text: "Before the loss, the window was {before}. Right after it, {lowest}.",
      task: {
        kind: "number",
        ask: "What share of its window does CUBIC keep at a loss? A value within 5 % is right.",
        measure: KEPT,
        unit: "%",
        factor: 100,
        tolerance: 0.05,
        hint: "Divide the second number by the first one.",
        after:
          "CUBIC keeps {kept}, and NewReno half: a smaller cut leaves less to regain and needs less buffer.",
      },
    },
    {
      id: "reno",
      text: "Now a CUBIC flow and a NewReno flow share a link of 10 Mb/s. Both have a round trip of 100 ms, and the buffer holds one bandwidth-delay product.",
      notes:
        "Ask first which flow gets more. NewReno adds one packet in 0.1 s to 0.2 s, and it halves at each common loss.",
      task: {
        kind: "predict",
        ask: "How much does each flow get?",
        set: DUEL,
        what: {
          kind: "bars",
          label: "Mean goodput",
          unit: "bit/s",
          max: 1e7,
          bars: [
            { id: "cubic", label: "CUBIC", measure: CUBIC_RATE },
            { id: "newreno", label: "NewReno", measure: RENO_RATE },
          ],
        },
        after:
          "CUBIC gets {cubic} and NewReno {reno}: at each common loss CUBIC gives up less, and it is back at its old window first.",
      },
    },
    {
      id: "short",
      text: "Jain’s index of the two goodputs is {jain}. NewReno’s growth depends on the round trip, and CUBIC’s curve does not.",
      task: {
        kind: "goal",
        ask: "Bring Jain’s index above 0.97 by changing one control.",
        controls: [
          {
            id: "rtt",
            label: "Round trip of both flows",
            options: [
              { id: "100-ms", label: "100 ms", set: [] },
              { id: "200-ms", label: "200 ms", set: [...setRtt(0.2, "one"), ...setRtt(0.2, "reno")] },
              { id: "20-ms", label: "20 ms", set: [...setRtt(0.02, "one"), ...setRtt(0.02, "reno")] },
            ],
          },
          {
            id: "buffer",
            label: "Buffer",
            options: [
              { id: "1-bdp", label: "1 BDP", set: [] },
              { id: "4-bdp", label: "4 BDP", set: [[LIMIT, { bdp: 4 }]] },
            ],
          },
        ],
        when: [{ of: JAIN, above: 0.97 }],
        hint: "Jain’s index of your run is {jain}. On which paths does NewReno grow fast?",
        after:
          "Jain’s index is now {jain}. On this short path, NewReno would grow faster than the cubic curve. CUBIC therefore computes the window that Reno would have, and uses it while it is the larger one (Reno-friendly region).",
      },
    },
  ],
  freePlay:
    "Switch CUBIC’s fast convergence off, start a second CUBIC flow at 40 s, and compare how long both need for equal shares.",
  reading: [
    {
      id: "rfc-9438",
      text: "CUBIC for Fast and Long-Distance Networks. RFC 9438.",
      url: "https://www.rfc-editor.org/rfc/rfc9438",
    },
    { id: "ha-2008", text: "S. Ha, I. Rhee, L. Xu: CUBIC: A New TCP-Friendly High-Speed TCP Variant. 2008." },
  ],
};

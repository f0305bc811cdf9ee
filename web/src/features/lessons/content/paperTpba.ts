import type { Lesson } from "../../../tasks/model.ts";
import { dumbbell, flow } from "./scenarios.ts";

export const PAPER_TPBA: Lesson = {
  id: "paper-tpba",
  title: "TPBA: ask TCP for the rate",
  point:
    "A media flow can measure a rate by sending over TCP for a few seconds. Until it measures again, losses can only reduce this rate.",
  learn: "how TPBA measures its rate, and what it gets next to TCP",
  minutes: 10,
  level: "advanced",
  order: 300,
  scenario: dumbbell("TPBA: ask TCP for the rate", {
    rate: 4e6,
    limit: { packets: 40 },
    flows: [flow("tpba", "TPBA", "tpba", 0.04), flow("tcp", "TCP", "newreno", 0.04, { start: 40 })],
    duration: 100,
  }),
  charts: ["rate", "queue"],
  values: {
    before: { kind: "goodput", flow: "tpba", from: 20, to: 40 },
    tpba: { kind: "goodput", flow: "tpba", from: 60 },
    tcp: { kind: "goodput", flow: "tcp", from: 60 },
  },
  steps: [
    {
      id: "watch",
      text: "[TPBA](curve:tpba) sends its data over TCP until three measurements of the rate agree. Then it sends over UDP at the measured rate for ten seconds, and measures again. The buffer of its socket, 16 kB, limits what it has in flight over TCP.",
      notes:
        "Find the phases in the chart: the sawtooth is TCP, the level parts are UDP. Ask what the flow cannot notice during a level part.",
      task: { kind: "watch", until: 39 },
    },
    {
      id: "predict",
      text: "Alone, TPBA gets {before} between 20 s and 40 s. At [40 s](at:39) a TCP flow starts. During the phases over UDP, only losses reduce TPBA's rate. The phases over TCP, in which it measures, compete as TCP does.",
      notes: "Ask in which phase TPBA learns of the other flow. The drawing should change in steps.",
      task: {
        kind: "predict",
        ask: "Draw the rate of TPBA in the next 50 seconds.",
        what: {
          kind: "curve",
          entity: "flow:tpba",
          signal: "delivered",
          label: "Rate of TPBA",
          unit: "bit/s",
          from: 40.5,
          to: 90.5,
          max: 4e6,
        },
        after:
          "Losses reduce the rate of TPBA during the phases over UDP, and only a phase over TCP can raise it. Against a TCP flow, which takes all capacity that is left, TPBA stays below an equal share here.",
      },
    },
    {
      id: "shares",
      text: "Compare the rates of [TPBA](curve:tpba) and [TCP](curve:tcp) after [60 s](at:60).",
      task: {
        kind: "number",
        ask: "How large is the goodput of TPBA, divided by that of TCP, after 60 s? Read the rates; a value within 30 % is right.",
        measure: {
          kind: "ratio",
          of: { kind: "goodput", flow: "tpba", from: 60 },
          to: { kind: "goodput", flow: "tcp", from: 60 },
        },
        unit: "times",
        factor: 1,
        tolerance: 0.3,
        hint: "After 60 s TPBA gets {tpba} in your run, and TCP {tcp}.",
      },
    },
  ],
  freePlay:
    "Let TPBA's phases over UDP last 30 s (the setting \u201cRunning period\u201d): its rate is smoother, and it reacts later.",
  reading: [
    {
      id: "tobe",
      text: "Y. Tobe et al.: the paper on TPBA, with every experiment computed again.",
      url: "#/papers/tpba",
    },
    { id: "tpba", text: "The mechanism of TPBA.", url: "#/algorithms/tpba" },
  ],
};

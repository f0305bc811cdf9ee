import type { Lesson } from "../../../tasks/model.ts";
import { dumbbell, flow } from "./scenarios.ts";

const GOODPUT = { kind: "goodput", flow: "one" } as const;

export const RTO: Lesson = {
  id: "rto",
  title: "Timeouts: why the timer is slow",
  point:
    "A short retransmission timer takes late packets for lost ones; with a long one, the flow is silent after a loss.",
  learn: "when a sender needs its timer, and what the timer’s minimum changes",
  minutes: 10,
  level: "advanced",
  week: 7,
  order: 72,
  topic: "recovery",
  terms: ["RTO", "timeout", "RFC 6298"],
  needs: ["recovery"],
  scenario: dumbbell("Why the timer is slow", {
    rate: 1e7,
    limit: { packets: 60 },
    flows: [flow("one", "one flow", "reno", 0.06, { params: { min_rto: 1, timestamps: true } })],
    loss: [{ kind: "random", probability: 0.04 }],
    duration: 100,
    settings: { warmup: 5 },
  }),
  charts: ["window", "rate"],
  values: {
    rate: GOODPUT,
    timeouts: { kind: "summary", flow: "one", field: "timeouts" },
  },
  steps: [
    {
      id: "timeouts",
      text: "[Reno](curve:one) loses 4 % of its packets. If three packets arrive after the lost one, their acknowledgements reveal the loss. Otherwise the sender waits for its timer. In the chart of the window, a triangle marks each timeout.",
      notes:
        "Ask how many packets must arrive after a lost one so that the sender notices. Then ask how often the window is that large.",
      task: {
        kind: "choose",
        ask: "How many timeouts does the flow have in 95 s?",
        options: [
          {
            id: "fewer-than-10",
            text: "Fewer than 10",
            hint: "Fewer than ten would be one in ten seconds. Count the triangles of ten seconds.",
            when: [{ of: { kind: "summary", flow: "one", field: "timeouts" }, below: 9.5 }],
          },
          {
            id: "10-to-30",
            text: "10 to 30",
            when: [{ of: { kind: "summary", flow: "one", field: "timeouts" }, above: 9.5, below: 30.5 }],
          },
          {
            id: "more-than-30",
            text: "More than 30",
            when: [{ of: { kind: "summary", flow: "one", field: "timeouts" }, above: 30.5 }],
          },
        ],
        hint: "Zoom into the chart of the window: each triangle is a timeout, at which the window falls to one packet.",
        after:
          "The flow has {timeouts} timeouts: its window is so small that often fewer than three packets arrive after a lost one.",
      },
    },
    {
      id: "predict",
      text: "The flow gets {rate}. Its timer waits at least 1 s, as RFC 6298 asks for, although a round trip takes only 60 ms. While the timer runs, the flow sends nothing.",
      notes:
        "Let the class estimate the share of time that the flow is silent: number of timeouts times 1 s. This gives a bound for the gain.",
      task: {
        kind: "predict",
        ask: "With a minimum of 0.2 s: how large is the goodput?",
        set: [["flows.one.params.min_rto", 0.2]],
        what: {
          kind: "bars",
          label: "Mean goodput",
          unit: "bit/s",
          max: 3e6,
          bars: [{ id: "with-minimum-0-2-s", label: "with a minimum of 0.2 s", measure: GOODPUT }],
        },
        after:
          "Each timeout now costs less silence. The price appears where round trips vary: a packet that is only late is then taken for lost.",
      },
    },
    {
      id: "goal",
      text: "The flow now gets {rate}, with {timeouts} timeouts.",
      task: {
        kind: "goal",
        ask: "Bring the goodput above 0.8 Mb/s by changing one control.",
        controls: [
          {
            id: "algorithm",
            label: "Loss recovery",
            options: [
              { id: "reno", label: "Reno", set: [] },
              {
                id: "sack",
                label: "SACK",
                set: [
                  ["flows.one.algorithm", "sack"],
                  ["flows.one.params", { min_rto: 0.2, timestamps: true }],
                ],
              },
            ],
          },
          {
            id: "timer",
            label: "Minimum of the timer",
            options: [
              { id: "0-2-s", label: "0.2 s", set: [] },
              { id: "3-s", label: "3 s", set: [["flows.one.params.min_rto", 3]] },
            ],
          },
        ],
        when: [{ of: GOODPUT, above: 0.8e6 }],
        hint: "Your flow gets {rate} with {timeouts} timeouts. Which algorithm knows which packets are missing?",
        after:
          "The flow gets {rate} with {timeouts} timeouts: SACK knows which packets are missing, and repairs several losses of a window without the timer.",
      },
    },
  ],
  freePlay: "Add jitter to the link, and look for retransmissions of packets that were not lost.",
  reading: [
    {
      id: "rfc-6298",
      text: "Computing TCP's Retransmission Timer. RFC 6298.",
      url: "https://www.rfc-editor.org/rfc/rfc6298",
    },
    {
      id: "allman-1999",
      text: "M. Allman, V. Paxson: On Estimating End-to-End Network Path Properties. SIGCOMM 1999.",
    },
  ],
};

import type { Lesson } from "../../../tasks/model.ts";
import { dumbbell, flow, QUEUE, setRtt } from "./scenarios.ts";

const TIME = { kind: "summary", flow: "mouse", field: "completion_s" } as const;

export const MICE: Lesson = {
  id: "mice",
  title: "Short flows: mice and elephants",
  point: "Short flows live in slow start: latency matters to them, not bandwidth.",
  learn: "what decides how long a small download takes",
  minutes: 10,
  level: "introduction",
  week: 2,
  order: 22,
  topic: "window",
  terms: ["flow completion time", "initial window", "slow start"],
  needs: ["overshoot"],
  scenario: dumbbell("Mice and elephants", {
    rate: 2e7,
    limit: { packets: 200 },
    flows: [
      flow("mouse", "mouse", "newreno", 0.08, { start: 0.2, source: { kind: "finite", bytes: 100_000 } }),
    ],
    duration: 1,
  }),
  charts: ["window*150", "rate*60", "queue"],
  values: {
    time: TIME,
    wait: { kind: "wait", from: 10, to: 14 },
    peak: { kind: "signal", entity: "flow:mouse", signal: "cwnd", stat: "max" },
  },
  steps: [
    {
      id: "time",
      text: "[A short flow](curve:mouse) of 100 kB starts at [0.2 s](at:0.4) on an empty link of 20 Mb/s. The bytes alone would need 40 ms on this link. The round trip is 80 ms.",
      notes:
        "Ask for the answer before the class looks at the chart. The two natural guesses are the time for the bytes and one round trip, and both are too small.",
      task: {
        kind: "choose",
        ask: "How long does the transfer take?",
        options: [
          {
            id: "below-two",
            text: "Less than two round trips",
            hint: "The file has 67 packets, and the first window 10. How much can be sent before the first acknowledgement?",
            when: [{ of: TIME, below: 0.16 }],
          },
          {
            id: "two-to-four",
            text: "Two to four round trips",
            when: [{ of: TIME, above: 0.16, below: 0.32 }],
          },
          {
            id: "four-to-eight",
            text: "Four to eight round trips",
            hint: "Add up 10, 20 and 40 packets: after how many round trips are 67 of them sent?",
            when: [{ of: TIME, above: 0.32, below: 0.64 }],
          },
          { id: "above-eight", text: "More than eight round trips", when: [{ of: TIME, above: 0.64 }] },
        ],
        hint: "Zoom into the chart of the window: it doubles in each round trip and reaches {peak}. Count the round trips.",
        after:
          "The transfer takes {time}: the window begins with 10 packets and doubles in each round trip, so 67 packets need several of them.",
      },
    },
    {
      id: "predict",
      text: "The transfer took {time}. Now the link is five times as fast: 100 Mb/s.",
      notes:
        "This is the step for the sentence that users hear: a faster line makes pages faster. Collect guesses before the reveal.",
      task: {
        kind: "predict",
        ask: "How long does the transfer take on the faster link?",
        set: [["network.forward.rate", 1e8]],
        what: {
          kind: "bars",
          label: "Completion time",
          unit: "s",
          max: 1,
          bars: [{ id: "at-100-mb-s", label: "at 100 Mb/s", measure: TIME }],
        },
        after:
          "Nearly as long as before. The flow ends before its window fills the path, so the number of round trips decides.",
      },
    },
    {
      id: "elephant",
      text: "The link has 20 Mb/s again. An elephant, a flow without end, is on it before the mouse, which now starts at 10 s. Its queue adds to each round trip of the mouse, and a full buffer drops packets of both. The transfer now takes {time}.",
      set: [
        ["network.forward.rate", 2e7],
        ["duration", 30],
        [
          "flows",
          [
            flow("mouse", "mouse", "newreno", 0.08, {
              start: 10,
              source: { kind: "finite", bytes: 100_000 },
            }),
            flow("elephant", "elephant", "cubic", 0.08),
          ],
        ],
      ],
      task: {
        kind: "goal",
        ask: "Bring the completion time of the mouse below 0.55 s by changing one control.",
        controls: [
          {
            id: "queue",
            label: "Queue discipline",
            options: [
              { id: "drop-tail", label: "Drop-tail", set: [] },
              {
                id: "fq-codel",
                label: "FQ-CoDel",
                set: [[QUEUE, { kind: "fq_codel", limit: { packets: 200 } }]],
              },
            ],
          },
          {
            id: "rtt",
            label: "Round trip of the elephant",
            options: [
              { id: "80-ms", label: "80 ms", set: [] },
              { id: "40-ms", label: "40 ms", set: setRtt(0.04, "elephant") },
            ],
          },
        ],
        when: [{ of: TIME, below: 0.55 }],
        hint: "The mouse of your run needs {time}; packets wait {wait} while it sends.",
        after: "The mouse now needs {time}, because its packets do not wait behind those of the elephant.",
      },
    },
  ],
  freePlay:
    "Change the size of the mouse from 10 kB to 10 MB, and find the size from which bandwidth matters.",
  reading: [
    { id: "cardwell-2000", text: "N. Cardwell, S. Savage, T. Anderson: Modeling TCP Latency. INFOCOM 2000." },
    {
      id: "rfc-6928",
      text: "Increasing TCP's Initial Window. RFC 6928.",
      url: "https://www.rfc-editor.org/rfc/rfc6928",
    },
  ],
};

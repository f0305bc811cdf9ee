import type { Lesson } from "../../../tasks/model.ts";
import { dumbbell, flow, setRtt } from "./scenarios.ts";

export const FAT_PIPE: Lesson = {
  id: "fat-pipe",
  title: "Long fast paths",
  point: "Linear growth does not scale; CUBIC recovers in seconds, whatever the round trip.",
  learn: "what one loss costs on a fast and long path, and what reduces this cost",
  minutes: 15,
  level: "intermediate",
  week: 9,
  order: 91,
  topic: "paths",
  terms: ["high BDP", "linear growth", "RFC 3649"],
  needs: ["sawtooth"],
  scenario: dumbbell("Long fast paths", {
    rate: 1e8,
    limit: { bdp: 1 },
    flows: [flow("one", "one flow", "newreno", 0.1, { params: { initial_ssthresh: 700 } })],
    loss: [{ kind: "burst", at: 10, packets: 1, flow: "one" }],
    duration: 70,
    settings: { warmup: 10 },
  }),
  charts: ["window*220", "rate"],
  values: {
    bdp: { kind: "link", property: "bdp" },
    lowest: { kind: "signal", entity: "flow:one", signal: "cwnd", stat: "min", from: 10.2 },
    rate: { kind: "goodput", flow: "one" },
  },
  steps: [
    {
      id: "watch",
      text: "The path of 100 Mb/s and 100 ms holds {bdp}. At [10 s](at:10) one single packet is lost. Watch the window up to this moment.",
      notes:
        "Ask how many packets are in flight on this path, and how long one of them is visible in the chart. A single lost packet is about to cost half of the rate.",
      task: { kind: "watch", until: 10 },
    },
    {
      id: "predict",
      text: "The sender uses NewReno, as in the lesson about the sawtooth. A round trip takes 0.1 s.",
      notes:
        "Let the class compute the time: packets to regain, times the round trip. Then ask for the same at 10 Gb/s.",
      task: {
        kind: "predict",
        ask: "Draw the window of the next 50 seconds.",
        what: {
          kind: "curve",
          entity: "flow:one",
          signal: "cwnd",
          label: "Congestion window",
          unit: "packets",
          from: 10.1,
          to: 60,
          max: 1800,
        },
        after:
          "The window needs one round trip for each packet: it takes about 40 s to return to where it was. At 10 Gb/s it would take more than an hour.",
      },
    },
    {
      id: "cubic",
      text: "After this loss the flow gets {rate}, on a link of 100 Mb/s.",
      task: {
        kind: "goal",
        ask: "Bring the goodput after 10 s above 90 Mb/s by changing one control.",
        controls: [
          {
            id: "algorithm",
            label: "Algorithm",
            options: [
              { id: "newreno", label: "NewReno", set: [] },
              {
                id: "sack",
                label: "SACK",
                set: [
                  ["flows.one.algorithm", "sack"],
                  ["flows.one.params", { initial_ssthresh: 700 }],
                ],
              },
              {
                id: "cubic",
                label: "CUBIC",
                set: [
                  ["flows.one.algorithm", "cubic"],
                  ["flows.one.params", { initial_ssthresh: 700 }],
                ],
              },
            ],
          },
          {
            id: "rtt",
            label: "Round trip",
            options: [
              { id: "100-ms", label: "100 ms", set: [] },
              { id: "200-ms", label: "200 ms", set: setRtt(0.2, "one") },
            ],
          },
        ],
        when: [{ of: { kind: "goodput", flow: "one" }, above: 9e7 }],
        hint: "The goodput of your run is {rate}; after the loss the window fell to {lowest}. Which control makes the window grow faster?",
        after:
          "Your flow now gets {rate}. CUBIC cuts its window by less. Then its growth follows a cubic function of the time since the cut: fast, slow near the old window, and fast again.",
      },
    },
  ],
  freePlay: "Let a NewReno flow compete with a CUBIC flow on this path, and then on a path of 20 ms.",
  reading: [
    {
      id: "rfc-9438",
      text: "CUBIC for Fast and Long-Distance Networks. RFC 9438.",
      url: "https://www.rfc-editor.org/rfc/rfc9438",
    },
    {
      id: "rfc-3649",
      text: "HighSpeed TCP for Large Congestion Windows. RFC 3649.",
      url: "https://www.rfc-editor.org/rfc/rfc3649",
    },
  ],
};

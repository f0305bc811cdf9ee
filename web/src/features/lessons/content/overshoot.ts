import type { Lesson } from "../../../tasks/model.ts";
import { dumbbell, flow, LIMIT } from "./scenarios.ts";

export const OVERSHOOT: Lesson = {
  id: "overshoot",
  title: "How slow start ends",
  point: "Doubling finds the capacity fast, and misses it by a factor of two.",
  learn: "how a new connection looks for its rate, and what that costs",
  minutes: 10,
  level: "introduction",
  week: 1,
  order: 12,
  topic: "window",
  terms: ["slow start", "ssthresh"],
  needs: ["sawtooth"],
  scenario: dumbbell("Slow start overshoots", {
    rate: 1e7,
    limit: { packets: 83 },
    flows: [flow("one", "one flow", "newreno", 0.1)],
    duration: 12,
  }),
  charts: ["window*220", "queue*120", "rate*50"],
  layout: { control: LIMIT, pictures: ["network", "window"] },
  values: {
    bdp: { kind: "link", property: "bdp" },
    limit: { kind: "link", property: "limit" },
    peak: { kind: "signal", entity: "flow:one", signal: "cwnd", stat: "max" },
    drops: { kind: "events", event: "drop" },
    busy: { kind: "utilisation", from: 1, to: 10 },
  },
  steps: [
    {
      id: "predict",
      text: "A new connection does not know the capacity of its path. In slow start it doubles its window in every round trip of 100 ms. The path holds {bdp}, and the buffer {limit}.",
      notes:
        "Ask for the window after each of the next round trips before anybody draws. The important delay is one round trip: the sender hears of the loss after it has doubled again.",
      task: {
        kind: "predict",
        ask: "Draw the window of the first 2 seconds after this moment.",
        what: {
          kind: "curve",
          entity: "flow:one",
          signal: "cwnd",
          label: "Congestion window",
          unit: "packets",
          from: 0.4,
          to: 2.4,
          max: 400,
        },
        after:
          "The window doubles until the buffer is full. The sender learns of the loss one round trip later, when its window is already twice as large as path and buffer together allow.",
      },
    },
    {
      id: "drops",
      text: "The window rose to {peak}. The path holds {bdp}, and the buffer {limit}.",
      task: {
        kind: "number",
        ask: "About how many packets were dropped in the whole run? A value within 30 % is right.",
        measure: { kind: "events", event: "drop" },
        unit: "packets",
        factor: 1,
        tolerance: 0.3,
        hint: "The window rose to {peak}, but path and buffer hold {bdp} and {limit}. Every packet beyond that is dropped.",
        after:
          "Dropped: {drops}. NewReno repairs only one of these losses in each round trip, so the link is busy only {busy} of the time.",
      },
    },
    {
      id: "ssthresh",
      text: "Two settings are known before the first packet is sent. A sender can choose them with what it remembers of earlier connections.",
      task: {
        kind: "goal",
        ask: "Bring the number of drops below 10 by changing one control.",
        controls: [
          {
            id: "initial",
            label: "Initial window",
            options: [
              { id: "default", label: "default", set: [] },
              { id: "1-packet", label: "1 packet", set: [["flows.one.params.initial_window", 1]] },
              { id: "40-packets", label: "40 packets", set: [["flows.one.params.initial_window", 40]] },
            ],
          },
          {
            id: "ssthresh",
            label: "Slow start threshold",
            options: [
              { id: "none", label: "none", set: [] },
              { id: "60-packets", label: "60 packets", set: [["flows.one.params.initial_ssthresh", 60]] },
              { id: "300-packets", label: "300 packets", set: [["flows.one.params.initial_ssthresh", 300]] },
            ],
          },
        ],
        when: [{ of: { kind: "events", event: "drop" }, below: 10 }],
        hint: "Your run dropped {drops} packets, and its window rose to {peak}. Slow start must end before the window exceeds path and buffer.",
        after: "Slow start now ends at the threshold, before the first loss: the window rose to {peak}.",
      },
    },
  ],
  freePlay:
    "Make the buffer much larger: slow start takes longer to find its end, and the queue grows to the size of the buffer.",
  reading: [
    { id: "jacobson-1988", text: "V. Jacobson: Congestion Avoidance and Control. SIGCOMM 1988." },
    {
      id: "rfc-9406",
      text: "HyStart++: Modified Slow Start for TCP. RFC 9406.",
      url: "https://www.rfc-editor.org/rfc/rfc9406",
    },
  ],
};

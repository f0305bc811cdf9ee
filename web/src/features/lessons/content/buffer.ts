import type { Lesson } from "../../../tasks/model.ts";
import { dumbbell, flow, LIMIT } from "./scenarios.ts";

export const BUFFER: Lesson = {
  id: "buffer",
  title: "How big a buffer?",
  point:
    "One NewReno flow needs a buffer of one bandwidth-delay product; many flows, or a sender that measures the path, need far less.",
  learn: "how large a buffer must be, and on what that depends",
  minutes: 15,
  level: "intermediate",
  week: 5,
  order: 52,
  topic: "queues",
  terms: ["buffer sizing", "BDP", "square root of n"],
  needs: ["sawtooth"],
  scenario: dumbbell("How big a buffer?", {
    rate: 2e7,
    limit: { bdp: 0.1 },
    flows: [flow("flow", "flow", "newreno", 0.06)],
    duration: 40,
    settings: { warmup: 10 },
  }),
  charts: ["rate.total", "queue"],
  values: {
    busy: { kind: "utilisation" },
    wait: { kind: "wait" },
    bdp: { kind: "link", property: "bdp" },
    limit: { kind: "link", property: "limit" },
  },
  steps: [
    {
      id: "watch",
      text: "One NewReno flow uses a link of 20 Mb/s with a round trip of 60 ms. The path holds {bdp}; the buffer holds only {limit}. Watch the queue.",
      notes:
        "Draw a pipe with a funnel on the board: the path is the pipe, and the buffer is the funnel. Ask what happens to the pipe when the sender halves its window.",
      task: { kind: "watch", until: 20 },
    },
    {
      id: "read",
      text: "After each cut the queue is empty, and a part of the capacity is unused until the window has grown again.",
      task: {
        kind: "choose",
        ask: "What share of the capacity does the flow use, after the first 10 s?",
        options: [
          {
            id: "less-than-65-percent",
            text: "Less than 65 %",
            hint: "Just after a cut, the window is half of the path. But until the next cut, it grows to the whole path.",
            when: [{ of: { kind: "utilisation" }, below: 0.65 }],
          },
          {
            id: "65-to-90-percent",
            text: "Between 65 % and 90 %",
            when: [{ of: { kind: "utilisation" }, above: 0.65, below: 0.9 }],
          },
          {
            id: "more-than-90-percent",
            text: "More than 90 %",
            when: [{ of: { kind: "utilisation" }, above: 0.9 }],
          },
        ],
        hint: "With almost no buffer, the window moves between half of the path and the whole path. What is its mean?",
        after:
          "The link is busy {busy} of the time: the window moves between about half of the path and a little more than the whole path.",
      },
    },
    {
      id: "predict",
      text: "Now the buffer holds as many packets as the path: one bandwidth-delay product. NewReno still halves its window at each loss.",
      notes:
        "Let the class derive the rule before the reveal: after a cut from twice the path, half of the window is exactly the path.",
      task: {
        kind: "predict",
        ask: "With a buffer of 1 BDP: what share of the capacity does the flow use?",
        set: [[LIMIT, { bdp: 1 }]],
        what: {
          kind: "bars",
          label: "Share of the capacity",
          unit: "share",
          max: 1,
          bars: [{ id: "link-busy", label: "link busy", measure: { kind: "utilisation" } }],
        },
        after:
          "The link is busy {busy} of the time. The price is the wait, {wait} on average: the queue is half full or more most of the time.",
      },
    },
    {
      id: "many",
      text: "The buffer is small again: the link is busy {busy} of the time, and packets wait {wait} on average.",
      set: [[LIMIT, { bdp: 0.1 }]],
      task: {
        kind: "goal",
        ask: "Use more than 90 % of the link by changing one control, with a mean wait below 10 ms.",
        controls: [
          {
            id: "buffer",
            label: "Buffer",
            options: [
              { id: "0-1-bdp", label: "0.1 BDP", set: [] },
              { id: "1-bdp", label: "1 BDP", set: [[LIMIT, { bdp: 1 }]] },
              { id: "2-bdp", label: "2 BDP", set: [[LIMIT, { bdp: 2 }]] },
            ],
          },
          {
            id: "flows",
            label: "Number of flows",
            options: [
              { id: "1", label: "1", set: [] },
              {
                id: "3",
                label: "3",
                set: [
                  ["flows.flow.count", 3],
                  ["flows.flow.start", { min: 0, max: 2 }],
                ],
              },
              {
                id: "20",
                label: "20",
                set: [
                  ["flows.flow.count", 20],
                  ["flows.flow.start", { min: 0, max: 2 }],
                ],
              },
            ],
          },
        ],
        when: [
          { of: { kind: "utilisation" }, above: 0.9 },
          { of: { kind: "wait" }, below: 0.01 },
        ],
        hint: "Your link is busy {busy} of the time, and packets wait {wait} on average. Windows that are not cut at the same moment have a sum that varies little.",
        after:
          "The link is busy {busy} of the time, and packets wait {wait} on average. The flows cut their windows at different moments, so the sum of the windows varies little, and a small buffer is enough.",
      },
    },
    {
      id: "sender",
      text: "Other senders need other buffers: CUBIC cuts its window by less, and BBR measures the path. One flow uses the link again, with a buffer of two bandwidth-delay products.",
      set: [
        ["flows.flow.count", undefined],
        ["flows.flow.start", undefined],
        [LIMIT, { bdp: 2 }],
      ],
      task: {
        kind: "goal",
        ask: "Use more than 95 % of the link with a mean wait below 5 ms, by changing one control.",
        controls: [
          {
            id: "size",
            label: "Buffer",
            options: [
              { id: "2-bdp", label: "2 BDP", set: [] },
              { id: "0-5-bdp", label: "0.5 BDP", set: [[LIMIT, { bdp: 0.5 }]] },
              { id: "0-1-bdp", label: "0.1 BDP", set: [[LIMIT, { bdp: 0.1 }]] },
            ],
          },
          {
            id: "algorithm",
            label: "Sender",
            options: [
              { id: "newreno", label: "NewReno", set: [] },
              { id: "cubic", label: "CUBIC", set: [["flows.flow.algorithm", "cubic"]] },
              { id: "bbr", label: "BBR", set: [["flows.flow.algorithm", "bbr"]] },
            ],
          },
        ],
        when: [
          { of: { kind: "utilisation" }, above: 0.95 },
          { of: { kind: "wait" }, below: 0.005 },
        ],
        hint: "Your link is busy {busy} of the time, and packets wait {wait} on average. Which sender does not fill the buffer to find the capacity?",
        after:
          "The link is busy {busy} of the time, and packets wait {wait} on average, although the buffer is large. BBR measures the rate and the shortest round trip, and does not need a full buffer.",
      },
    },
  ],
  freePlay:
    "Change the algorithm to CUBIC, which cuts its window by less than half, and find the smallest buffer that keeps the link busy.",
  reading: [
    {
      id: "appenzeller-2004",
      text: "G. Appenzeller, I. Keslassy, N. McKeown: Sizing Router Buffers. SIGCOMM 2004.",
    },
    { id: "villamizar-1994", text: "C. Villamizar, C. Song: High Performance TCP in ANSNET. CCR 1994." },
  ],
};

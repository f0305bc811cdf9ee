import type { Lesson } from "../../../tasks/model.ts";
import { dumbbell, flow, LIMIT } from "./scenarios.ts";

const CUBIC_LATER = { kind: "goodput", flow: "cubic", from: 40 } as const;
const QUEUE_ALONE = {
  kind: "signal",
  entity: "link:forward",
  signal: "queue",
  stat: "mean",
  from: 5,
  to: 18,
} as const;

export const BBR: Lesson = {
  id: "bbr",
  title: "BBR: a model of the path",
  point: "A sender that measures the path needs no loss, but how it shares depends on the buffer.",
  learn: "how BBR finds its rate, and with what it shares well or badly",
  minutes: 15,
  level: "intermediate",
  week: 10,
  order: 103,
  topic: "paths",
  terms: ["BBR", "BBRv3", "model-based control"],
  needs: ["buffer"],
  scenario: dumbbell("A model of the path", {
    rate: 2e7,
    limit: { bdp: 1 },
    flows: [flow("bbr", "BBR", "bbr", 0.04), flow("cubic", "CUBIC", "cubic", 0.04, { start: 20 })],
    duration: 80,
    settings: { warmup: 10 },
  }),
  charts: ["rate", "window", "queue"],
  values: {
    bdp: { kind: "link", property: "bdp" },
    queue: QUEUE_ALONE,
    bbr: { kind: "goodput", flow: "bbr", from: 40 },
    cubic: CUBIC_LATER,
    wait: { kind: "wait", from: 40 },
    drops: { kind: "events", event: "drop", from: 40 },
  },
  steps: [
    {
      id: "watch",
      text: "[BBR](curve:bbr) measures two things: the highest rate at which its packets arrive, and the shortest round trip. Their product, here {bdp}, is what the path holds. BBR sends at the measured rate. After its start, about twice this amount is in flight at most. Watch it alone on a link of 20 Mb/s with a round trip of 40 ms.",
      notes:
        "Write the two measured quantities on the board, with their product. Ask why both cannot be measured at the same moment.",
      task: { kind: "watch", until: 18 },
    },
    {
      id: "probe",
      text: "Every 10 s the window falls to four packets for 0.2 s. The queue is then empty, and the shortest round trip can be measured again. In between, BBR sends 25 % more in one of eight round trips to see whether more arrives, and 25 % less in the next.",
      task: {
        kind: "choose",
        ask: "How full is the buffer of one bandwidth-delay product on average between 5 s and 18 s?",
        options: [
          { id: "less-than-quarter", text: "Less than a quarter", when: [{ of: QUEUE_ALONE, below: 16 }] },
          {
            id: "quarter-to-three-quarters",
            text: "Between a quarter and three quarters",
            when: [{ of: QUEUE_ALONE, above: 16, below: 50 }],
          },
          {
            id: "more-than-three-quarters",
            text: "More than three quarters",
            hint: "A sender that keeps this buffer nearly full loses packets. BBR sends at the rate that it has measured, which is that of the link.",
            when: [{ of: QUEUE_ALONE, above: 50 }],
          },
        ],
        hint: "In your run {queue} wait on average. The buffer holds {bdp}.",
        after:
          "On average {queue} wait, and the buffer holds {bdp}. BBR sends at the rate of the link, so a queue forms only while it sends more.",
      },
    },
    {
      id: "compete",
      text: "At 20 s a CUBIC flow starts. It increases its window until packets are lost. The buffer holds one bandwidth-delay product.",
      notes: "Ask who reacts to a full buffer here. One flow takes a loss as a signal, the other does not.",
      task: {
        kind: "predict",
        ask: "Draw the rate of CUBIC until 70 s.",
        what: {
          kind: "curve",
          entity: "flow:cubic",
          signal: "delivered",
          label: "Rate of CUBIC",
          unit: "bit/s",
          from: 21,
          to: 70,
          max: 2e7,
        },
        after:
          "BBR keeps up to two bandwidth-delay products in flight. One fills the path, and the second fills this buffer. CUBIC loses packets again and again, and gives way.",
      },
    },
    {
      id: "deep",
      text: "After 40 s BBR gets {bbr} and CUBIC {cubic}, with {drops} drops. Now the buffer becomes eight times as large.",
      notes:
        "Remind the class of the limit of two bandwidth-delay products. Ask how much of the large buffer BBR can use.",
      task: {
        kind: "predict",
        ask: "How much do the flows get with a buffer of eight bandwidth-delay products?",
        set: [[LIMIT, { bdp: 8 }]],
        what: {
          kind: "bars",
          label: "Goodput after 40 s",
          unit: "bit/s",
          max: 2e7,
          bars: [
            { id: "bbr", label: "BBR", measure: { kind: "goodput", flow: "bbr", from: 40 } },
            { id: "cubic", label: "CUBIC", measure: CUBIC_LATER },
          ],
        },
        after:
          "Packets now wait {wait} on average. BBR’s limit of two bandwidth-delay products is small compared with the buffer, and CUBIC fills the rest of it.",
      },
    },
    {
      id: "goal",
      text: "The buffer is small again: CUBIC gets {cubic}, and packets wait {wait} on average. With the large buffer, CUBIC got more, but packets waited much longer.",
      set: [[LIMIT, { bdp: 1 }]],
      task: {
        kind: "goal",
        ask: "Bring the goodput of CUBIC above 5 Mb/s with a mean wait below 40 ms, by changing one control.",
        controls: [
          {
            id: "buffer",
            label: "Buffer",
            options: [
              { id: "1-bdp", label: "1 BDP", set: [] },
              { id: "0-5-bdp", label: "0.5 BDP", set: [[LIMIT, { bdp: 0.5 }]] },
              { id: "8-bdp", label: "8 BDP", set: [[LIMIT, { bdp: 8 }]] },
            ],
          },
          {
            id: "version",
            label: "Version of BBR",
            options: [
              { id: "bbr-v1", label: "BBR v1", set: [] },
              { id: "bbr-v3", label: "BBR v3", set: [["flows.bbr.algorithm", "bbr3"]] },
            ],
          },
        ],
        when: [
          { of: CUBIC_LATER, above: 5e6 },
          { of: { kind: "wait", from: 40 }, below: 0.04 },
        ],
        hint: "CUBIC gets {cubic}, and packets wait {wait} on average. Which control changes how BBR reacts to losses?",
        after:
          "CUBIC now gets {cubic}, and packets wait {wait} on average. BBR v3 sends less when many of its packets are lost; BBR v1 does not.",
      },
    },
  ],
  freePlay: "Let many BBR flows compete with one CUBIC flow, or add a random loss of 1 % to the link.",
  reading: [
    {
      id: "bbr-2016",
      text: "N. Cardwell and others: BBR: Congestion-Based Congestion Control. 2016.",
      url: "https://doi.org/10.1145/3012426.3022184",
    },
    {
      id: "ware",
      text: "R. Ware and others: Modeling BBR's Interactions with Loss-Based Congestion Control. 2019.",
      url: "https://doi.org/10.1145/3355369.3355604",
    },
    {
      id: "bbr-draft",
      text: "BBR Congestion Control. Internet-Draft of the working group CCWG.",
      url: "https://datatracker.ietf.org/doc/draft-ietf-ccwg-bbr/",
    },
  ],
};

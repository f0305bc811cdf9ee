import type { Lesson } from "../../../tasks/model.ts";
import { dumbbell, flow, QUEUE } from "./scenarios.ts";

const rtt = (id: string) => ({ kind: "signal", entity: `flow:${id}`, signal: "rtt", stat: "mean" }) as const;
const PRAGUE = { kind: "goodput", flow: "prague" } as const;
const CUBIC_RATE = { kind: "goodput", flow: "cubic" } as const;
const SHARE = { kind: "ratio", of: PRAGUE, to: CUBIC_RATE } as const;

export const L4S: Lesson = {
  id: "l4s",
  title: "L4S: two queues on one link",
  point:
    "Senders that react to many small marks need a queue of their own; coupled queues let them share a link with TCP as we know it.",
  learn: "why L4S has two queues, and how flows of both kinds share the link",
  minutes: 12,
  level: "advanced",
  week: 12,
  order: 121,
  topic: "marks",
  terms: ["L4S", "DualPI2", "TCP Prague", "ECT(1)"],
  needs: ["data-centre"],
  scenario: dumbbell("L4S: two queues on one link", {
    rate: 2e7,
    limit: { packets: 400 },
    flows: [flow("prague", "Prague", "prague", 0.03), flow("cubic", "CUBIC", "cubic", 0.03)],
    duration: 40,
    settings: { warmup: 10 },
  }),
  charts: ["rtt*150", "rate"],
  values: {
    prague: PRAGUE,
    cubic: CUBIC_RATE,
    pragueRtt: rtt("prague"),
    cubicRtt: rtt("cubic"),
  },
  steps: [
    {
      id: "watch",
      text: "[Prague](curve:prague) is a sender like DCTCP: it wants many marks, and reduces its window a little at each. [CUBIC](curve:cubic) shares the link of 20 Mb/s. The round trip is 30 ms, and the queue of this home router drops packets only when its 400 places are full.",
      notes:
        "Ask what Prague can do without marks: it falls back to losses. Then ask which of the two flows makes the queue long.",
      task: { kind: "watch", until: 20 },
    },
    {
      id: "one-queue",
      text: "Both flows wait in one queue.",
      task: {
        kind: "number",
        ask: "How long is Prague’s mean round trip after 10 s? Read its chart; a value within 15 % is right.",
        measure: rtt("prague"),
        unit: "ms",
        factor: 1000,
        tolerance: 0.15,
        hint: "The round trip without waiting is 30 ms. Read the middle of Prague’s curve.",
        after:
          "Prague’s round trip is {pragueRtt}, and that of CUBIC {cubicRtt}: in one queue, every packet waits behind those of the flow that fills it.",
      },
    },
    {
      id: "predict",
      text: "DualPI2 has two queues. Prague’s packets carry a label (ECT(1)) and wait in a queue that marks them from 1 ms on. All others wait in a queue with a target of 15 ms, which drops packets.",
      notes:
        "Let the class add the round trip of 30 ms and the waiting time for each flow before they set the bars.",
      task: {
        kind: "predict",
        ask: "How long are the mean round trips with DualPI2?",
        set: [[QUEUE, { kind: "dual_pi2", limit: { packets: 400 } }]],
        what: {
          kind: "bars",
          label: "Mean round trip",
          unit: "s",
          max: 0.25,
          bars: [
            { id: "prague", label: "Prague", measure: rtt("prague") },
            { id: "cubic", label: "CUBIC", measure: rtt("cubic") },
          ],
        },
        after:
          "Prague’s packets hardly wait: its round trip is {pragueRtt}. CUBIC needs a longer queue to keep the link busy, so it has {cubicRtt}.",
      },
    },
    {
      id: "shares",
      text: "The short queue is served first, so its flow could take the whole link. Look at the rates of [Prague](curve:prague) and [CUBIC](curve:cubic).",
      task: {
        kind: "choose",
        ask: "How do the two flows share the link?",
        options: [
          {
            id: "prague",
            text: "Prague gets more than twice as much",
            when: [{ of: SHARE, above: 2 }],
            hint: "The short queue is marked also because of the long one: the more CUBIC has to wait, the more marks Prague gets. Compare the two rates.",
          },
          {
            id: "equal",
            text: "Neither gets more than twice as much",
            when: [{ of: SHARE, above: 0.5, below: 2 }],
          },
          { id: "cubic", text: "CUBIC gets more than twice as much", when: [{ of: SHARE, below: 0.5 }] },
        ],
        hint: "In your run Prague gets {prague}, and CUBIC {cubic}.",
        after:
          "Prague gets {prague}, and CUBIC {cubic}. The queues are coupled: CUBIC’s packets are dropped with the square of the probability with which Prague’s are marked, which is what makes both rates about equal.",
      },
    },
    {
      id: "coupled",
      text: "Could one queue that marks do the same? CUBIC now understands marks as well, and reacts to a mark as to a loss.",
      set: [["flows.cubic.params.ecn", true]],
      task: {
        kind: "change",
        ask: "Find the [queue](control) with which CUBIC gets less than 2 Mb/s.",
        control: {
          id: "queue",
          label: "Queue discipline",
          options: [
            { id: "dual", label: "DualPI2", set: [] },
            { id: "fq", label: "FQ-CoDel", set: [[QUEUE, { kind: "fq_codel", limit: { packets: 400 } }]] },
            {
              id: "marks",
              label: "CoDel that marks",
              set: [[QUEUE, { kind: "codel", ecn: true, limit: { packets: 400 } }]],
            },
          ],
        },
        when: [{ of: CUBIC_RATE, below: 2e6 }],
        hint: "CUBIC gets {cubic} in your run, and Prague {prague}. In which queue do both get the same marks?",
        after:
          "CUBIC gets {cubic}, and Prague {prague}. Both get the same marks: CUBIC cuts its window by 30 % at the first mark of a round trip, and Prague in proportion to the share of marked packets.",
      },
    },
  ],
  freePlay:
    "Let DCTCP send in place of Prague through DualPI2: it lacks the label, so it waits with CUBIC. Who gets the link?",
  reading: [
    {
      id: "rfc-9330",
      text: "Low Latency, Low Loss, and Scalable Throughput (L4S). RFC 9330.",
      url: "https://www.rfc-editor.org/rfc/rfc9330",
    },
    {
      id: "rfc-9332",
      text: "Dual-Queue Coupled Active Queue Management. RFC 9332.",
      url: "https://www.rfc-editor.org/rfc/rfc9332",
    },
  ],
};

import type { Lesson } from "../../../tasks/model.ts";
import { dumbbell, flow, LIMIT, QUEUE } from "./scenarios.ts";

const CALL = { kind: "goodput", flow: "call", from: 40 } as const;
/** The rules of GCC in browsers, which documents of the lessons' format state. */
const BROWSERS = { rules: "browsers" } as const;
const ALGORITHM = "flows.call.algorithm";
const PARAMS = "flows.call.params";
const WAIT = { kind: "wait", from: 40 } as const;
const WAIT_ALONE = { kind: "wait", from: 10, to: 18 } as const;

export const CALL_IN_BROWSER: Lesson = {
  id: "call-in-browser",
  title: "WebRTC: a video call during a download",
  point:
    "A call that keeps the delay short gives way to a flow that fills the buffer; the queue can protect it.",
  learn: "what a download does to a video call, and what helps",
  minutes: 15,
  level: "intermediate",
  week: 13,
  order: 132,
  topic: "media",
  terms: ["WebRTC", "GCC", "NADA", "SCReAM"],
  needs: ["vegas"],
  scenario: dumbbell("A video call during a download", {
    rate: 4e6,
    limit: { packets: 100 },
    flows: [
      flow("call", "call", "gcc", 0.05, { params: BROWSERS, source: { kind: "media", follows: "exact" } }),
      flow("download", "download", "cubic", 0.05, { start: 20 }),
    ],
    duration: 80,
    settings: { warmup: 5 },
  }),
  charts: ["rate", "queue.ms"],
  values: {
    alone: { kind: "goodput", flow: "call", from: 10, to: 18 },
    call: CALL,
    download: { kind: "goodput", flow: "download", from: 40 },
    wait: WAIT,
    early: WAIT_ALONE,
    limit: { kind: "link", property: "limit" },
  },
  steps: [
    {
      id: "watch",
      text: "[A call](curve:call) is controlled by GCC, as calls in browsers are. Its encoder follows the rate that GCC recommends. The receiver reports when each packet arrives, and the sender lowers its rate when the delay keeps growing. Short bursts at the start find the rate of the link. Watch the call alone on a link of 4 Mb/s whose buffer holds {limit}.",
      notes:
        "Ask what a call needs: a steady rate and a short delay. Then ask which of the two a sender sees first when a link becomes full.",
      task: { kind: "watch", until: 18 },
    },
    {
      id: "delay",
      text: "The call gets {alone} and nothing is lost.",
      task: {
        kind: "choose",
        ask: "How long do packets wait in the queue on average, between 10 s and 18 s?",
        options: [
          { id: "less-than-5-ms", text: "Less than 5 ms", when: [{ of: WAIT_ALONE, below: 0.005 }] },
          {
            id: "5-to-50-ms",
            text: "Between 5 ms and 50 ms",
            when: [{ of: WAIT_ALONE, above: 0.005, below: 0.05 }],
          },
          {
            id: "more-than-50-ms",
            text: "More than 50 ms",
            hint: "The buffer of 300 ms would have to be full for a sixth. The rate falls long before: look at the chart of the queue.",
            when: [{ of: WAIT_ALONE, above: 0.05 }],
          },
        ],
        hint: "GCC reacts to the growth of the delay, and not to its size. How much delay does it need to see growth?",
        after:
          "Packets wait {early} on average: GCC lowers its rate as soon as the delay keeps growing, so the queue stays short.",
      },
    },
    {
      id: "predict",
      text: "At 20 s a download with CUBIC starts. CUBIC grows until the buffer of 300 ms is full, and grows again after each loss.",
      notes:
        "Remind the class of the lesson about Vegas. Ask what GCC measures while CUBIC fills the buffer, and whether GCC can know who fills it.",
      task: {
        kind: "predict",
        ask: "Draw the rate of the call in the next 40 seconds.",
        what: {
          kind: "curve",
          entity: "flow:call",
          signal: "delivered",
          label: "Rate of the call",
          unit: "bit/s",
          from: 20.2,
          to: 60.2,
          max: 5e6,
        },
        after:
          "Each time CUBIC fills the buffer, the delay grows and the call lowers its rate. The call keeps only a small part of the link, and its packets wait as long as those of the download, too long for a conversation.",
      },
    },
    {
      id: "others",
      text: "After 40 s the call gets {call}, and the download {download}. Other controls of calls weigh delay and loss differently: NADA reacts to losses instead of the delay while the queue stays long, and SCReAM limits the bytes in flight.",
      task: {
        kind: "change",
        ask: "Choose another [control](control) that gives the call more than 1.5 Mb/s.",
        control: {
          id: "algorithm",
          label: "Control of the call",
          options: [
            { id: "gcc", label: "GCC", set: [] },
            {
              id: "nada",
              label: "NADA",
              set: [
                [ALGORITHM, "nada"],
                [PARAMS, {}],
              ],
            },
            {
              id: "scream",
              label: "SCReAM",
              set: [
                [ALGORITHM, "scream"],
                [PARAMS, {}],
              ],
            },
          ],
        },
        when: [{ of: CALL, above: 1.5e6 }],
        hint: "The call of your run gets {call}.",
        after:
          "The call now gets {call}, and the download {download}: this control gives way less than GCC when the delay grows.",
      },
    },
    {
      id: "queue",
      text: "With another control, the call had a larger share, but its packets still waited in the queue that the download fills. No sender can mend that alone. The call uses GCC again, and its packets wait {wait} on average.",
      set: [
        [ALGORITHM, "gcc"],
        [PARAMS, BROWSERS],
      ],
      task: {
        kind: "goal",
        ask: "Bring the call above 1.5 Mb/s with a mean wait below 50 ms, by changing one control.",
        controls: [
          {
            id: "discipline",
            label: "Queue discipline",
            options: [
              { id: "drop-tail", label: "Drop-tail", set: [] },
              { id: "codel", label: "CoDel", set: [[QUEUE, { kind: "codel", limit: { packets: 100 } }]] },
              {
                id: "fq-codel",
                label: "FQ-CoDel",
                set: [[QUEUE, { kind: "fq_codel", limit: { packets: 100 } }]],
              },
            ],
          },
          {
            id: "buffer",
            label: "Buffer",
            options: [
              { id: "100-packets", label: "100 packets", set: [] },
              { id: "20-packets", label: "20 packets", set: [[LIMIT, { packets: 20 }]] },
            ],
          },
        ],
        when: [
          { of: CALL, above: 1.5e6 },
          { of: WAIT, below: 0.05 },
        ],
        hint: "In your run the call gets {call}, and packets wait {wait} on average.",
        after:
          "The call gets {call}, and packets wait {wait} on average. FQ-CoDel gives each flow a queue of its own, so the call does not wait behind the download.",
      },
    },
  ],
  freePlay:
    "Let five downloads compete with the call, and compare NADA, GCC and SCReAM with drop-tail and with FQ-CoDel.",
  reading: [
    {
      id: "carlucci-2016",
      text: "G. Carlucci, L. De Cicco, S. Holmer, S. Mascolo: Analysis and Design of the Google Congestion Control for WebRTC. MMSys 2016.",
    },
    { id: "rfc-8698", text: "NADA. RFC 8698.", url: "https://www.rfc-editor.org/rfc/rfc8698" },
    { id: "rfc-8298", text: "SCReAM. RFC 8298.", url: "https://www.rfc-editor.org/rfc/rfc8298" },
  ],
};

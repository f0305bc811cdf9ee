// Several bottlenecks in a row, as in the parking lot of Bertsekas and Gallager.
import { plain } from "../../../examples/example.ts";
import type { FlowDocument, Json } from "../../../generated/types.ts";
import type { Lesson, Setting } from "../../../tasks/model.ts";

const LINKS = ["a", "b", "c"] as const;
const access = { sender: 0.005, receiver: 0.005 };

/** A flow over the link between two routers. */
const short = (id: string, from: string, to: string): FlowDocument =>
  plain({ id, label: id, algorithm: "newreno", access, path: { from, to } });

const SHORT = [short("first", "r1", "r2"), short("second", "r2", "r3"), short("third", "r3", "r4")];
const LONG = plain({ id: "long", label: "long", algorithm: "newreno", access });

/** The settings with which all links have a queue. */
const queues = (queue: Json): readonly Setting[] =>
  LINKS.map((id) => [`network.links.${id}.forward.queue`, queue] as const);

const LONG_RATE = { kind: "goodput", flow: "long" } as const;
const FIRST_RATE = { kind: "goodput", flow: "first" } as const;
const ALL = { kind: "total", prefix: "" } as const;

export const PARKING_LOT: Lesson = {
  id: "parking-lot",
  title: "Several bottlenecks",
  point:
    "Over several bottlenecks, TCP gives a long flow less than its max-min fair share; fairness to flows and use of the links are different aims.",
  learn: "what a flow over several bottlenecks gets, and what could be called its fair share",
  minutes: 12,
  level: "intermediate",
  week: 4,
  order: 41,
  topic: "sharing",
  terms: ["parking lot", "max-min fairness", "proportional fairness"],
  needs: ["near-far"],
  scenario: {
    v: 1,
    title: "Several bottlenecks",
    duration: 60,
    warmup: 10,
    network: {
      kind: "parking_lot",
      links: LINKS.map((id) => ({
        id,
        forward: { rate: 1e7, delay: 0.01, queue: { kind: "drop_tail", limit: { packets: 40 } } },
      })),
    },
    flows: SHORT,
  },
  charts: ["rate*150", "window"],
  values: { long: LONG_RATE, first: FIRST_RATE, all: ALL },
  steps: [
    {
      id: "watch",
      text: "Three links of 10 Mb/s follow each other, and each of three flows crosses one of them. Each flow has its link to itself: together they get {all}.",
      notes:
        "Draw the three links in a row. A fourth flow will cross all of them: ask what it should get, and let the class state its reason.",
      task: { kind: "watch", until: 20 },
    },
    {
      id: "predict",
      text: "Now a long flow crosses all three links. Max-min fairness gives it 5 Mb/s and each short flow 5 Mb/s: nobody can get more without taking from a flow that has no more. Proportional fairness gives the long flow 2.5 Mb/s, because it uses three links for each packet. All flows run NewReno.",
      notes:
        "Three effects act against the long flow: three queues that can drop its packets, a longer round trip, and slower growth because of it.",
      task: {
        kind: "predict",
        ask: "How much do the long flow and the first short flow get?",
        set: [["flows", [...SHORT, LONG] as unknown as Json]],
        what: {
          kind: "bars",
          label: "Mean goodput",
          unit: "bit/s",
          max: 1e7,
          bars: [
            { id: "long", label: "long", measure: LONG_RATE },
            { id: "first", label: "first", measure: FIRST_RATE },
          ],
        },
        after:
          "The long flow gets {long}, less than under either definition. It loses packets at three queues, and after each cut it grows more slowly, because its round trip is the longest.",
      },
    },
    {
      id: "goal",
      text: "All four flows get {all} together, and the long one {long}.",
      task: {
        kind: "goal",
        ask: "Give the long flow more than 4.5 Mb/s by changing one control.",
        controls: [
          {
            id: "queue",
            label: "Queue of each link",
            options: [
              { id: "drop-tail", label: "Drop-tail", set: [] },
              { id: "codel", label: "CoDel", set: queues({ kind: "codel", limit: { packets: 40 } }) },
              { id: "drr", label: "DRR", set: queues({ kind: "drr", limit: { packets: 80 } }) },
            ],
          },
          {
            id: "algorithm",
            label: "All flows use",
            options: [
              { id: "newreno", label: "NewReno", set: [] },
              {
                id: "cubic",
                label: "CUBIC",
                set: ["long", "first", "second", "third"].map(
                  (id) => [`flows.${id}.algorithm`, "cubic"] as const,
                ),
              },
            ],
          },
        ],
        when: [{ of: LONG_RATE, above: 4.5e6 }],
        hint: "The long flow of your run gets {long}, and the first one {first}. Which of the controls makes a link give equal turns to flows?",
        after:
          "The long flow gets {long}, and the first one {first}: each link serves its flows in turn, and this leads to max-min fairness.",
      },
    },
    {
      id: "sum",
      text: "With NewReno and drop-tail queues, the four flows got 27 Mb/s together.",
      task: {
        kind: "number",
        ask: "How much do all four flows get together now? A value within 5 % is right.",
        measure: ALL,
        unit: "Mb/s",
        factor: 1e-6,
        tolerance: 0.05,
        hint: "Each flow gets nearly the same. Add the four goodputs.",
        after:
          "Together they get {all}. Each packet of the long flow uses three links, so a larger share for it is a smaller sum: fairness has a price, and max-min and proportional fairness weigh it differently.",
      },
    },
  ],
  freePlay: "Halve the rate of the middle link. Which flows get more than before under max-min fairness?",
  reading: [
    {
      id: "bertsekas-1992",
      text: "D. Bertsekas, R. Gallager: Data Networks. 1992, section 6.5.2, Max-Min Flow Control.",
    },
    {
      id: "kelly-1998",
      text: "F. Kelly, A. Maulloo, D. Tan: Rate Control for Communication Networks. 1998.",
    },
  ],
};

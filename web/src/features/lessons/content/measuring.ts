import type { Json } from "../../../generated/types.ts";
import type { Lesson, Setting } from "../../../tasks/model.ts";
import { dumbbell, flow, LIMIT, RATE } from "./scenarios.ts";

const A = { kind: "goodput", flow: "a" } as const;
const B = { kind: "goodput", flow: "b" } as const;
const RATIO = { kind: "ratio", of: A, to: B } as const;
const POOR = { kind: "goodput", flow: "poor" } as const;
const MANY = Array.from({ length: 9 }, (_, i) => `many.${i}`);
const JAIN = { kind: "jain", flows: [...MANY, "poor"] } as const;
const ALONE = { kind: "goodput", flow: "a", from: 10, to: 30 } as const;
const LATER = { kind: "goodput", flow: "a", from: 40 } as const;
const REMAINS = { kind: "ratio", of: LATER, to: ALONE } as const;

const TEN: readonly Setting[] = [
  ["seed", 1],
  [RATE, 2e7],
  [LIMIT, { packets: 100 }],
  ["duration", 60],
  ["warmup", 10],
  [
    "flows",
    [
      flow("many", "many", "newreno", 0.04, { count: 9, start: { min: 0, max: 2 } }),
      flow("poor", "poor", "vegas", 0.04),
    ] as unknown as Json,
  ],
];

const HARM: readonly Setting[] = [
  [RATE, 1e7],
  [LIMIT, { packets: 80 }],
  ["duration", 90],
  ["warmup", 5],
  [
    "flows",
    [flow("a", "flow A", "vegas", 0.04), flow("b", "CUBIC", "cubic", 0.04, { start: 30 })] as unknown as Json,
  ],
];

export const MEASURING: Lesson = {
  id: "measuring",
  title: "How to measure fairness",
  point:
    "One run is one roll of the dice, an index hides the worst share, and harm compares a flow with what it had before.",
  learn: "what one run says, what Jain’s index hides, and what harm is",
  minutes: 15,
  level: "intermediate",
  week: 12,
  order: 124,
  topic: "rules",
  terms: ["seeds", "Jain’s index", "harm"],
  needs: ["near-far"],
  scenario: dumbbell("How to measure fairness", {
    rate: 1e7,
    limit: { packets: 40 },
    flows: [flow("a", "flow A", "cubic", 0.04), flow("b", "flow B", "cubic", 0.04)],
    duration: 30,
    settings: { warmup: 5, seed: 1 },
  }),
  charts: ["rate*150", "queue"],
  values: {
    a: A,
    b: B,
    poor: POOR,
    jain: JAIN,
    alone: ALONE,
    later: LATER,
    remains: REMAINS,
  },
  steps: [
    {
      id: "watch",
      text: "Two flows share a link for 30 s. [Flow A](curve:a) gets {a}, and [flow B](curve:b) {b}.",
      notes:
        "Ask which algorithm is better before you say that both are CUBIC, with the same round trip and the same start.",
      task: { kind: "watch", until: 25 },
    },
    {
      id: "seed",
      text: "Both flows run CUBIC on the same path. Only chance made them different: small random delays decide whose packet is dropped. The seed of a run determines all its random numbers.",
      task: {
        kind: "change",
        ask: "Find a [seed](control) with which flow A gets more than flow B.",
        control: {
          id: "seed",
          label: "Seed",
          options: [
            { id: "1", label: "1", set: [] },
            { id: "3", label: "3", set: [["seed", 3]] },
            { id: "8", label: "8", set: [["seed", 8]] },
          ],
        },
        when: [{ of: RATIO, above: 1 }],
        hint: "With this seed, flow A gets {a}, and flow B {b}. Try another one.",
        after:
          "With this seed flow A gets {a}, and flow B {b}: the same scenario, and the opposite order. A statement about algorithms needs several seeds, and the interval in which their results lie.",
      },
    },
    {
      id: "jain",
      text: "Now nine NewReno flows and one Vegas flow share 20 Mb/s. A fair share is 2 Mb/s. Vegas gives way to queues that others fill. Jain’s index is the square of the sum of the goodputs, divided by their number and by the sum of their squares.",
      notes:
        "Let the class compute the index for nine equal flows and one that gets nothing: 81 / (10 · 9) = 0.9. That is what an index of 0.9 can mean.",
      task: {
        kind: "predict",
        ask: "How large is Jain’s index of the ten flows?",
        set: TEN,
        what: {
          kind: "bars",
          label: "Jain’s index",
          unit: "",
          max: 1,
          bars: [{ id: "jain", label: "ten flows", measure: JAIN }],
        },
        after:
          "The index is {jain}, and the Vegas flow gets {poor}, about a third of its share. If it got nothing at all, the index could still be 0.9. Always state the smallest share together with an index.",
      },
    },
    {
      id: "harm",
      text: "Harm asks another question: how much worse off is a flow than without its competitor? [Flow A](curve:a) runs Vegas and has a link of 10 Mb/s to itself until CUBIC starts at 30 s. Before, it got {alone}, and after 40 s {later}.",
      set: HARM,
      task: {
        kind: "number",
        ask: "What share of its earlier goodput does flow A keep? A value within 15 % is right.",
        measure: REMAINS,
        unit: "%",
        factor: 100,
        tolerance: 0.15,
        hint: "Divide {later} by {alone}.",
        after: "Flow A keeps {remains} of its goodput. The harm is the rest up to 100 %.",
      },
    },
    {
      id: "same",
      text: "Harm alone does not say what is acceptable. A measure for it: how much harm would a second flow of the same kind do?",
      task: {
        kind: "change",
        ask: "Choose the [competitor](control) that leaves flow A more than 40 % of its goodput.",
        control: {
          id: "competitor",
          label: "Competitor",
          options: [
            { id: "cubic", label: "CUBIC", set: [] },
            { id: "bbr", label: "BBR", set: [["flows.b.algorithm", "bbr"]] },
            { id: "vegas", label: "Vegas", set: [["flows.b.algorithm", "vegas"]] },
          ],
        },
        when: [{ of: REMAINS, above: 0.4 }],
        hint: "Flow A keeps {remains} in your run.",
        after:
          "Next to its own kind, flow A keeps {remains}. CUBIC does far more harm to a Vegas flow than a second Vegas flow does. A new algorithm can be called acceptable if it does no more harm to others than they do to each other.",
      },
    },
  ],
  freePlay:
    "Open the Lab, choose “Vary”, and vary the seed from 1 to 20. How wide is the interval of flow A’s goodput?",
  reading: [
    {
      id: "jain-1984",
      text: "R. Jain, D. Chiu, W. Hawe: A Quantitative Measure of Fairness. DEC-TR-301, 1984.",
    },
    {
      id: "ware-2019",
      text: "R. Ware, M. Mukerjee, S. Seshan, J. Sherry: Beyond Jain’s Fairness Index: Setting the Bar for the Deployment of Congestion Control Algorithms. HotNets 2019.",
    },
  ],
};

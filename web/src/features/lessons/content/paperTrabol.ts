import type { Lesson } from "../../../tasks/model.ts";
import { dumbbell, flow } from "./scenarios.ts";

const LOST = { kind: "summary", flow: "radar", field: "loss_fraction" } as const;

export const PAPER_TRABOL: Lesson = {
  id: "paper-trabol",
  title: "TRABOL: a radar that backs off",
  point:
    "A flow that needs a target rate can return to it in steps after each large loss. A TCP flow, which reacts to every loss, gives way to it.",
  learn: "how a radar flow adapts, and how much it loses",
  minutes: 10,
  level: "advanced",
  order: 310,
  scenario: dumbbell("TRABOL: a radar that backs off", {
    rate: 1.2e8,
    limit: { packets: 400 },
    flows: [flow("radar", "radar", "udp", 0.04, { source: { kind: "cbr", rate: 1.5e8 } })],
    duration: 20,
    settings: { warmup: 2 },
  }),
  charts: ["rate", "queue"],
  values: {
    rate: { kind: "goodput", flow: "radar" },
    lost: LOST,
    capacity: { kind: "link", property: "rate" },
  },
  steps: [
    {
      id: "udp",
      text: "[A radar](curve:radar) sends 150 Mb/s into a link of {capacity}, without control.",
      notes:
        "The answer is one division: the part of the sent rate that does not fit the link. Ask whether radar data with gaps are worthless.",
      task: {
        kind: "number",
        ask: "What share of its packets is lost, in per cent? Compute it from the two rates.",
        measure: LOST,
        unit: "%",
        factor: 100,
        tolerance: 0.2,
        hint: "The flow sends about 150 Mb/s and delivers {rate}. The rest is lost.",
      },
    },
    {
      id: "predict",
      text: "The radar sends the data of one direction, a ray, every 120 ms. With TRABOL the receiver reports the loss of each ray. After a loss above 10 %, the sender reduces its rate to 45 % of what it was. Then it returns in steps towards the target rate, 150 Mb/s, until a ray loses more than 5 %.",
      notes:
        "Ask whether the flow looks for a rate without loss. The limits of 10 % and 5 % in the text are the key.",
      task: {
        kind: "predict",
        ask: "With TRABOL: what share of the packets is lost after 2 s?",
        set: [
          ["flows.radar.algorithm", "trabol"],
          ["flows.radar.source", { kind: "greedy" }],
        ],
        what: {
          kind: "bars",
          label: "Lost packets",
          unit: "share",
          max: 0.4,
          bars: [{ id: "trabol", label: "TRABOL", measure: LOST }],
        },
        after:
          "TRABOL accepts losses up to a limit, because radar data are useful with gaps. It does not look for the rate without loss.",
      },
    },
    {
      id: "rate",
      text: "The flow now delivers {rate} and loses {lost}. At 5 s a CUBIC flow starts on the same link.",
      notes:
        "Ask which losses make each flow slower: CUBIC reacts to every loss, TRABOL to more than one packet in ten. Then let the class name the flow that yields.",
      task: {
        kind: "predict",
        ask: "How much do the two flows get between 10 s and 20 s?",
        set: [
          [
            "flows",
            [flow("radar", "radar", "trabol", 0.04), flow("tcp", "CUBIC", "cubic", 0.04, { start: 5 })],
          ],
        ],
        what: {
          kind: "bars",
          label: "Mean goodput",
          unit: "bit/s",
          max: 1.2e8,
          bars: [
            { id: "trabol", label: "TRABOL", measure: { kind: "goodput", flow: "radar", from: 10 } },
            { id: "cubic", label: "CUBIC", measure: { kind: "goodput", flow: "tcp", from: 10 } },
          ],
        },
        after:
          "CUBIC yields. The radar reacts only to losses above its limits, and CUBIC to every loss. The radar backs off from a link that is too slow, and not from TCP.",
      },
    },
  ],
  freePlay: "Let two TRABOL flows with different target rates share the link.",
  reading: [
    {
      id: "bangolae",
      text: "S. L. Bangolae et al.: the paper on TRABOL, with every experiment computed again.",
      url: "#/papers/trabol",
    },
    { id: "trabol", text: "The mechanism of TRABOL.", url: "#/algorithms/trabol" },
  ],
};

import type { Lesson, Setting } from "../../../tasks/model.ts";
import { dumbbell, LIMIT, QUEUE, RATE } from "./scenarios.ts";

const queue = (stat: "mean" | "min" | "max") =>
  ({ kind: "signal", entity: "link:forward", signal: "queue", stat, from: 20 }) as const;

/** The capacity and all thresholds are proportional to the number of flows, so the model is the same for each of them. */
const red = (flows: number) =>
  ({ kind: "red", min_threshold: 2 * flows, max_threshold: 14 * flows }) as const;

const manyFlows = (flows: number): readonly Setting[] => [
  ["flows.many.count", flows],
  [RATE, 1e6 * flows],
  [QUEUE, { ...red(flows), limit: { packets: 40 * flows } }],
];

const FEW = 4;
const MANY = 64;
/** 10 % below and above the mean queue of the model with 64 flows, 246 packets. */
const [BELOW, ABOVE] = [221, 271];

export const FLUID: Lesson = {
  id: "fluid",
  title: "Fluid models: flows as a fluid",
  point: "A large number of flows behaves as a differential equation states. A small number does not.",
  learn: "when an equation describes many flows, and when not",
  minutes: 20,
  level: "advanced",
  week: 6,
  order: 62,
  topic: "queues",
  terms: ["fluid model", "differential equation", "RED"],
  needs: ["aqm"],
  scenario: dumbbell("Flows as a fluid", {
    rate: 1e6 * FEW,
    limit: { packets: 40 * FEW },
    queue: red(FEW),
    flows: [
      {
        id: "many",
        label: "flow",
        algorithm: "newreno",
        count: FEW,
        access: { sender: 0.02, receiver: 0.02 },
        start: { min: 0, max: 2 },
      },
    ],
    duration: 60,
    settings: { warmup: 20 },
  }),
  charts: ["queue*220", "rate.total"],
  values: {
    queue: queue("mean"),
    lowest: queue("min"),
    highest: queue("max"),
    busy: { kind: "utilisation" },
  },
  steps: [
    {
      id: "watch",
      text: "Four flows with a round trip of 90 ms share a link on which each of them has 1 Mb/s, or 83 packets per second. RED drops no packet below an average of 2 packets per flow in the queue, and one in ten at 14 packets per flow. Watch the queue.",
      notes:
        "Let the class describe the queue in one word. Then ask whether somebody could predict its mean without a simulation.",
      task: { kind: "watch", until: 40 },
    },
    {
      id: "mean",
      text: "The fluid model replaces the flows by an equation for the mean window W: it grows by one packet per round trip, and each loss halves it. With a loss rate p, growth and cuts balance at W² p = 2. RED gives p = 0.1 (q − 2) / 12 with q packets per flow in the queue. And W packets per round trip must be 83 packets per second; each waiting packet per flow adds 12 ms to the round trip. All three hold at W = 11.4.",
      notes:
        "The class has to solve two equations: the loss rate from W, then q from the loss rate. Do it together on the board, and multiply by the number of flows at the end.",
      task: {
        kind: "number",
        ask: "How many packets wait in the queue of the four flows, according to the model? The run must agree within 15 %.",
        measure: queue("mean"),
        unit: "packets",
        factor: 1,
        tolerance: 0.15,
        hint: "Compute p = 2 / W², then q from the rule of RED. The queue holds q packets for each of the four flows.",
        after:
          "In the run, {queue} wait on average. At this length RED drops as many packets as the growth of the four windows needs.",
      },
    },
    {
      id: "predict",
      text: "The mean fits, but the queue of your run moves between {lowest} and {highest}. The model has no such movement. Now 64 flows share a link of 64 Mb/s, and all thresholds grow with the number of flows. For each single flow, the model stays the same.",
      notes:
        "The model gives the same q per flow, so the mean is 16 times as large. Ask whether the lowest and the highest queue are also 16 times as large, and why not.",
      task: {
        kind: "predict",
        ask: "With 64 flows: how many packets are the shortest and the longest queue after 20 s?",
        set: manyFlows(MANY),
        what: {
          kind: "bars",
          label: "Queue",
          unit: "packets",
          max: 500,
          bars: [
            { id: "shortest", label: "shortest", measure: queue("min") },
            { id: "longest", label: "longest", measure: queue("max") },
          ],
        },
        after:
          "The flows cut their windows at different moments, and the cuts of many flows nearly cancel out. Relative to its mean, the queue moves much less than with four flows. The equation describes the mean of infinitely many flows.",
      },
    },
    {
      id: "compare",
      text: "For 64 flows the model gives a queue of 246 packets. Choose \u201cModels\u201d above the chart of the queue: the line of dashes and dots is the model over time, and bars mark where your run differs from it by more than 10 %.",
      task: {
        kind: "choose",
        ask: "How far is the mean queue of your run from the model?",
        options: [
          {
            id: "below",
            text: "More than 10 % below it",
            hint: "The lowest queue after 20 s is {lowest}, but it is so low only for moments. Compare the middle of the curve with the line of the model.",
            when: [{ of: queue("mean"), below: BELOW }],
          },
          {
            id: "near",
            text: "Less than 10 % from it",
            when: [{ of: queue("mean"), above: BELOW, below: ABOVE }],
          },
          { id: "above", text: "More than 10 % above it", when: [{ of: queue("mean"), above: ABOVE }] },
        ],
        hint: "Read the mean level in the chart of the queue. The shortest queue after 20 s is {lowest}, and the longest {highest}.",
        after:
          "On average {queue} wait, and the model states 246 packets: with many flows, single cuts hardly matter.",
      },
    },
    {
      id: "design",
      text: "An engineer can use the model to choose settings before anything is built. The three equations of the model hold for other settings as well.",
      task: {
        kind: "goal",
        ask: "Bring the mean queue below 210 packets and keep the link busy more than 95 % of the time, by changing one control.",
        controls: [
          {
            id: "probability",
            label: "Drop probability at the upper threshold",
            options: [
              { id: "0-1", label: "0.1", set: [] },
              { id: "0-2", label: "0.2", set: [[`${QUEUE}.max_probability`, 0.2]] },
            ],
          },
          {
            id: "buffer",
            label: "Buffer",
            options: [
              { id: "40-packets-per-flow", label: "40 packets per flow", set: [] },
              {
                id: "20-packets-per-flow",
                label: "20 packets per flow",
                set: [[LIMIT, { packets: 20 * MANY }]],
              },
            ],
          },
        ],
        when: [
          { of: queue("mean"), below: 210 },
          { of: { kind: "utilisation" }, above: 0.95 },
        ],
        hint: "In your run {queue} wait on average, and the link is busy {busy} of the time. Which of the settings occurs in the equations?",
        after:
          "On average {queue} wait, and the link is busy {busy} of the time: the drop probability occurs in the equations, and the size of the buffer does not.",
      },
    },
  ],
  freePlay:
    "Raise the delay of the link, and find out from which round trip on the queue of 64 flows no longer comes to rest. The model has such a limit, too.",
  reading: [
    {
      id: "misra-2000",
      text: "V. Misra, W.-B. Gong, D. Towsley: Fluid-based Analysis of a Network of AQM Routers Supporting TCP Flows with an Application to RED. SIGCOMM 2000.",
    },
    {
      id: "hollot-2001",
      text: "C. V. Hollot, V. Misra, D. Towsley, W. Gong: A Control Theoretic Analysis of RED. INFOCOM 2001.",
    },
  ],
};

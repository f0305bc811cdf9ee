// A rate that changes: first as a triangle, then as a cellular trace of the kind that contests of networking courses use.
// There, the student's program must get much throughput with little delay.
import { parseRates } from "../../../engine/imports/rateFile.ts";
import language from "../../../generated/language.json";
import type { Lesson } from "../../../tasks/model.ts";
import { scheduleOf } from "../../lab/settings/builtInRates.ts";
import cellular from "../../lab/settings/rates/cellular.csv?raw";
import { dumbbell, flow } from "./scenarios.ts";

const WAIT = { kind: "wait" } as const;
const RATE = { kind: "goodput", flow: "mine" } as const;
const P95 = { kind: "signal", entity: "link:forward", signal: "queue_delay", stat: "p95" } as const;

/** The text of a program to begin with. */
const program = (id: string): string => language.examples.find((example) => example.id === id)?.source ?? "";

const trace = parseRates(cellular);
const SCHEDULE = "network.forward.schedule";
const CELLULAR = trace.kind === "points" ? scheduleOf(trace.points, trace.repeat) : null;
const PARAMS = "flows.mine.params";

/** The program with a delay target whose window may change ten times as fast. */
const SOLUTION = program("delay-target").replace("gain = 1 in", "gain = 10 in");

export const BEAT_CUBIC: Lesson = {
  id: "beat-cubic",
  title: "Beat CUBIC on a changing link",
  learn: "what a buffer does on a link whose rate changes, and how a rule of your own keeps it short",
  point:
    "On a link whose rate changes, a buffer in packets is a delay that changes. A rule that reacts to delay, and quickly, keeps the link busy with a short queue.",
  minutes: 20,
  level: "intermediate",
  week: 14,
  order: 141,
  topic: "media",
  terms: ["cellular link", "variable rate", "delay target", "contest"],
  needs: ["cubic", "vegas"],
  scenario: dumbbell("Beat CUBIC on a changing link", {
    rate: 1e7,
    limit: { packets: 300 },
    schedule: { kind: "periodic", shape: "triangle", low: 2e6, high: 2e7, period: 15 },
    flows: [flow("mine", "mine", "own", 0.05, { params: { code: program("cubic") } })],
    duration: 60,
    settings: { warmup: 5 },
  }),
  charts: ["queue.ms*220", "rate", "delay"],
  values: {
    wait: WAIT,
    rate: RATE,
    p95: P95,
  },
  steps: [
    {
      id: "watch",
      text: "Every 15 s, the rate of a radio link rises from 2 Mb/s to 20 Mb/s and falls again. A flow of your own, [mine](curve:mine), runs CUBIC, written as a program. It fills a buffer of 300 packets.",
      notes:
        "Ask for the delay of a full buffer at the highest and at the lowest rate before you press Play. Both follow from the size of the buffer.",
      task: { kind: "watch", until: 20 },
    },
    {
      id: "draw",
      text: "CUBIC keeps increasing its window until packets are lost. The rate of the link keeps moving.",
      notes:
        "The class needs the time at which the rate falls. Show the earlier period in the charts, then let them draw.",
      task: {
        kind: "predict",
        ask: "Draw the queueing delay of the next 20 seconds.",
        what: {
          kind: "curve",
          entity: "link:forward",
          signal: "queue_delay",
          label: "Queueing delay",
          unit: "s",
          from: 20,
          to: 40,
          max: 2,
        },
        after:
          "When the rate falls, the same packets need longer. The sender learns of it only after they have left, so the delay rises when the rate falls, and falls when the rate rises.",
      },
    },
    {
      id: "predict",
      text: "Now the rate changes twice a second, as that of a cellular link. With CUBIC, packets wait {wait} on average, and the flow gets {rate}. During 5 % of the time, the delay is longer than {p95}, its 95th percentile. The next program does not wait for losses. Its window grows while packets wait less than 20 ms, and shrinks beyond.",
      set: [[SCHEDULE, CELLULAR as never]],
      notes:
        "Ask what a short queue may cost: the program sees the delay a round trip late, and the rate may have doubled by then.",
      task: {
        kind: "predict",
        ask: "How much does the flow get with a target of 20 ms?",
        what: {
          kind: "bars",
          label: "Mean goodput",
          unit: "bit/s",
          max: 5e7,
          bars: [{ id: "target-20-ms", label: "Target of 20 ms", measure: RATE }],
        },
        set: [[PARAMS, { code: program("delay-target") }]],
        after:
          "The flow gets {rate}, a little less than with CUBIC, and packets wait {wait} on average, near the target. Single packets wait longer whenever the rate falls: they are already on their way.",
      },
    },
    {
      id: "goal",
      text: "Now packets wait {wait} on average, and the flow gets {rate}. CUBIC keeps the link nearly full, so it can be beaten only in the delay. Contests of networking courses rank programs by both numbers. The program is yours.",
      notes:
        "Two numbers of the program limit it: the target, and the largest change of the window per round trip. Ask which one limits how fast the window follows the rate. Whoever finds another rule may keep it for a race.",
      task: {
        kind: "program",
        ask: "Write a program with which the flow gets more than 32.3 Mb/s, while packets wait less than 28 ms on average.",
        when: [
          { of: WAIT, below: 0.028 },
          { of: RATE, above: 32.3e6 },
        ],
        hint: "Packets wait {wait}, and the flow gets {rate}. When the rate rises, how fast can the window follow?",
        after:
          "Packets wait {wait}, and the flow gets {rate}: the throughput of CUBIC with a much shorter wait, because your window follows the rate fast enough.",
        solution: SOLUTION,
      },
    },
  ],
  freePlay:
    "Make your program better: how much throughput can you get for each millisecond of delay? Then race it against the algorithms of the page.",
  reading: [
    {
      id: "winstein-2013",
      text: "K. Winstein, A. Sivaraman, H. Balakrishnan: Stochastic Forecasts Achieve High Throughput and Low Delay over Cellular Networks. 2013.",
    },
  ],
};

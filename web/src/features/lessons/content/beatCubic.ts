// The contest of networking courses on a cellular trace: much throughput and little delay.
import { parseRates } from "../../../engine/imports/rateFile.ts";
import language from "../../../generated/language.json";
import type { Lesson } from "../../../tasks/model.ts";
import { scheduleOf } from "../../lab/settings/builtInRates.ts";
import cellular from "../../lab/settings/rates/cellular.csv?raw";
import { dumbbell, flow } from "./scenarios.ts";

const WAIT = { kind: "wait" } as const;
const RATE = { kind: "goodput", flow: "mine" } as const;

/** The text of a program to begin with. */
const program = (id: string): string => language.examples.find((example) => example.id === id)?.source ?? "";

const trace = parseRates(cellular);
const PARAMS = "flows.mine.params";

export const BEAT_CUBIC: Lesson = {
  id: "beat-cubic",
  title: "Beat CUBIC on a cellular trace",
  learn: "how a rule of your own keeps a changing link busy with a short queue",
  point:
    "A rule that reacts to delay, and quickly, keeps a link with a changing rate busy with a short queue.",
  minutes: 12,
  level: "intermediate",
  order: 205,
  scenario: dumbbell("Beat CUBIC on a cellular trace", {
    rate: 1e7,
    limit: { packets: 300 },
    ...(trace.kind === "points" ? { schedule: scheduleOf(trace.points, trace.repeat) as never } : {}),
    flows: [flow("mine", "mine", "own", 0.05, { params: { code: program("cubic") } })],
    duration: 60,
    settings: { warmup: 5 },
  }),
  charts: ["queue.ms*220", "rate", "window"],
  values: {
    wait: WAIT,
    rate: RATE,
  },
  steps: [
    {
      id: "watch",
      text: "The rate of a cellular link changes twice a second. A flow of your own, [mine](curve:mine), runs CUBIC, written as a program. The buffer holds 300 packets. The editor shows the program.",
      notes:
        "Ask for the two numbers of the contest before you press Play: the throughput and the delay. The contest is about their ratio.",
      task: { kind: "watch", until: 20 },
    },
    {
      id: "predict",
      text: "With CUBIC, packets wait {wait} on average, less than the mean height of the queue's curve, because most packets pass while the link is fast. The flow gets {rate}. The next program does not wait for losses. Its window grows while packets wait less than 20 ms, and shrinks beyond.",
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
          "The flow gets nearly as much as with CUBIC, and the mean wait is near the target. Single packets wait longer whenever the rate falls: they are already on their way.",
      },
    },
    {
      id: "goal",
      text: "Now packets wait {wait} on average, and the flow gets {rate}: a much shorter wait for a little less throughput. CUBIC keeps the link nearly full, so it can be beaten only in the delay.",
      notes:
        "Two numbers of the program can be changed: the target, and the largest change of the window per round trip. Ask which one limits how fast the window follows the rate.",
      task: {
        kind: "goal",
        ask: "Change one number so that the flow gets more than 32.3 Mb/s, while packets still wait less than 28 ms on average.",
        controls: [
          {
            id: "target",
            label: "Target of the delay",
            options: [
              { id: "20-ms", label: "20 ms", set: [] },
              { id: "5-ms", label: "5 ms", set: [[`${PARAMS}.settings.target`, 0.005]] },
              { id: "60-ms", label: "60 ms", set: [[`${PARAMS}.settings.target`, 0.06]] },
            ],
          },
          {
            id: "gain",
            label: "Largest change per round trip",
            options: [
              { id: "1-packet", label: "1 packet", set: [] },
              { id: "10-packets", label: "10 packets", set: [[`${PARAMS}.settings.gain`, 10]] },
            ],
          },
        ],
        when: [
          { of: WAIT, below: 0.028 },
          { of: RATE, above: 32.3e6 },
        ],
        hint: "Packets wait {wait}, and the flow gets {rate}. When the rate rises, how fast can the window follow?",
        after:
          "Packets wait {wait}, and the flow gets {rate}: nearly the throughput of CUBIC, with a much shorter wait. The window now follows the rate up to ten times as fast.",
      },
    },
  ],
  freePlay:
    "The editor shows the program. Make it better: how much throughput can you get for each millisecond of delay? Begin from the toy BBR if you prefer.",
  reading: [
    {
      id: "winstein-2013",
      text: "K. Winstein, A. Sivaraman, H. Balakrishnan: Stochastic Forecasts Achieve High Throughput and Low Delay over Cellular Networks. 2013.",
    },
  ],
};

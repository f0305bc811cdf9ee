import type { Lesson } from "../../../tasks/model.ts";
import { dumbbell, flow } from "./scenarios.ts";

const RANGE = (flowId: string) =>
  ({
    kind: "ratio",
    of: { kind: "signal", entity: `flow:${flowId}`, signal: "cwnd", stat: "min", from: 40 },
    to: { kind: "signal", entity: `flow:${flowId}`, signal: "cwnd", stat: "max", from: 40 },
  }) as const;

const LATE_WINDOW = (flowId: string) =>
  ({ kind: "signal", entity: `flow:${flowId}`, signal: "cwnd", stat: "mean", from: 90 }) as const;

export const PAPER_TAIMD: Lesson = {
  id: "paper-taimd",
  title: "TAIMD: two steps instead of one",
  point:
    "A window that grows fast below its fair share and slowly above it varies by about ten per cent, but makes room slowly.",
  learn: "how TAIMD chooses the steps of its window, and how even the window is",
  minutes: 10,
  level: "advanced",
  order: 280,
  scenario: dumbbell("TAIMD: two steps instead of one", {
    rate: 1e7,
    limit: { bdp: 1 },
    flows: [flow("one", "one flow", "sack", 0.08, { params: { initial_ssthresh: 60 } })],
    duration: 100,
    settings: { warmup: 40 },
  }),
  charts: ["window*220", "queue"],
  values: {
    range: RANGE("one"),
    highest: { kind: "signal", entity: "flow:one", signal: "cwnd", stat: "max", from: 40 },
    lowest: { kind: "signal", entity: "flow:one", signal: "cwnd", stat: "min", from: 40 },
    busy: { kind: "utilisation" },
  },
  steps: [
    {
      id: "sack",
      text: "Look at the window of [TCP SACK](curve:one) after [40 s](at:40).",
      notes: "Ask what a media player needs to hide such a sawtooth: a buffer as long as a tooth.",
      task: {
        kind: "choose",
        ask: "How small is the smallest window, relative to the largest?",
        options: [
          { id: "about-quarter", text: "About a quarter", when: [{ of: RANGE("one"), below: 0.4 }] },
          { id: "about-half", text: "About half", when: [{ of: RANGE("one"), above: 0.4, below: 0.65 }] },
          {
            id: "about-three-quarters",
            text: "About three quarters",
            when: [{ of: RANGE("one"), above: 0.65 }],
          },
        ],
        hint: "In your run the smallest window is {lowest}, and the largest {highest}.",
      },
    },
    {
      id: "predict",
      text: "TAIMD estimates its fair window from the largest and the smallest window between two losses. It grows fast below the estimate and slowly above it. After a loss, it falls to just below the estimate.",
      notes: "For TCP the answer was about one half. Ask how far below its estimate TAIMD goes after a loss.",
      task: {
        kind: "predict",
        ask: "With TAIMD: how small is the smallest window after 40 s, relative to the largest?",
        set: [["flows.one.algorithm", "taimd"]],
        what: {
          kind: "bars",
          label: "Smallest window relative to the largest",
          unit: "share",
          max: 1,
          bars: [{ id: "taimd", label: "TAIMD", measure: RANGE("one") }],
        },
        after:
          "The window hardly moves: a media flow can use it without a large buffer at the receiver. The steps are chosen so that the mean window equals TCP's at the same loss rate.",
      },
    },
    {
      id: "join",
      text: "At 30 s a NewReno flow starts. Both windows together can be about as large as the largest window of TAIMD alone, {highest}.",
      notes:
        "Ask what each flow loses at a loss: TAIMD a tenth of its window, NewReno half. Then ask how many losses TAIMD needs to go from 130 packets to 65.",
      task: {
        kind: "predict",
        ask: "How large are the two windows on average between 90 s and 100 s?",
        set: [
          [
            "flows",
            [flow("one", "TAIMD", "taimd", 0.08), flow("tcp", "NewReno", "newreno", 0.08, { start: 30 })],
          ],
        ],
        what: {
          kind: "bars",
          label: "Mean window",
          unit: "packets",
          max: 140,
          bars: [
            { id: "taimd", label: "TAIMD", measure: LATE_WINDOW("one") },
            { id: "newreno", label: "NewReno", measure: LATE_WINDOW("tcp") },
          ],
        },
        after:
          "After a minute, TAIMD still has the larger window. A loss takes about a tenth of its window, and half of that of NewReno, so TAIMD needs many losses to make room.",
      },
    },
  ],
  freePlay: "Let TAIMD compete with TCP at different loss rates, and compare their mean windows.",
  reading: [
    {
      id: "nishantha",
      text: "G. G. D. Nishantha, Y. Hayashida: the paper on TAIMD, with every experiment computed again.",
      url: "#/papers/taimd",
    },
    { id: "taimd", text: "The mechanism of TAIMD.", url: "#/algorithms/taimd" },
  ],
};

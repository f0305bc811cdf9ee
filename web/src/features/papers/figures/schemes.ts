// The mechanism of each paper's scheme as a short schematic curve that follows from the rules of the scheme.
// The axes have no numbers: the curves show how the schemes behave, not results.

import { paperTexts } from "../texts/index.ts";

export interface Scheme {
  /** What the vertical axis shows. */
  readonly quantity: "rate" | "window";
  /** What the horizontal axis shows, if not time. */
  readonly along?: string;
  /** The curves as points between 0 and 1; a curve begins at the left. */
  readonly curves: readonly {
    readonly label: string;
    readonly points: readonly (readonly [number, number])[];
  }[];
  /** Level lines with names. */
  readonly levels: readonly { readonly label: string; readonly at: number; readonly below?: boolean }[];
  /** Notes at points of the curve. */
  readonly notes: readonly { readonly text: string; readonly x: number; readonly y: number }[];
  /** Periods with names, from left to right. */
  readonly periods?: readonly { readonly label: string; readonly from: number; readonly to: number }[];
}

type Point = readonly [number, number];

/** A curve in `steps` equal steps of `x`: `next` gives the value after each of them. */
function grow(steps: number, start: number, next: (value: number, step: number) => number): Point[] {
  const points: Point[] = [[0, start]];
  let value = start;
  for (let step = 1; step <= steps; step += 1) {
    const changed = next(value, step);
    // A cut is vertical.
    if (changed < value * 0.97) points.push([step / steps, value]);
    value = changed;
    points.push([step / steps, value]);
  }
  return points;
}

/** Rates that change only when a report arrives. */
function staircase(values: readonly number[]): Point[] {
  return values.flatMap((value, i): Point[] => [
    [i / values.length, value],
    [(i + 1) / values.length, value],
  ]);
}

/** TCP's window for a loss event rate (equation 1 of the TFWC paper), in packets. */
const equationWindow = (p: number): number =>
  1 / (Math.sqrt((2 * p) / 3) + 12 * Math.sqrt((3 * p) / 8) * p * (1 + 32 * p * p));

/** CUBIC's window: a loss leaves 0.7 of it, and then it follows a cubic function whose plateau is the window of that loss. */
function cubic(plateaus: readonly number[]): Point[] {
  const steps = 40;
  const ends = plateaus.map((plateau, i) => plateaus[i + 1] ?? plateau * 1.02);
  const times = plateaus.map((plateau, i) => {
    const [start, end] = [-Math.cbrt(0.3 * plateau), Math.cbrt((ends[i] ?? 0) - plateau)];
    return { plateau, start, span: end - start };
  });
  const total = times.reduce((sum, { span }) => sum + span, 0);
  let before = 0;
  return times.flatMap(({ plateau, start, span }) => {
    const points = Array.from({ length: steps + 1 }, (_, i): Point => {
      const time = (i / steps) * span;
      return [(before + time) / total, plateau + (start + time) ** 3];
    });
    before += span;
    return points;
  });
}

const LOSS_RATES = Array.from({ length: 40 }, (_, i) => 0.002 * 1.12 ** i).filter((p) => p < 0.15);

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a table of the schemes
const schemes = (): Readonly<Record<string, Scheme>> => ({
  ldaplus: {
    quantity: "rate",
    curves: [{ label: "", points: staircase([0.2, 0.34, 0.46, 0.56, 0.64, 0.71, 0.52, 0.6, 0.66, 0.71]) }],
    levels: [],
    notes: [
      { text: paperTexts.schemes.step, x: 0.04, y: 0.86 },
      { text: paperTexts.schemes.lossReport, x: 0.62, y: 0.26 },
    ],
  },
  tfwc: {
    quantity: "window",
    along: paperTexts.schemes.lossRate,
    curves: [
      {
        label: "",
        points: LOSS_RATES.map((p, i) => [i / (LOSS_RATES.length - 1), equationWindow(p) / 28]),
      },
    ],
    levels: [],
    notes: [{ text: paperTexts.schemes.equation, x: 0.17, y: 0.84 }],
  },
  trabol: {
    quantity: "rate",
    curves: [
      {
        label: "",
        points: grow(26, 0.42, (value, step) =>
          step === 10 || step === 19 ? 0.9 * 0.45 : Math.min(0.9, value + 0.06),
        ),
      },
    ],
    levels: [{ label: paperTexts.schemes.target, at: 0.9 }],
    notes: [
      { text: paperTexts.schemes.cut, x: 0.42, y: 0.1 },
      { text: paperTexts.schemes.steps, x: 0.01, y: 0.8 },
    ],
  },
  taimd: {
    quantity: "window",
    curves: [
      {
        label: "",
        points: grow(36, 0.2, (value, step) => {
          if ([15, 22, 29].includes(step)) return 0.64;
          return value < 0.68 ? Math.min(0.69, value + 0.045) : value + 0.018;
        }),
      },
    ],
    levels: [{ label: paperTexts.schemes.estimate, at: 0.68, below: true }],
    notes: [
      { text: paperTexts.schemes.fast, x: 0.22, y: 0.14 },
      { text: paperTexts.schemes.slow, x: 0.36, y: 0.94 },
    ],
  },
  rfc9438: {
    quantity: "window",
    curves: [
      {
        label: "",
        points: cubic([0.6, 0.92]),
      },
    ],
    levels: [],
    notes: [
      { text: paperTexts.schemes.lastLoss, x: 0.1, y: 0.2 },
      { text: paperTexts.schemes.cubic, x: 0.56, y: 0.44 },
    ],
  },
  bbr: {
    quantity: "rate",
    curves: [
      {
        label: "",
        points: [
          [0, 0.55],
          [0.12, 0.45],
          [0.12, 0.6],
          [0.62, 0.6],
          [0.74, 0.6],
          [0.74, 0.8],
          [0.9, 0.8],
          [0.9, 0.5],
          [1, 0.5],
        ],
      },
    ],
    levels: [],
    notes: [],
    periods: [
      { label: "Down", from: 0, to: 0.12 },
      { label: "Cruise", from: 0.12, to: 0.58 },
      { label: "Refill", from: 0.58, to: 0.74 },
      { label: "Up", from: 0.74, to: 0.9 },
      { label: "", from: 0.9, to: 1 },
    ],
  },
  tpba: {
    quantity: "rate",
    curves: [
      {
        label: "TCP",
        points: grow(8, 0.1, (value, step) => (step === 5 ? 0.45 : value + 0.11)).map(([x, y]) => [
          x * 0.26,
          y,
        ]),
      },
      {
        label: "UDP",
        points: [
          [0.26, 0.62],
          [0.62, 0.62],
        ],
      },
      {
        label: "TCP",
        points: grow(8, 0.62, (value, step) => (step % 3 === 0 ? value * 0.55 : value + 0.05)).map(
          ([x, y]) => [0.62 + x * 0.16, y],
        ),
      },
      {
        label: "UDP",
        points: [
          [0.78, 0.47],
          [1, 0.47],
        ],
      },
    ],
    levels: [],
    notes: [],
    periods: [
      { label: paperTexts.schemes.probe, from: 0, to: 0.26 },
      { label: paperTexts.schemes.runUdp, from: 0.26, to: 0.62 },
      { label: paperTexts.schemes.probe, from: 0.62, to: 0.78 },
      { label: paperTexts.schemes.run, from: 0.78, to: 1 },
    ],
  },
  own: {
    quantity: "window",
    curves: [
      {
        label: "AIMD(1, 1/2)",
        points: grow(40, 0.4, (value, step) => (step % 10 === 9 ? value * 0.5 : value + 0.045)),
      },
      {
        label: "AIMD(0.31, 7/8)",
        points: grow(40, 0.52, (value, step) => (step % 8 === 7 ? value * 0.875 : value + 0.012)),
      },
    ],
    levels: [],
    notes: [{ text: paperTexts.schemes.aimd, x: 0.3, y: 0.9 }],
  },
});

/** The scheme of a paper with its texts in the language of the page. */
export const schemeOf = (paper: string): Scheme | undefined => schemes()[paper];

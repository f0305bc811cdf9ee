// Pictures of every kind of view, from synthetic data.
import { range } from "d3-array";
import { ROW_COLUMNS, ROW_KINDS, type RowColumn, type RowKind } from "../../engine/packets/types.ts";
import type { ThemeName } from "../palette.ts";
import { pictureOf } from "../plot/picture.ts";
import { plainTheme } from "../theme.ts";
import type { LineSpec } from "../time/trace.ts";
import { roundUp } from "../valueScale.ts";
import { delayView } from "../views/delayView.ts";
import { distributionOf } from "../views/distribution.ts";
import { distributionView, type SpreadForm } from "../views/distributionView.ts";
import { jainBetween } from "../views/jainScales.ts";
import { phaseView } from "../views/phaseView.ts";
import { viewPlot } from "../views/plot.ts";
import { queueView, replayOf } from "../views/queueView.ts";
import { scalesView } from "../views/scalesView.ts";
import { sequenceView } from "../views/sequenceView.ts";
import { sharesView } from "../views/sharesView.ts";
import type { Axis, View } from "../views/types.ts";
import { viewPicture } from "../views/viewContent.ts";
import { counter, gauge } from "./testSeries.ts";

const DURATION = 60;
const run = { computedTo: DURATION };
const style = (colour: number) => ({ colour, dash: 0, marker: colour % 4 });

/** A pseudorandom number between 0 and 1 that depends on `i` alone. */
const noise = (i: number): number => {
  const x = Math.sin(i * 12.9898) * 43_758.5453;
  return x - Math.floor(x);
};

/** A counter of delivered bytes with a rate in bit/s that depends on the time, in bins of 0.1 s. */
function delivered(rateAt: (t: number) => number) {
  let total = 0;
  return counter(
    0.1,
    range(DURATION * 10).map((k) => {
      total += rateAt((k + 1) / 10) / 80;
      return total;
    }),
  );
}

/** Two flows that converge from an unfair start to equal sawtooths. */
const first = (t: number): number => 5e6 + 4e6 * Math.exp(-t / 15) - 1e6 * ((t / 4) % 1);
const second = (t: number): number => 5e6 - 4e6 * Math.exp(-t / 15) - 0.8e6 * ((t / 4) % 1);

const rateLine = (label: string, colour: number, rateAt: (t: number) => number): LineSpec => ({
  id: label,
  label,
  flow: label,
  run,
  series: delivered(rateAt),
  view: { kind: "rate", interval: 0.5 },
  scale: 8,
  style: style(colour),
});

function topOf(axis: Axis): number {
  if (axis.kind !== "linear") return 1;
  const { low = 0, largest, maxTop = Number.POSITIVE_INFINITY } = axis;
  return low + Math.min(maxTop, roundUp((largest - low) * 1.06));
}

function pictureOfView(title: string, view: View, name: ThemeName = "light"): string {
  const picture = view.read([0, DURATION]);
  const plot = viewPlot(picture, {
    width: 480,
    height: 320,
    presenter: false,
    timeAxis: true,
    theme: plainTheme(name),
    tops: { x: topOf(picture.x), y: topOf(picture.y) },
    domain: [0, DURATION],
    highlight: null,
  });
  const texts = { title, caption: picture.notes.join(", "), description: picture.describe() };
  const parts = viewPicture(picture, plot, DURATION);
  return pictureOf(plot, parts, { ...texts, link: undefined }).svg;
}

const common = { version: () => 1, warmup: 0 };

const phase = (): View =>
  phaseView({
    x: { line: rateLine("first", 0, first), flows: 1 },
    y: { line: rateLine("second", 1, second), flows: 1 },
    ghost: null,
    capacity: [[0, 1e7]],
    version: () => 1,
    notes: [],
  });

const delays = (): View => {
  const flow = (seed: number, base: number, rate: number) => ({
    delivered: delivered((t) => rate * (0.8 + 0.4 * noise(Math.floor(t * 2) + seed))),
    rtt: gauge(
      0.1,
      range(DURATION * 10).map((k) => {
        const value = base + 0.02 * noise(Math.floor(k / 5) + seed) + 0.004 * noise(k + seed);
        return [value, value, value] as const;
      }),
    ),
    base: 0,
    from: 0,
    to: DURATION,
  });
  const line = (label: string, colour: number, flows: ReturnType<typeof flow>[], ghost = false) => ({
    id: label,
    label,
    style: style(colour),
    ghost,
    run,
    flows,
  });
  return delayView({
    ...common,
    lines: [
      line(
        "web \u00d7\u202f20",
        0,
        range(20).map((i) => flow(100 * i, 0.02 + 0.001 * i, 2e6 + 5e4 * i)),
      ),
      line("video", 1, [flow(7, 0.05, 4e6)]),
      line("before: video", 1, [flow(9, 0.06, 3e6)], true),
    ],
    label: "Queueing delay",
    low: 0,
    interval: 0.5,
    notes: [],
  });
};

const spread = (form: SpreadForm): View =>
  distributionView({
    ...common,
    lines: ["near", "far"].map((label, i) => ({
      id: label,
      label,
      style: style(i),
      run,
      distribution: () =>
        distributionOf({
          values: Float64Array.from(
            range(2000),
            (k) => 0.02 + 0.03 * i - 0.012 * Math.log(1 - noise(k + 5000 * i)),
          ),
        }),
    })),
    quantity: "Queueing delay",
    unit: "s",
    form,
    limit: 0.1,
    notes: () => [],
    emptyText: "",
  });

/** Two pairs of flows. The flows of the first pair take turns every 3 s. */
const scales = (): View => {
  const flows = (rateAt: (t: number, i: number) => number) =>
    range(2).map((i) => ({ series: delivered((t) => rateAt(t, i)), from: 0, to: DURATION }));
  const [turns, random] = [
    flows((t, i) => (Math.floor(t / 3 - 1e-9) % 2 === i ? 1e6 : 1e5)),
    flows((t, i) => 1e6 * noise(Math.floor(t * 10) + 999 * i)),
  ];
  const line = (label: string, colour: number, of: NonNullable<typeof turns>) => ({
    id: label,
    label,
    style: style(colour),
    run,
    index: (from: number, to: number) => jainBetween(of, DURATION, from, to),
  });
  return scalesView({
    ...common,
    lines: [line("in turns", 0, turns ?? []), line("random", 1, random ?? [])],
    binWidth: () => 0.1,
    duration: DURATION,
    notes: [],
    emptyText: "",
  });
};

const shares = (): View =>
  sharesView({
    title: "Shares of the link",
    lines: [rateLine("first", 0, (t) => first(t) / 1e7), rateLine("second", 1, (t) => second(t) / 1e7)],
    version: () => 1,
    notes: [],
    emptyText: "",
  });

/** The rows of a stretch, as the worker passes them. */
export const rowsOf = (
  rows: readonly (readonly [kind: RowKind, values: Partial<Record<RowColumn, number>>])[],
) =>
  Float64Array.from(
    rows.flatMap(([kind, values]) =>
      ROW_COLUMNS.map((name) => (name === "kind" ? ROW_KINDS.indexOf(kind) : (values[name] ?? Number.NaN))),
    ),
  );

/**
 * A flow that sends a packet every second. Packet 20 is lost, and sent again when SACK blocks report the
 * packets after it.
 */
const sequence = (): View => {
  const isHole = (seq: number): boolean => seq >= 20 && seq < 30;
  const rows = range(DURATION - 8).flatMap((seq): [RowKind, Partial<Record<RowColumn, number>>][] => {
    const at = (seq + 1) * 1e9;
    const acknowledged = isHole(seq) ? 20 : seq + 1;
    return [
      ["sent", { at, feedback: 0, seq, flags: 0 }],
      ...(seq === 20 ? [["dropped", { at: at + 1e8, feedback: 0, seq, flags: 0 }] as [RowKind, object]] : []),
      ...(seq === 26
        ? [["sent", { at: at + 2e8, feedback: 0, seq: 20, flags: 1 }] as [RowKind, object]]
        : []),
      ...(seq === 20
        ? []
        : ([
            ["delivered", { at: at + 4e9, feedback: 1, seq, flags: 4, first: acknowledged }],
            ...(isHole(seq) ? [["sack", { at: at + 4e9, feedback: 1, first: 21, second: seq + 1 }]] : []),
            ["window", { at: at + 4e9, first: acknowledged + 7, second: 7 }],
          ] as [RowKind, object][])),
    ];
  });
  rows.sort(([, a], [, b]) => (a.at ?? 0) - (b.at ?? 0));
  const request = { view: "sequence", subject: { flow: "near" }, from: 0, to: DURATION * 1e9, maxRows: 1e6 };
  return sequenceView({
    onPick: () => undefined,
    flow: { id: "near", label: "near", style: style(0) },
    stretch: { request, reached: DURATION * 1e9, rows: rowsOf(rows) },
    computedTo: () => DURATION,
    version: () => 1,
    emptyText: "",
  });
};

/**
 * A queue that grows: packets of two flows arrive in turns every 0.8 s, and the link takes 1 s to send a
 * packet. It has ten places.
 */
const queue = (): View => {
  const rows: [RowKind, Partial<Record<RowColumn, number>>][] = [];
  const waiting: number[] = [];
  let sent = -1;
  const at = (step: number): number => step * 2e8;
  for (let step = 0; at(step) < DURATION * 1e9; step += 1) {
    const packet = (ordinal: number) => ({
      at: at(step),
      flow: ordinal % 2,
      connection: 0,
      feedback: 0,
      ordinal,
      seq: ordinal,
      flags: 0,
      size: 1500,
    });
    if (step % 5 === 0 && sent >= 0) rows.push(["departed", packet(sent)]);
    if (step % 4 === 0) {
      rows.push(["arrived", packet(step / 4)]);
      if (waiting.length < 10) waiting.push(step / 4);
      else rows.push(["dropped", packet(step / 4)]);
    }
    if (step % 5 === 0) {
      sent = waiting.shift() ?? -1;
      if (sent >= 0) rows.push(["started", packet(sent)]);
    }
  }
  const keys = ["near", "far"].map((label, i) => ({ id: label, label, style: style(i) }));
  const request = {
    view: "packets",
    subject: { link: "forward" },
    from: 0,
    to: DURATION * 1e9,
    maxRows: 1e6,
  };
  const stretch = { request, reached: DURATION * 1e9, rows: rowsOf(rows) };
  return queueView({
    title: "Queue",
    keys,
    keyOf: (flow) => keys[flow],
    stretch,
    replay: replayOf(stretch),
    computedTo: () => DURATION,
    emptyText: "",
  });
};

export const VIEW_GALLERY: Readonly<Record<string, () => string>> = {
  "view-phase": () => pictureOfView("Phase plot", phase()),
  "view-phase-dark": () => pictureOfView("Phase plot", phase(), "dark"),
  "view-delay": () => pictureOfView("Rate against delay", delays()),
  "view-distribution": () => pictureOfView("Distribution", spread("cdf")),
  "view-histogram": () => pictureOfView("Distribution", spread("hist")),
  "view-tail-dark": () => pictureOfView("Distribution", spread("tail"), "dark"),
  "view-scales": () => pictureOfView("Fairness over time scales", scales()),
  "view-sequence": () => pictureOfView("Time-sequence", sequence()),
  "view-sequence-dark": () => pictureOfView("Time-sequence", sequence(), "dark"),
  "view-queue": () => pictureOfView("Queue, packet by packet", queue()),
  "view-shares": () => pictureOfView("Shares of the link", shares()),
};

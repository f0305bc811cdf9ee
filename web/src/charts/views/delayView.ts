// Goodput against delay: for each flow or group, the means of its goodput and its delay over the intervals of
// a window, and the ellipse of one standard deviation around them.

import { max } from "d3-array";
import type { Series } from "../../engine/types.ts";
import { formatQuantity } from "../../scenario/units.ts";
import { formatSpan } from "../format.ts";
import { effectiveInterval, gaugeAt, rateAt } from "../series.ts";
import {
  type Column,
  currentLines,
  declarePicture,
  itemOf,
  type LineInputs,
  namedParts,
  type RunLine,
  spanText,
  viewOfLines,
} from "./declare.ts";
import { noteAt } from "./marks/common.ts";
import { dots, momentDots } from "./marks/dots.ts";
import { ellipses, type Moments, momentsOf } from "./marks/ellipses.ts";
import { activePart, gaugeMeans, rateSamples } from "./samples.ts";
import { viewTexts } from "./texts/index.ts";
import type { Span, View, ViewPicture } from "./types.ts";

export interface DelayInputs extends LineInputs<DelayLine> {
  /** The name of the delay on its axis. */
  readonly label: string;
  /** The smallest possible delay, at which the axis begins. */
  readonly low: number;
  /** The length of the intervals in seconds. */
  readonly interval: number;
  readonly notes: readonly string[];
}

interface DelayRow {
  readonly line: DelayLine;
  readonly moments: Moments;
}

const columnsOf = (): readonly Column<DelayRow>[] => {
  const heads = viewTexts.delay.columns;
  return [
    { label: heads.flow, csv: "flow", value: ({ line }) => line.label },
    { label: heads.rate, csv: "goodput_mean_bit_per_s", unit: "bit/s", value: ({ moments: m }) => m.meanY },
    {
      label: heads.rateSd,
      csv: "goodput_sd_bit_per_s",
      unit: "bit/s",
      value: ({ moments: m }) => Math.sqrt(m.varY),
    },
    { label: heads.delay, csv: "delay_mean_s", unit: "s", value: ({ moments: m }) => m.meanX },
    { label: heads.delaySd, csv: "delay_sd_s", unit: "s", value: ({ moments: m }) => Math.sqrt(m.varX) },
    { label: heads.correlation, csv: "correlation", unit: "", value: correlationOf },
    { label: heads.points, csv: "intervals", unit: "", value: ({ moments }) => moments.count },
  ];
};

function correlationOf({ moments: m }: DelayRow): number {
  const deviations = Math.sqrt(m.varX * m.varY);
  return deviations > 0 ? m.cov / deviations : Number.NaN;
}

export const delayView = (inputs: DelayInputs): View =>
  viewOfLines(inputs, (window) => {
    const rows = inputs.lines.flatMap((line): DelayRow[] => {
      const { x, y } = delayPoints(line, window, inputs.interval);
      const moments = momentsOf(x, y);
      return moments.count > 0 ? [{ line, moments }] : [];
    });
    return delayPicture(inputs, rows, window);
  });

function delayPicture(inputs: DelayInputs, rows: readonly DelayRow[], window: Span): ViewPicture {
  const current = rows.filter(({ line }) => !line.ghost);
  const rate = (value: number): string => formatQuantity(value, "bit/s");
  const delay = (value: number): string => formatQuantity(value, "s");
  const largest = (of: (moments: Moments) => number): number => max(rows, ({ moments }) => of(moments)) ?? 0;
  return declarePicture({
    x: {
      kind: "linear",
      label: inputs.label,
      unit: "s",
      low: inputs.low,
      largest: largest((m) => m.meanX + Math.sqrt(m.varX)),
    },
    y: {
      kind: "linear",
      label: viewTexts.delay.rateAxis,
      unit: "bit/s",
      largest: largest((m) => m.meanY + Math.sqrt(m.varY)),
    },
    keys: currentLines(inputs.lines),
    notes: [viewTexts.delay.points({ interval: formatSpan(inputs.interval) }), ...inputs.notes],
    empty: current.length === 0 ? viewTexts.nothingYet : "",
    marks: [
      {
        draw: (plot) => [
          noteAt(`\u2196 ${viewTexts.better}`, { x: plot.fontSize * 0.5, y: plot.fontSize * 1.2 }, plot),
        ],
      },
      ellipses(rows),
      dots(rows, { x: ({ moments }) => moments.meanX, y: ({ moments }) => moments.meanY }),
      momentDots(current, ({ line }, t) => positionAt(line, t, inputs.interval)),
    ],
    columns: columnsOf(),
    rows: () => rows,
    say: (key) => {
      const found = itemOf(current, key);
      if (!found) return viewTexts.nothingYet;
      const { meanX, meanY, varX, varY } = found.moments;
      const [rateSd, delaySd] = [rate(Math.sqrt(varY)), delay(Math.sqrt(varX))];
      return viewTexts.delay.say({
        name: found.line.label,
        rate: rate(meanY),
        rateSd,
        delay: delay(meanX),
        delaySd,
      });
    },
    describe: () => {
      const part = ({ line, moments }: DelayRow): string =>
        viewTexts.delay.part({ name: line.label, rate: rate(moments.meanY), delay: delay(moments.meanX) });
      return viewTexts.delay.describe({ span: spanText(window), parts: namedParts(current, part) });
    },
  });
}

/**
 * A flow: its counter of delivered bytes, its round-trip times, and the base delay in seconds, which is
 * subtracted from each round-trip time.
 */
export interface DelayFlow {
  readonly delivered: Series;
  readonly rtt: Series;
  readonly base: number;
  readonly from: number;
  readonly to: number;
}

export interface DelayLine extends RunLine {
  readonly flows: readonly DelayFlow[];
}

const BITS = 8;

/** The delays and goodputs of all flows of a line in all intervals of a window: x in seconds, y in bit/s. */
export function delayPoints(
  { run, flows }: DelayLine,
  window: Span,
  interval: number,
): {
  readonly x: number[];
  readonly y: number[];
} {
  const [x, y]: [number[], number[]] = [[], []];
  for (const flow of flows) {
    const part = activePart([window[0], Math.min(window[1], run.computedTo)], flow.from, flow.to);
    if (part === null) continue;
    const length = effectiveInterval(flow.delivered, interval);
    const rates = rateSamples(flow.delivered, run.computedTo, part, interval);
    const delays = gaugeMeans(flow.rtt, part, length);
    for (let i = 0; i < rates.length; i += 1) {
      x.push((delays[i] ?? Number.NaN) - flow.base);
      y.push((rates[i] ?? Number.NaN) * BITS);
    }
  }
  return { x, y };
}

/** The mean position of the flows of a line at a time. */
export function positionAt(
  { run, flows }: DelayLine,
  t: number,
  interval: number,
): readonly [number, number] {
  const points = flows
    .filter(({ from, to }) => t >= from && t <= to)
    .map(
      ({ delivered, rtt, base }) =>
        [
          gaugeAt(rtt, t) - base,
          rateAt(
            delivered,
            run.computedTo,
            Math.min(t, run.computedTo),
            effectiveInterval(delivered, interval),
          ) * BITS,
        ] as const,
    );
  const { meanX, meanY } = momentsOf(
    points.map(([x]) => x),
    points.map(([, y]) => y),
  );
  return [meanX, meanY];
}

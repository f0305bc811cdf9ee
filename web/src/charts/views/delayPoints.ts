// Delays and goodputs of flows: in all intervals of a window, and at a moment.
import type { Series } from "../../engine/types.ts";
import { effectiveInterval, gaugeAt, rateAt } from "../series.ts";
import type { RunLine } from "./declare.ts";
import { momentsOf } from "./ellipse.ts";
import { activePart, gaugeMeans, rateSamples } from "./samples.ts";
import type { Span } from "./types.ts";

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

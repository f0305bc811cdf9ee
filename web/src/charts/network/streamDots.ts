// The stream: dots that show the rates of flows where single packets would be too many or too fast. A dot
// represents a number of packets that a flow has sent according to the recorded counter, so the dots depend
// only on the run and the time, and stop moving when playback pauses.
import { fallenPlace } from "./packetDots.ts";
import type { PacketWays } from "./packetWays.ts";
import type { Place } from "./plan.ts";

/** One or several flows that have one line in the picture. */
export interface StreamFlow {
  /** The id of one of these flows, by which their line is found. */
  readonly id: string;
  readonly route: readonly string[];
  readonly colour: string;
  /** The number of packets that these flows have sent until a time in seconds. */
  readonly sentUntil: (t: number) => number;
}

/** The packets that a link direction has dropped. */
export interface StreamLink {
  readonly id: string;
  readonly droppedUntil: (t: number) => number;
}

export interface StreamDot extends Place {
  readonly colour: string;
  /**
   * The share of the duration of its fall that has passed, above 0, if the dot represents dropped packets; 0
   * for other dots.
   */
  readonly fallen: number;
}

/** With the whole capacity in use, about this many dots are between sender and receiver. */
const DOTS = 26;
/** At most this many dots are drawn for one flow or link. */
const MOST = 80;

/**
 * The number of packets that a dot represents: 1, 2, 5, 10, 20, ... `packets` is the number of packets that
 * the fastest line carries during a crossing.
 */
export function packetsPerDot(packets: number): number {
  const wanted = Math.max(1, packets / DOTS);
  const power = 10 ** Math.floor(Math.log10(wanted));
  return power * ([1, 2, 5].find((step) => step * power >= wanted * 0.999) ?? 10);
}

/**
 * The positions of the dots of a counter that grew from `before` to `now` during a crossing, as shares of the
 * line from 0 to 1.
 */
export function dotShares(before: number, now: number, perDot: number): readonly number[] {
  const last = Math.floor(now / perDot);
  const first = Math.max(Math.floor(before / perDot) + 1, last - MOST + 1);
  const shares: number[] = [];
  for (let k = first; k <= last; k += 1) shares.push((now - k * perDot) / Math.max(1e-9, now - before));
  return shares;
}

/**
 * The dots at a time. A dot needs `crossing` seconds of simulated time from sender to receiver, and a dropped
 * dot falls for `fall`.
 */
export function streamDots(
  ways: PacketWays,
  flows: readonly StreamFlow[],
  links: readonly StreamLink[],
  { t, crossing, fall, perDot, depth, size }: StreamMoment,
): StreamDot[] {
  const dots: StreamDot[] = [];
  for (const flow of flows) {
    const way = ways.flow(flow.id, flow.route);
    if (way === null) continue;
    const now = flow.sentUntil(t);
    for (const share of dotShares(flow.sentUntil(Math.max(0, t - crossing)), now, perDot))
      dots.push({ ...way(share), colour: flow.colour, fallen: 0 });
  }
  for (const link of links) {
    const queue = ways.link(link.id)?.queue;
    if (!queue) continue;
    const start = queue.behind(queue.inside.length);
    const [before, now] = [link.droppedUntil(Math.max(0, t - fall)), link.droppedUntil(t)];
    // Up to twelve drops are shown one by one. Of more drops, twelve are shown.
    const perFall = Math.max(1, (now - before) / 12);
    for (const [rank, share] of dotShares(before, now, perFall).entries())
      dots.push({
        ...fallenPlace(start, queue, { share, depth, size, rank }),
        colour: "",
        fallen: Math.max(0.001, share),
      });
  }
  return dots;
}

/**
 * A moment of the stream. Times are simulated seconds; `depth` is the distance that drops fall, and `size` the diameter
 * of a dot, both in pixels.
 */
export interface StreamMoment {
  readonly t: number;
  readonly crossing: number;
  readonly fall: number;
  readonly perDot: number;
  readonly depth: number;
  readonly size: number;
}

/**
 * For each of `slots` places in a queue, the index of the flow to which it belongs. Each flow gets places in proportion to
 * its weight, mixed evenly, as packets that arrive by turns. -1 if no flow has a weight.
 */
export function mixedShares(weights: readonly number[], slots: number): readonly number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total <= 0) return Array.from({ length: slots }, () => -1);
  const given = weights.map(() => 0);
  return Array.from({ length: slots }, (_, slot) => {
    const missing = weights.map((weight, i) => (weight / total) * (slot + 1) - (given[i] ?? 0));
    const next = missing.indexOf(Math.max(...missing));
    given[next] = (given[next] ?? 0) + 1;
    return next;
  });
}

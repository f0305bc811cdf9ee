// The numbers beside the charts, which describe a window of a run: goodputs, fair shares, Jain's index, and the state of the queues at
// its end. Bars, the selection and the picture of the network use the window of the tables: it begins after the warm-up. Means are computed from cumulative counters, so they are exact at the edges of bins (docs/architecture.md, "Recording
// beside the world").
import { counterAt, gaugeAt, jainIndex, rateAt } from "../../charts/series.ts";
import type { RunRecord } from "../../engine/types.ts";
import type { SeriesInfo } from "../../generated/types.ts";
import {
  bitsBetween,
  equalShareBits,
  hasSeveralLinks,
  maxMinBits,
  maxMinShares,
  rateStepsOf,
} from "./fairShares.ts";
import { packetLimitSteps, stepAt } from "./limitSteps.ts";
import type { Member } from "./member.ts";
import { startedMembers } from "./members.ts";

export interface FlowReading {
  readonly member: Member;
  /** The mean goodput in the window while the flow is active, in bit/s. */
  readonly goodput: number;
  /** The mean goodput over the averaging interval that ends at the time of the reading, in bit/s. */
  readonly rateNow: number;
  /** Goodput relative to the fair share (fairShares.ts) in the window; 1 is exactly fair. */
  readonly share: number;
  /** The bits that the flow got in the window, relative to what the slowest link of its route could send while the flow was active. */
  readonly linkShare: number;
  /** The number of packets that were sent in the window. */
  readonly sent: number;
  /** The number of packets that were lost in the window. */
  readonly lost: number;
  /** The last RTT sample, in seconds. */
  readonly rtt: number;
  /** The congestion window, in packets. */
  readonly window: number;
}

/** The state of a link direction at the time of a reading. */
export interface LinkReading {
  readonly id: string;
  /** The length of the queue, in packets. */
  readonly queue: number;
  /** The limit of the queue, in packets. */
  readonly limit: number;
  /** The rate at this time, in bit/s. */
  readonly rate: number;
  /** The propagation delay, in seconds. */
  readonly delay: number;
  /** The number of packets that were dropped in the averaging interval that ends at the time of the reading. */
  readonly drops: number;
}

/** The numbers of one window. `utilisation` and the fields after it describe the forward link of a dumbbell. */
export interface Reading {
  /** The start of the window, in simulated seconds. */
  readonly from: number;
  /** The end of the window, in simulated seconds. */
  readonly t: number;
  readonly links: readonly LinkReading[];
  readonly flows: readonly FlowReading[];
  /** Jain's index of the goodputs of the measured flows that have started. */
  readonly jain: number;
  /** The share of the capacity that was used in the window. */
  readonly utilisation: number;
  /** The length of the queue, in packets. */
  readonly queue: number;
  /** The queueing delay, in seconds. */
  readonly queueDelay: number;
  /** The number of packets that have been dropped so far. */
  readonly drops: number;
  /** The rate at this time, in bit/s. */
  readonly capacity: number;
}

const recordedByRun = new WeakMap<RunRecord, readonly SeriesInfo[]>();

/** The series of a record that have values so far. The array is the same object until another series gets its first value. */
export function recordedSeries(record: RunRecord): readonly SeriesInfo[] {
  const recorded = record.directory.filter((info) => record.series(info.entity, info.signal) !== undefined);
  // Series never lose their values, so arrays of the same length are equal.
  const cached = recordedByRun.get(record);
  if (cached?.length === recorded.length) return cached;
  recordedByRun.set(record, recorded);
  return recorded;
}

function readLinks(record: RunRecord, at: number, averagingInterval: number): readonly LinkReading[] {
  const { derived, computedTo: end } = record;
  return derived.links.map(({ id, delay }) => {
    const queue = record.series(`link:${id}`, "queue");
    const drops = record.series(`link:${id}`, "drops");
    return {
      id,
      delay,
      limit: stepAt(packetLimitSteps(record, id), at),
      rate: stepAt(rateStepsOf(record, id), at),
      queue: queue ? gaugeAt(queue, at) : Number.NaN,
      drops: drops
        ? counterAt(drops, end, at) - counterAt(drops, end, Math.max(0, at - averagingInterval))
        : Number.NaN,
    };
  });
}

interface CachedReading {
  readonly key: string;
  readonly members: readonly Member[];
  readonly reading: Reading;
}

/** The last readings of each run, cached because several parts of the page show the numbers of the same time. */
const readingsByRun = new WeakMap<RunRecord, readonly CachedReading[]>();

/** The maximum number of readings that are cached for a run. */
const MAX_CACHED = 3;

/** The start of the measurement window for numbers up to `t`: the end of the warm-up, or 0 during the warm-up. */
export function measuredFrom({ document }: Pick<RunRecord, "document">, t: number): number {
  const warmup = document.warmup ?? 0;
  return t > warmup ? warmup : 0;
}

/**
 * All numbers of the window that ends at the simulated time `t`, in seconds, and begins at `from`, without it after the warm-up. Until
 * the record grows, the same arguments give the same object.
 */
export function readAt(
  record: RunRecord,
  members: readonly Member[],
  t: number,
  averagingInterval: number,
  from = measuredFrom(record, t),
): Reading {
  const key = `${from} ${t} ${averagingInterval} ${record.version}`;
  const cachedReadings = readingsByRun.get(record) ?? [];
  const found = cachedReadings.find((cached) => cached.key === key && cached.members === members);
  if (found) return found.reading;
  const reading = computeReading(record, startedMembers(record, members), from, t, averagingInterval);
  readingsByRun.set(record, [{ key, members, reading }, ...cachedReadings.slice(0, MAX_CACHED - 1)]);
  return reading;
}

function computeReading(
  record: RunRecord,
  members: readonly Member[],
  from: number,
  t: number,
  averagingInterval: number,
): Reading {
  const end = record.computedTo;
  const at = Math.min(t, end);
  const steps = rateStepsOf(record, "forward");
  const fairBitsUntil = (time: number): readonly number[] =>
    hasSeveralLinks(record)
      ? maxMinBits(maxMinShares(record, members), time)
      : equalShareBits(members, record.document, steps, time);
  const fairBits = fairBitsUntil(at);
  const fairBitsBefore = from > 0 ? fairBitsUntil(from) : [];
  const growth = (entity: string, signal: string): number => {
    const series = record.series(entity, signal);
    return series ? counterAt(series, end, at) - counterAt(series, end, from) : Number.NaN;
  };
  const flows = members.map((member, index): FlowReading => {
    const delivered = record.series(member.entity, "delivered");
    const bits = delivered ? growth(member.entity, "delivered") * 8 : 0;
    const [activeFrom, activeTo] = [Math.max(from, member.start), Math.min(at, member.stop)];
    const activeTime = Math.max(0, activeTo - activeFrom);
    const gauge = (signal: string): number => {
      const series = record.series(member.entity, signal);
      return series ? gaugeAt(series, at) : Number.NaN;
    };
    const routeBits = member.route.map((link) =>
      bitsBetween(rateStepsOf(record, link), activeFrom, activeTo),
    );
    const linkBits = activeTime > 0 && routeBits.length > 0 ? Math.min(...routeBits) : 0;
    const fairBitsOfFlow = (fairBits[index] ?? 0) - (fairBitsBefore[index] ?? 0);
    return {
      member,
      goodput: activeTime > 0 ? bits / activeTime : 0,
      rateNow: delivered ? rateAt(delivered, end, at, averagingInterval) * 8 : Number.NaN,
      share: fairBitsOfFlow > 0 ? bits / fairBitsOfFlow : Number.NaN,
      linkShare: linkBits > 0 ? bits / linkBits : 0,
      sent: growth(member.entity, "sent"),
      lost: growth(member.entity, "lost"),
      rtt: gauge("rtt"),
      window: gauge("cwnd"),
    };
  });
  const measured = flows.filter(
    (f) => f.member.role === "measured" && at > f.member.start && f.member.stop > from,
  );
  const queue = record.series("link:forward", "queue");
  const queueDelay = record.series("link:forward", "queue_delay");
  const drops = record.series("link:forward", "drops");
  const capacityBits = bitsBetween(steps, from, at);
  const capacity = steps.findLast(([since], i) => since < at || i === 0)?.[1] ?? 0;
  return {
    from,
    t: at,
    links: readLinks(record, at, averagingInterval),
    flows,
    jain: measured.length > 0 ? jainIndex(measured.map((f) => f.goodput)) : Number.NaN,
    utilisation: capacityBits > 0 ? (growth("link:forward", "departed") * 8) / capacityBits : Number.NaN,
    queue: queue ? gaugeAt(queue, at) : Number.NaN,
    queueDelay: queueDelay ? gaugeAt(queueDelay, at) : Number.NaN,
    drops: drops ? counterAt(drops, end, at) : Number.NaN,
    capacity,
  };
}

/**
 * The mean time in seconds that packets waited at a link between two times. The recorded delays of bins are weighted by the bytes that
 * left in each bin, because the tables state a mean over packets, and most packets leave while the queue is long.
 */
export function meanWait(record: RunRecord, link: string, from: number, to: number): number {
  const delay = record.series(`link:${link}`, "queue_delay");
  const departed = record.series(`link:${link}`, "departed");
  if (!delay || !departed) return Number.NaN;
  let [sum, weights] = [0, 0];
  const first = Math.floor(from / delay.width + 1e-9);
  const afterLast = Math.min(delay.bins, Math.ceil(to / delay.width - 1e-9));
  for (let k = first; k < afterLast; k += 1) {
    // The mean of the extremes is a better estimate than the last value when the queue fills or drains within the bin.
    const value = ((delay.data[3 * k] ?? Number.NaN) + (delay.data[3 * k + 1] ?? Number.NaN)) / 2;
    const weight =
      counterAt(departed, record.computedTo, Math.min(to, (k + 1) * delay.width)) -
      counterAt(departed, record.computedTo, Math.max(from, k * delay.width));
    if (Number.isNaN(value) || !(weight > 0)) continue;
    sum += value * weight;
    weights += weight;
  }
  return weights > 0 ? sum / weights : Number.NaN;
}

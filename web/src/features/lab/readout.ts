// The numbers beside the charts, which describe a run until a given time: goodputs, fair shares, Jain's index and the state of the
// queues. Means are computed from cumulative counters, so they are exact at the edges of bins (docs/architecture.md, "Recording
// beside the world").
import { counterAt, gaugeAt, jainIndex, rateAt } from "../../charts/series.ts";
import type { RunRecord } from "../../engine/types.ts";
import type { SeriesInfo } from "../../generated/types.ts";
import { equalShareBits, hasSeveralLinks, maxMinBits, maxMinShares, rateStepsOf } from "./fairShares.ts";
import type { Member } from "./member.ts";
import { startedMembers } from "./members.ts";

export interface FlowReading {
  readonly member: Member;
  /** The mean goodput from the start of the flow to the time of the reading, in bit/s. */
  readonly goodput: number;
  /** The mean goodput over the averaging interval that ends at the time of the reading, in bit/s. */
  readonly rateNow: number;
  /** Goodput relative to the fair share (fairShares.ts); 1 is exactly fair. */
  readonly share: number;
  /** The number of packets that have been sent so far. */
  readonly sent: number;
  /** The number of packets that have been lost so far. */
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
  /** The number of packets that have been dropped so far. */
  readonly drops: number;
}

/** The numbers at one time. `utilisation` and the fields after it describe the forward link of a dumbbell. */
export interface Reading {
  /** The simulated time, in seconds. */
  readonly t: number;
  readonly links: readonly LinkReading[];
  readonly flows: readonly FlowReading[];
  /** Jain's index of the goodputs of the measured flows that have started. */
  readonly jain: number;
  /** The share of the capacity that was used until this time. */
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

function readLinks(record: RunRecord, at: number): readonly LinkReading[] {
  const { derived, computedTo: end } = record;
  return derived.links.map(({ id, rate, delay, limit }) => {
    let rateNow = rate;
    for (const [from, value] of rateStepsOf(record, id)) {
      if (from > at) break;
      rateNow = value;
    }
    const queue = record.series(`link:${id}`, "queue");
    const drops = record.series(`link:${id}`, "drops");
    return {
      id,
      delay,
      limit: limit.packets,
      rate: rateNow,
      queue: queue ? gaugeAt(queue, at) : Number.NaN,
      drops: drops ? counterAt(drops, end, at) : Number.NaN,
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

/** All numbers at the simulated time `t`, in seconds. Until the record grows, the same arguments give the same object. */
export function readAt(
  record: RunRecord,
  members: readonly Member[],
  t: number,
  averagingInterval: number,
): Reading {
  const key = `${t} ${averagingInterval} ${record.version}`;
  const cachedReadings = readingsByRun.get(record) ?? [];
  const found = cachedReadings.find((cached) => cached.key === key && cached.members === members);
  if (found) return found.reading;
  const reading = computeReading(record, startedMembers(record, members), t, averagingInterval);
  readingsByRun.set(record, [{ key, members, reading }, ...cachedReadings.slice(0, MAX_CACHED - 1)]);
  return reading;
}

function computeReading(
  record: RunRecord,
  members: readonly Member[],
  t: number,
  averagingInterval: number,
): Reading {
  const end = record.computedTo;
  const at = Math.min(t, end);
  const steps = rateStepsOf(record, "forward");
  const fairBits = hasSeveralLinks(record)
    ? maxMinBits(maxMinShares(record, members), at)
    : equalShareBits(members, record.document, steps, at);
  const flows = members.map((member, index): FlowReading => {
    const delivered = record.series(member.entity, "delivered");
    const bits = delivered ? counterAt(delivered, end, at) * 8 : 0;
    const activeTime = Math.max(0, Math.min(at, member.stop) - Math.min(member.start, at));
    const gauge = (signal: string): number => {
      const series = record.series(member.entity, signal);
      return series ? gaugeAt(series, at) : Number.NaN;
    };
    const counter = (signal: string): number => {
      const series = record.series(member.entity, signal);
      return series ? counterAt(series, end, at) : Number.NaN;
    };
    const fairBitsOfFlow = fairBits[index] ?? 0;
    return {
      member,
      goodput: activeTime > 0 ? bits / activeTime : 0,
      rateNow: delivered ? rateAt(delivered, end, at, averagingInterval) * 8 : Number.NaN,
      share: fairBitsOfFlow > 0 ? bits / fairBitsOfFlow : Number.NaN,
      sent: counter("sent"),
      lost: counter("lost"),
      rtt: gauge("rtt"),
      window: gauge("cwnd"),
    };
  });
  const measured = flows.filter((f) => f.member.role === "measured" && at > f.member.start);
  const departed = record.series("link:forward", "departed");
  const queue = record.series("link:forward", "queue");
  const queueDelay = record.series("link:forward", "queue_delay");
  const drops = record.series("link:forward", "drops");
  let capacityBits = 0;
  let capacity = 0;
  steps.forEach(([from, rate], i) => {
    const to = Math.min(at, steps[i + 1]?.[0] ?? at);
    if (to > from) capacityBits += rate * (to - from);
    if (from < at || i === 0) capacity = rate;
  });
  return {
    t: at,
    links: readLinks(record, at),
    flows,
    jain: measured.length > 0 ? jainIndex(measured.map((f) => f.goodput)) : Number.NaN,
    utilisation:
      departed && capacityBits > 0 ? (counterAt(departed, end, at) * 8) / capacityBits : Number.NaN,
    queue: queue ? gaugeAt(queue, at) : Number.NaN,
    queueDelay: queueDelay ? gaugeAt(queueDelay, at) : Number.NaN,
    drops: drops ? counterAt(drops, end, at) : Number.NaN,
    capacity,
  };
}

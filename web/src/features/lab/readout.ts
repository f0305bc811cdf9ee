// The numbers beside the charts at a time: goodputs so far, fair shares, Jain's index and the state of the queues. Means are
// computed from cumulative counters, so they are exact at the edges of bins (docs/architecture.md, "Recording beside the
// world").
import { counterAt, gaugeAt, jainIndex, rateAt } from "../../charts/series.ts";
import type { RunRecord } from "../../engine/types.ts";
import type { SeriesInfo } from "../../generated/types.ts";
import { fairBits, fairBitsOf, isMesh, rateStepsOf, sharesOf } from "./fairShares.ts";
import type { Member } from "./member.ts";
import { startedMembers } from "./members.ts";

export interface FlowReading {
  readonly member: Member;
  /** The mean goodput from the start of the flow to the time of the reading, in bit/s. */
  readonly goodput: number;
  /** The mean goodput over the last interval, in bit/s. */
  readonly rateNow: number;
  /** Goodput relative to the fair share (fairShares.ts); 1 is exactly fair. */
  readonly share: number;
  readonly sent: number;
  readonly lost: number;
  readonly rtt: number;
  readonly window: number;
}

/** The state of a link direction at a time. */
export interface LinkReading {
  readonly id: string;
  readonly queue: number;
  readonly limit: number;
  readonly rate: number;
  readonly delay: number;
  /** The number of packets that have been dropped so far. */
  readonly drops: number;
}

export interface Reading {
  readonly t: number;
  readonly links: readonly LinkReading[];
  readonly flows: readonly FlowReading[];
  readonly jain: number;
  readonly utilisation: number;
  readonly queue: number;
  readonly queueDelay: number;
  readonly drops: number;
  readonly capacity: number;
}

const recordedByRun = new WeakMap<RunRecord, readonly SeriesInfo[]>();

/** The series of a record that have values so far. The array is the same until another series gets its first value. */
export function recordedSignals(record: RunRecord): readonly SeriesInfo[] {
  const recorded = record.directory.filter((info) => record.series(info.entity, info.signal) !== undefined);
  const known = recordedByRun.get(record);
  if (known?.length === recorded.length) return known;
  recordedByRun.set(record, recorded);
  return recorded;
}

function readLinks(record: RunRecord, at: number): readonly LinkReading[] {
  const { derived, computedTo: end } = record;
  return derived.links.map(({ id, rate, delay, limit }) => {
    let now = rate;
    for (const [from, value] of rateStepsOf(record, id)) {
      if (from > at) break;
      now = value;
    }
    const queue = record.series(`link:${id}`, "queue");
    const drops = record.series(`link:${id}`, "drops");
    return {
      id,
      delay,
      limit: limit.packets,
      rate: now,
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

/** The last readings of each run, cached because several parts of the page show the same time. */
const readingsByRun = new WeakMap<RunRecord, readonly CachedReading[]>();

const MAX_CACHED = 3;

/** All numbers at a time. The same arguments give the same object. */
export function readAt(record: RunRecord, members: readonly Member[], t: number, interval: number): Reading {
  const key = `${t} ${interval} ${record.version}`;
  const list = readingsByRun.get(record) ?? [];
  const found = list.find((cached) => cached.key === key && cached.members === members);
  if (found) return found.reading;
  const reading = computeReading(record, members, t, interval);
  readingsByRun.set(record, [{ key, members, reading }, ...list.slice(0, MAX_CACHED - 1)]);
  return reading;
}

function computeReading(record: RunRecord, all: readonly Member[], t: number, interval: number): Reading {
  const members = startedMembers(record, all);
  const end = record.computedTo;
  const at = Math.min(t, end);
  const steps = rateStepsOf(record, "forward");
  const fair = isMesh(record)
    ? fairBitsOf(sharesOf(record, members), at)
    : fairBits(members, record.document, steps, at);
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
    const expected = fair[index] ?? 0;
    return {
      member,
      goodput: activeTime > 0 ? bits / activeTime : 0,
      rateNow: delivered ? rateAt(delivered, end, at, interval) * 8 : Number.NaN,
      share: expected > 0 ? bits / expected : Number.NaN,
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

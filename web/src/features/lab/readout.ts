// The numbers beside the charts at a moment: goodputs so far, fair shares, Jain's index and the state of the queues. They come
// from cumulative counters, so means are exact at the edges of bins (docs/architecture.md,
// "Recording beside the world").
import { counterAt, gaugeAt, jainIndex, rateAt } from "../../charts/series.ts";
import type { RunRecord } from "../../engine/types.ts";
import { EVENT_COLUMNS, EventCode } from "../../generated/constants.ts";
import type { FlowDocument, SeriesInfo } from "../../generated/types.ts";
import { labelOf } from "../../scenario/diff.ts";
import { fairBits, fairBitsOf, isMesh, rateStepsOf, sharesOf } from "./fairShares.ts";
import type { Member } from "./member.ts";

export interface FlowReading {
  readonly member: Member;
  /** Mean goodput from the start of the flow to the moment, in bit/s. */
  readonly goodput: number;
  /** Mean goodput over the last interval, in bit/s. */
  readonly rateNow: number;
  /** Goodput relative to the fair share (fairShares.ts); 1 is exactly fair. */
  readonly share: number;
  readonly sent: number;
  readonly lost: number;
  readonly rtt: number;
  readonly window: number;
}

/** The state of a link direction at a moment. */
export interface LinkReading {
  readonly id: string;
  readonly queue: number;
  readonly limit: number;
  readonly rate: number;
  readonly delay: number;
  /** Packets that were dropped until the moment. */
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

type MemberSource = Pick<RunRecord, "document" | "derived" | "duration">;
const membersByRun = new WeakMap<MemberSource, readonly Member[]>();

/** The members of a run in the order of the document. The list is the same object for every caller. */
export function membersOf(record: MemberSource): readonly Member[] {
  const known = membersByRun.get(record);
  if (known) return known;
  const members = findMembers(record);
  membersByRun.set(record, members);
  return members;
}

/**
 * The interval over which rates are averaged for display: two of the largest round trip times, at least 0.1 s, in steps of
 * 0.02 s.
 */
export function averagingInterval(members: readonly Member[]): number {
  const largest = Math.max(0.02, ...members.map((m) => m.baseRtt));
  return Math.max(0.1, Math.ceil(largest * 2 * 50) / 50);
}

/**
 * The link direction with the least capacity per flow. Only directions that measured flows take are considered, if there are
 * any: a slow reverse path of background traffic is not what a reader wants to see first.
 */
export function bottleneckOf(record: MemberSource): string {
  const { links } = record.derived;
  const members = membersOf(record);
  const measured = members.filter((m) => m.role === "measured");
  const candidates = links.filter((l) => measured.some((m) => m.route.includes(l.id)));
  let best = links[0]?.id ?? "";
  let least = Number.POSITIVE_INFINITY;
  for (const { id, rate } of candidates.length > 0 ? candidates : links) {
    const share = rate / members.filter((m) => m.route.includes(id)).length;
    if (share < least) [best, least] = [id, share];
  }
  return best;
}

const recordedByRun = new WeakMap<RunRecord, readonly SeriesInfo[]>();

/** The series of a record that have values so far: the same array until another series gets its first value. */
export function recordedSignals(record: RunRecord): readonly SeriesInfo[] {
  const recorded = record.directory.filter((info) => record.series(info.entity, info.signal) !== undefined);
  const known = recordedByRun.get(record);
  if (known?.length === recorded.length) return known;
  recordedByRun.set(record, recorded);
  return recorded;
}

function findMembers(record: MemberSource): readonly Member[] {
  const byId = new Map((record.document.flows ?? []).map((flow) => [flow.id, flow]));
  return record.derived.flows.map((derived) => {
    const flow = byId.get(derived.id) ?? byId.get(derived.id.replace(/\.\d+$/, ""));
    const member = /\.(\d+)$/.exec(derived.id)?.[1];
    const label = flow ? labelOf(flow) : derived.id;
    const numbered = flow && flow.id !== derived.id && member !== undefined;
    return {
      id: derived.id,
      label: numbered ? `${label}.${member}` : label,
      algorithm: derived.algorithm,
      role: flow?.role ?? "measured",
      entity: `flow:${derived.id}`,
      ...startOf(flow, derived.start),
      stop: stopOf(flow, record.duration),
      baseRtt: derived.base_rtt,
      route: derived.route ?? [],
    };
  });
}

/** For a range the simulator gives its middle as the start. Charts need the earliest start, because a flow may start before the middle. */
function startOf(flow: FlowDocument | undefined, given: number): Pick<Member, "start" | "startIsDrawn"> {
  const start = flow?.start;
  return typeof start === "object" && start.min < start.max
    ? { start: start.min, startIsDrawn: true }
    : { start: given };
}

interface Started {
  readonly members: readonly Member[];
  readonly rows: number;
  readonly known: readonly Member[];
}
const started = new WeakMap<RunRecord, Started>();

/** The members with their actual starts, as far as they are recorded. A member that has not started gets the end of the run. */
export function startedMembers(record: RunRecord, members: readonly Member[]): readonly Member[] {
  if (!members.some((m) => m.startIsDrawn)) return members;
  const { rows, data } = record.events;
  const found = started.get(record);
  if (found?.members === members && found.rows === rows) return found.known;
  const at = new Map<string, number>();
  for (let i = 0; i < rows * EVENT_COLUMNS; i += EVENT_COLUMNS) {
    if (data[i + 1] !== EventCode.flowStarted) continue;
    const name = record.entityName(EventCode.flowStarted, data[i + 2] ?? -1);
    if (!at.has(name)) at.set(name, data[i] ?? 0);
  }
  const known = members.map((m) =>
    m.startIsDrawn ? { ...m, start: at.get(m.entity) ?? Math.max(m.start, record.duration) } : m,
  );
  // Fair shares are cached per list of members: return the same list until another member starts.
  const same = found?.members === members && known.every((m, i) => m.start === found.known[i]?.start);
  started.set(record, { members, rows, known: same ? found.known : known });
  return same ? found.known : known;
}

function stopOf(flow: FlowDocument | undefined, duration: number): number {
  return Math.min(flow?.stop ?? duration, duration);
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
/** The last readings of each run, because several parts of the page show the same moment. */
const readingsByRun = new WeakMap<RunRecord, readonly CachedReading[]>();
const MAX_KEPT = 3;

/** All numbers at a moment. Equal arguments give the same object. */
export function readAt(record: RunRecord, members: readonly Member[], t: number, interval: number): Reading {
  const key = `${t} ${interval} ${record.version}`;
  const list = readingsByRun.get(record) ?? [];
  const found = list.find((one) => one.key === key && one.members === members);
  if (found) return found.reading;
  const reading = read(record, members, t, interval);
  readingsByRun.set(record, [{ key, members, reading }, ...list.slice(0, MAX_KEPT - 1)]);
  return reading;
}

function read(record: RunRecord, all: readonly Member[], t: number, interval: number): Reading {
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
    const lived = Math.max(0, Math.min(at, member.stop) - Math.min(member.start, at));
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
      goodput: lived > 0 ? bits / lived : 0,
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
  let offered = 0;
  let capacity = 0;
  steps.forEach(([from, rate], i) => {
    const to = Math.min(at, steps[i + 1]?.[0] ?? at);
    if (to > from) offered += rate * (to - from);
    if (from < at || i === 0) capacity = rate;
  });
  return {
    t: at,
    links: readLinks(record, at),
    flows,
    jain: measured.length > 0 ? jainIndex(measured.map((f) => f.goodput)) : Number.NaN,
    utilisation: departed && offered > 0 ? (counterAt(departed, end, at) * 8) / offered : Number.NaN,
    queue: queue ? gaugeAt(queue, at) : Number.NaN,
    queueDelay: queueDelay ? gaugeAt(queueDelay, at) : Number.NaN,
    drops: drops ? counterAt(drops, end, at) : Number.NaN,
    capacity,
  };
}

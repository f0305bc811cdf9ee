// The numbers beside the charts at a moment: who got how much so far, what a fair share would have been, Jain's index, the
// state of the queue. From cumulative counters, so means are exact at bin edges (design.md section 6).
import { counterAt, gaugeAt, jainIndex, rateAt } from "../../charts/series.ts";
import type { RunRecord } from "../../engine/types.ts";
import { labelOf } from "../../scenario/diff.ts";
import type { FlowDocument, ScenarioDocument } from "../../scenario/document.ts";
import { rateSteps } from "../../scenario/schedule.ts";

export interface Member {
  /** The expanded id: `web.3`. */
  readonly id: string;
  readonly label: string;
  readonly algorithm: string;
  readonly role: string;
  readonly entity: string;
  readonly start: number;
  readonly stop: number;
  readonly baseRtt: number;
  /** The directions of links that its data takes. */
  readonly route: readonly string[];
}

export interface FlowReading {
  readonly member: Member;
  /** Mean goodput from the start of the run (or of the flow) to the moment, bit/s. */
  readonly goodput: number;
  /** Mean over the last interval, bit/s. */
  readonly rateNow: number;
  /** Goodput against an equal split of the link among those that were active, 1 = exactly fair. */
  readonly share: number;
  readonly sent: number;
  readonly lost: number;
  readonly rtt: number;
  readonly window: number;
}

/** What a direction of a link holds at a moment. */
export interface LinkReading {
  readonly id: string;
  readonly queue: number;
  readonly limit: number;
  readonly rate: number;
  readonly delay: number;
  /** Packets dropped up to the moment. */
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

/** The members of a run in the document's order: one list per run, whoever asks. */
export function membersOf(record: MemberSource): readonly Member[] {
  const known = membersByRun.get(record);
  if (known) return known;
  const members = findMembers(record);
  membersByRun.set(record, members);
  return members;
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
      start: derived.start,
      stop: stopOf(flow, record.duration),
      baseRtt: derived.base_rtt,
      route: derived.route ?? [],
    };
  });
}

function stopOf(flow: FlowDocument | undefined, duration: number): number {
  return Math.min(flow?.stop ?? duration, duration);
}

/** Times between which a flow may send: start to stop, without what the timeline switches off. */
function activeIntervals(member: Member, doc: ScenarioDocument): readonly (readonly [number, number])[] {
  const base = member.id.replace(/\.\d+$/, "");
  const switches = (doc.timeline ?? []).filter(
    (e) => e.set === `flows.${member.id}.active` || e.set === `flows.${base}.active`,
  );
  if (switches.length === 0) return [[member.start, member.stop]];
  const intervals: [number, number][] = [];
  let on: number | null = member.start;
  for (const entry of [...switches].sort((a, b) => a.at - b.at)) {
    if (entry.to === false && on !== null) {
      if (entry.at > on) intervals.push([on, entry.at]);
      on = null;
    } else if (entry.to === true && on === null) on = Math.max(entry.at, member.start);
  }
  if (on !== null && on < member.stop) intervals.push([on, member.stop]);
  return intervals;
}

/** An equal split of the forward link among the flows active at each moment, up to t: bits per flow. */
export function fairBits(
  members: readonly Member[],
  doc: ScenarioDocument,
  steps: readonly (readonly [number, number])[],
  t: number,
): readonly number[] {
  const forward = members.map((m) => (m.role === "reverse" ? [] : activeIntervals(m, doc)));
  // Flows that begin less those that end, by time; and what one flow's share has grown to at each of these times.
  const turns = new Map<number, number>([[0, 0]]);
  const turn = (at: number, by: number): void => void turns.set(at, (turns.get(at) ?? 0) + by);
  for (const [at] of steps) if (at < t) turn(at, 0);
  turn(t, 0);
  for (const list of forward)
    for (const [from, to] of list) {
      if (from >= t || to <= from) continue;
      turn(Math.max(0, from), 1);
      turn(Math.min(to, t), -1);
    }
  const grown = new Map<number, number>();
  let active = 0;
  let share = 0;
  let before = 0;
  let step = 0;
  for (const at of [...turns.keys()].sort((a, b) => a - b)) {
    while (step + 1 < steps.length && (steps[step + 1]?.[0] ?? 0) <= before) step += 1;
    if (active > 0) share += ((steps[step]?.[1] ?? 0) * (at - before)) / active;
    active += turns.get(at) ?? 0;
    grown.set(at, share);
    before = at;
  }
  return forward.map((list) =>
    list.reduce(
      (bits, [from, to]) =>
        from >= t || to <= from
          ? bits
          : bits + (grown.get(Math.min(to, t)) ?? 0) - (grown.get(Math.max(0, from)) ?? 0),
      0,
    ),
  );
}

function readLinks(record: RunRecord, at: number): readonly LinkReading[] {
  const { derived, document, computedTo: end } = record;
  return derived.links.map(({ id, rate, delay, limit }) => {
    const path = documentPath(id);
    let now = rate;
    for (const [from, value] of rateSteps(document, path, rate, record.duration)) if (from <= at) now = value;
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

/** Where a direction of a link stands in the document: `network.forward`, `network.links.ab.forward`. */
export function documentPath(id: string): string {
  const dot = id.lastIndexOf(".");
  return dot < 0 ? `network.${id}` : `network.links.${id.slice(0, dot)}.${id.slice(dot + 1)}`;
}

interface Known {
  readonly key: string;
  readonly members: readonly Member[];
  readonly reading: Reading;
}
/** The last readings of each run: several parts of the page show the same moment. */
const known = new WeakMap<RunRecord, readonly Known[]>();
const MOST_KNOWN = 3;

/** Everything beside the charts, at a moment. */
export function readAt(record: RunRecord, members: readonly Member[], t: number, interval: number): Reading {
  const key = `${t} ${interval} ${record.version}`;
  const list = known.get(record) ?? [];
  const found = list.find((one) => one.key === key && one.members === members);
  if (found) return found.reading;
  const reading = read(record, members, t, interval);
  known.set(record, [{ key, members, reading }, ...list.slice(0, MOST_KNOWN - 1)]);
  return reading;
}

function read(record: RunRecord, members: readonly Member[], t: number, interval: number): Reading {
  const end = record.computedTo;
  const at = Math.min(t, end);
  const forward = record.derived.links.find((l) => l.id === "forward");
  const initial = forward?.rate ?? record.derived.capacity;
  const steps = rateSteps(record.document, "network.forward", initial, record.duration);
  const fair = fairBits(members, record.document, steps, at);
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

// The numbers of a window of a run: goodputs, fair shares, Jain's index, and the state of the queues at its
// end. Bars, the selection and the picture of the network use the window of the tables: it begins after the
// warm-up. The numbers come from engine/numbers.ts; this module adds facts about flows and links from the
// document and the timeline.
import { type FlowNumbers, flowNumbers, jain, linkNumbers } from "../../../engine/numbers.ts";
import type { RunRecord } from "../../../engine/types.ts";
import type { RateSteps } from "../../../scenario/schedule.ts";
import {
  bitsBetween,
  fairBits,
  hasFairShare,
  rateStepsOf,
  readFairParts,
  routeIndices,
} from "./fairShares.ts";
import { byteLimitSteps, countsBytes, packetLimitSteps, stepAt } from "./limitSteps.ts";
import type { Member } from "./members.ts";
import { comparedMembers, finishTimes, membersOf, startedMembers } from "./members.ts";

export interface FlowReading extends FlowNumbers {
  readonly member: Member;
  /** Whether the flow asks for no more than its fair share. */
  readonly asksLess: boolean;
}

/** The state of a link direction at the time of a reading. */
export interface LinkReading {
  readonly id: string;
  /** The length of the queue, in packets. */
  readonly queue: number;
  /** The limit of the queue, in packets of the largest size. */
  readonly limit: number;
  /** The limit of the queue if it counts bytes, else null. */
  readonly bytes: number | null;
  /** The rate at this time, in bit/s. */
  readonly rate: number;
  /** The propagation delay, in seconds. */
  readonly delay: number;
  /**
   * The number of packets that were dropped in the averaging interval that ends at the time of the reading.
   */
  readonly drops: number;
}

/** The numbers of one window. */
export interface Reading {
  /** The start of the window, in simulated seconds. */
  readonly from: number;
  /** The end of the window, in simulated seconds. */
  readonly t: number;
  readonly links: readonly LinkReading[];
  readonly flows: readonly FlowReading[];
  /** Jain's index of the goodputs of the measured flows that have started. */
  readonly jain: number;
}

/** What was read from a record, until the record changes. */
interface Known {
  readonly version: number;
  readonly readings: readonly KnownReading[];
}

/** A reading, and the arguments of `readAt` that gave it. */
interface KnownReading {
  readonly members: readonly Member[];
  readonly t: number;
  readonly averaging: number;
  readonly from: number;
  readonly reading: Reading;
}

const knownByRun = new WeakMap<RunRecord, Known>();
/** The maximum number of readings that are kept for a record: the bars, the picture and the face show two windows. */
const MAX_READINGS = 4;

function knownOf(record: RunRecord): Known {
  const known = knownByRun.get(record);
  if (known?.version === record.version) return known;
  return { version: record.version, readings: [] };
}

/**
 * The start of the measurement window for numbers up to `t`: the end of the warm-up, or 0 during the warm-up.
 */
export function measuredFrom({ document }: Pick<RunRecord, "document">, t: number): number {
  const warmup = document.warmup ?? 0;
  return t > warmup ? warmup : 0;
}

/** A part of a run, in simulated seconds. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * The time after the warm-up in which all compared flows are active, so that their rates can be compared. Null if there is
 * none. Transfers of fixed size end when they are complete, which only a complete run contains.
 */
export function commonSpan(record: RunRecord, isComplete: boolean): Span | null {
  const members = comparedMembers(startedMembers(record, membersOf(record)));
  const ends = isComplete ? finishTimes(record) : null;
  const from = Math.max(measuredFrom(record, record.duration), ...members.map(({ start }) => start));
  const to = Math.min(
    record.duration,
    ...members.map(({ entity, stop }) => Math.min(stop, ends?.get(entity) ?? stop)),
  );
  return from < to ? { from, to } : null;
}

/** The part of a run that a question with one answer is about: the common span or, without one, the run after the warm-up. */
export const answeredSpan = (record: RunRecord, isComplete: boolean): Span =>
  commonSpan(record, isComplete) ?? { from: measuredFrom(record, record.duration), to: record.duration };

/**
 * All numbers of the window that ends at the simulated time `t`, in seconds, and begins at `from`, without it
 * after the warm-up. `averaging` is the interval of the latest rates, in seconds. Several parts of the page show the
 * same window, so the result is the same object until the record changes.
 */
export function readAt(
  record: RunRecord,
  members: readonly Member[],
  t: number,
  averaging: number,
  from = measuredFrom(record, t),
): Reading {
  const known = knownOf(record);
  const found = known.readings.find(
    (of) => of.members === members && of.t === t && of.averaging === averaging && of.from === from,
  );
  if (found) return found.reading;
  const reading = readWindow(record, members, t, averaging, from);
  const readings = [{ members, t, averaging, from, reading }, ...known.readings].slice(0, MAX_READINGS);
  knownByRun.set(record, { ...known, readings });
  return reading;
}

function readWindow(
  record: RunRecord,
  allMembers: readonly Member[],
  t: number,
  averaging: number,
  from: number,
): Reading {
  const to = Math.min(t, record.computedTo);
  let flows: readonly FlowReading[] | undefined;
  let links: readonly LinkReading[] | undefined;
  return {
    from,
    t: to,
    // Not all parts of the page show all links or flows.
    get links() {
      links ??= readLinks(record, to, averaging);
      return links;
    },
    get flows() {
      flows ??= readFlows(record, startedMembers(record, allMembers), from, to);
      return flows;
    },
    get jain() {
      const measured = this.flows.filter(
        ({ member }) => member.role === "measured" && to > member.start && member.stop > from,
      );
      return jain(measured.map((flow) => flow.goodput));
    },
  };
}

/** The properties of a link direction of a run that do not depend on what was recorded. */
interface LinkProperties {
  readonly id: string;
  readonly delay: number;
  readonly limits: RateSteps;
  /** The limits in bytes, if they count bytes. */
  readonly bytes: RateSteps | null;
  readonly rates: RateSteps;
}

const linksByRun = new WeakMap<RunRecord, readonly LinkProperties[]>();

function linkProperties(record: RunRecord): readonly LinkProperties[] {
  const known = linksByRun.get(record);
  if (known) return known;
  const links = record.derived.links.map(({ id, delay }) => ({
    ...{ id, delay, limits: packetLimitSteps(record, id), rates: rateStepsOf(record, id) },
    bytes: countsBytes(record, id) ? byteLimitSteps(record, id) : null,
  }));
  linksByRun.set(record, links);
  return links;
}

function readLinks(record: RunRecord, t: number, averaging: number): readonly LinkReading[] {
  const links = linkProperties(record);
  const ids = links.map(({ id }) => id);
  const numbers = linkNumbers(record, ids, t, averaging);
  return links.map(({ id, delay, limits, bytes, rates }, index) => ({
    id,
    delay,
    limit: stepAt(limits, t),
    bytes: bytes && stepAt(bytes, t),
    rate: stepAt(rates, t),
    queue: numbers[index]?.queue ?? Number.NaN,
    drops: numbers[index]?.drops ?? Number.NaN,
  }));
}

function readFlows(
  record: RunRecord,
  members: readonly Member[],
  from: number,
  to: number,
): readonly FlowReading[] {
  const parts = readFairParts(record, members, from, to);
  const shares = fairBits(parts, members.length);
  const bits = linkProperties(record).map(({ rates }) => bitsBetween(rates, from, to));
  const routes = routeIndices(record, members);
  const facts = members.map(({ entity, start, stop }, index) => {
    const [activeFrom, activeTo] = [Math.max(from, start), Math.min(to, stop)];
    // The shares of a link cover the same time for all flows, so that they do not add up to more than the
    // link.
    let routeBits = Number.POSITIVE_INFINITY;
    for (const link of routes[index] ?? []) routeBits = Math.min(routeBits, bits[link] ?? 0);
    return {
      entity,
      active: Math.max(0, activeTo - activeFrom),
      fairBits: hasFairShare(record, members[index] as Member) ? (shares[index] ?? 0) : 0,
      routeBits: activeTo > activeFrom && routeBits < Number.POSITIVE_INFINITY ? routeBits : 0,
    };
  });
  const numbers = flowNumbers(record, facts, from, to);
  return members.flatMap((member, i) => {
    const asksLess =
      parts.some(({ rates }) => (rates[i] ?? 0) > 0) &&
      parts.every(({ rates, hasAll }) => rates[i] === 0 || hasAll[i]);
    return numbers[i] ? [{ member, ...numbers[i], asksLess }] : [];
  });
}

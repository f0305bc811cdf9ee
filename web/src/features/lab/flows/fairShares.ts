// The fair share of each flow: the max-min fair rate (Bertsekas and Gallager 1992, section 6.5.2) with demands. No flow
// can get a higher rate without reducing the rate of a flow that has an equal or lower rate, and no flow gets more than
// it asks for. On one link, this is an equal split among the flows that ask for it, and in a Wi-Fi network of its air. The
// rates change when a flow starts, stops or completes, and when the rate of a link changes.

import { fairRates, windowStats } from "../../../engine/numbers.ts";
import type { RunRecord } from "../../../engine/types.ts";
import type { DerivedLink, FlowDocument, ScenarioDocument } from "../../../generated/types.ts";
import { lookup } from "../../../scenario/lookup.ts";
import type { RateSteps } from "../../../scenario/schedule.ts";
import { finishTimes, linkNamed, type Member } from "./members.ts";

/**
 * The intervals of time in which a flow may send: from its start to its stop, except while the timeline makes
 * it inactive.
 */
export function activeIntervals(
  member: Member,
  doc: ScenarioDocument,
): readonly (readonly [number, number])[] {
  if (!doc.timeline?.length) return [[member.start, member.stop]];
  const entryId = member.id.replace(/\.\d+$/, "");
  const switches = doc.timeline.filter(
    (e) => e.set === `flows.${member.id}.active` || e.set === `flows.${entryId}.active`,
  );
  if (switches.length === 0) return [[member.start, member.stop]];
  const intervals: [number, number][] = [];
  let activeSince: number | null = member.start;
  for (const entry of [...switches].sort((a, b) => a.at - b.at)) {
    if (entry.to === false && activeSince !== null) {
      if (entry.at > activeSince) intervals.push([activeSince, entry.at]);
      activeSince = null;
    } else if (entry.to === true && activeSince === null) activeSince = Math.max(entry.at, member.start);
  }
  if (activeSince !== null && activeSince < member.stop) intervals.push([activeSince, member.stop]);
  return intervals;
}

/** Whether the network of a run has several links. */
export function hasSeveralLinks(record: Pick<RunRecord, "document">): boolean {
  const kind = record.document.network?.kind;
  return kind === "parking_lot" || kind === "graph";
}

/** Sources whose transfers follow each other: each asks for as much as it can get, and for nothing between them. */
const TRANSFERS: ReadonlySet<string> = new Set(["web", "mice", "arrivals", "page", "rpc"]);

const NO_FLOWS: readonly FlowDocument[] = [];
const entryNamed = lookup<FlowDocument>(({ id }) => id);

function sourceOf({ document }: Pick<RunRecord, "document">, { id }: Member): FlowDocument["source"] {
  const { flows = NO_FLOWS } = document;
  return (entryNamed(flows, id) ?? entryNamed(flows, id.replace(/\.\d+$/, "")))?.source;
}

/** Whether a flow has a fair share that its goodput can be compared with. Its transfers have completion times instead. */
export const hasFairShare = (record: Pick<RunRecord, "document">, member: Member): boolean =>
  !TRANSFERS.has(sourceOf(record, member)?.kind ?? "greedy");

/** The highest bit rate of media without bit rates of their own, as in the catalogue. */
const MEDIA_RATE = 4.3e6;

/** The mean rate that a source produces, in bit/s. Infinite if it has data at all times. */
function producedRate(source: FlowDocument["source"]): number {
  switch (source?.kind) {
    case "cbr":
      return source.rate ?? Number.POSITIVE_INFINITY;
    case "on_off": {
      const { rate = Number.POSITIVE_INFINITY, on = 1, off = 1 } = source;
      return (rate * on) / (on + off);
    }
    case "media":
    case "video":
      return Math.max(...(source.rates?.map(Number) ?? [MEDIA_RATE]));
    default:
      return Number.POSITIVE_INFINITY;
  }
}

/** Whether a flow asks for as much as it can get. */
const asksForAll = ({ algorithm }: Member, source: FlowDocument["source"]): boolean =>
  algorithm !== "udp" && (source === undefined || source.kind === "greedy" || source.kind === "finite");

/**
 * The bits that a flow asks for between two times. Infinite if it asks for as much as it can get. Plain UDP asks for what
 * it sends. A flow with congestion control sends what it gets, so it asks for what its source produces.
 */
function askedBits(
  record: RunRecord,
  member: Member,
  source: FlowDocument["source"],
  from: number,
  to: number,
): number {
  if (asksForAll(member, source)) return Number.POSITIVE_INFINITY;
  const end = Math.min(to, record.computedTo);
  // What is not computed yet continues like the part before it.
  if (end <= from) return Number.POSITIVE_INFINITY;
  const growth = (signal: string): number => {
    const series = record.series(member.entity, signal);
    return series
      ? (windowStats(series, record.computedTo, from, end).total * (to - from)) / (end - from)
      : 0;
  };
  const delivered = growth("delivered") * 8;
  if (TRANSFERS.has(source?.kind ?? "")) return delivered;
  if (member.algorithm !== "udp") {
    const produced = producedRate(source);
    return produced > 0 ? Math.max(delivered, produced * (to - from)) : Number.POSITIVE_INFINITY;
  }
  const [sent, lost] = [growth("sent"), growth("lost")];
  // Before the first packet has arrived, nothing is known.
  return sent > lost && delivered > 0
    ? (delivered * sent) / (sent - lost)
    : sent > 0
      ? Number.POSITIVE_INFINITY
      : 0;
}

/** A part of a run in which the fair rates stay the same. */
export interface FairPart {
  readonly from: number;
  readonly to: number;
  /** The fair rate of each flow in bit/s, 0 while it is not active. */
  readonly rates: readonly number[];
  /** Whether each flow has all that it asks for. */
  readonly hasAll: readonly boolean[];
}

/** The maximum number of rates of a reading: the number of flows times the number of parts. */
const MAX_RATES = 20_000;
/** The maximum number of changes of link rates after which the fair rates are computed again. Between them, the mean rate counts. */
const MAX_CHANGES = 300;

/** The same for the times at which flows start and stop. Of more of them, a part has the flows that are active for most of it. */
const MAX_RATES_OF_STARTS = 200_000;

/** At most about `most` of the times, evenly spread, in their order. */
function thinned(times: readonly number[], most: number): readonly number[] {
  const sorted = [...new Set(times)].sort((a, b) => a - b);
  const stride = Math.ceil(sorted.length / Math.max(1, most));
  return sorted.filter((_, i) => i % stride === 0);
}

type Routes = readonly (readonly number[])[];
const routesByLinks = new WeakMap<
  readonly DerivedLink[],
  { readonly members: readonly Member[]; readonly routes: Routes }
>();

/** The routes of the flows of a run, as indices of its links. */
export function routeIndices(
  { derived: { links } }: Pick<RunRecord, "derived">,
  members: readonly Member[],
): Routes {
  const known = routesByLinks.get(links);
  if (known?.members === members) return known.routes;
  const indices = new Map(links.map(({ id }, i) => [id, i]));
  const routes = members.map(({ route }) => route.flatMap((id) => indices.get(id) ?? []));
  routesByLinks.set(links, { members, routes });
  return routes;
}

/** The fair rates of flows between two times. `stepsOf` gives the rate of a link as steps. */
export function fairParts(
  record: RunRecord,
  members: readonly Member[],
  from: number,
  to: number,
  stepsOf: (link: string) => RateSteps = (link) => rateStepsOf(record, link),
  most = Math.min(MAX_CHANGES, MAX_RATES / Math.max(1, members.length)),
): readonly FairPart[] {
  if (!(to > from)) return [];
  const { document, derived } = record;
  const links = derived.links.map(({ id }) => stepsOf(id));
  const routes = routeIndices(record, members);
  const sources = members.map((member) => sourceOf(record, member));
  const ends = sources.some((source) => source?.kind === "finite") ? finishTimes(record) : null;
  const active = members.map((member) => {
    const end = ends?.get(member.entity) ?? Number.POSITIVE_INFINITY;
    return activeIntervals(member, document).map(([begin, stop]) => [begin, Math.min(stop, end)] as const);
  });
  const isWithin = (t: number): boolean => t > from && t < to;
  const changes = links.flatMap((steps) => steps.map(([at]) => at)).filter(isWithin);
  const starts = thinned(active.flat(2).filter(isWithin), MAX_RATES_OF_STARTS / Math.max(1, members.length));
  const times = [...new Set([from, ...starts, ...thinned(changes, most)])].sort((a, b) => a - b);
  return times.map((at, i) => {
    const end = times[i + 1] ?? to;
    const isActive = active.map((list) =>
      list.some(([begin, stop]) => Math.min(stop, end) - Math.max(begin, at) > (end - at) / 2),
    );
    const asked = members.map((member, flow) =>
      isActive[flow] ? askedBits(record, member, sources[flow], at, end) / (end - at) : 0,
    );
    // What a flow asks for limits it like a link of its own.
    const capacities = links.map((steps) => bitsBetween(steps, at, end) / (end - at));
    const limited = routes.map((route, flow) => {
      const rate = asked[flow] ?? 0;
      if (!isActive[flow] || route.length === 0) return [];
      return rate === Number.POSITIVE_INFINITY ? route : [...route, capacities.push(rate) - 1];
    });
    const weights = limited.map((links, flow) => links.map((_, i) => members[flow]?.weights[i] ?? 1));
    const rates = fairRates(limited, capacities, weights);
    return {
      from: at,
      to: end,
      rates,
      hasAll: rates.map((rate, flow) => rate >= (asked[flow] ?? 0) * (1 - 1e-9)),
    };
  });
}

interface KnownParts {
  readonly members: readonly Member[];
  readonly most: number | undefined;
  readonly parts: readonly FairPart[];
}

const whole = new WeakMap<RunRecord, readonly KnownParts[]>();

/**
 * The fair rates as `fairParts` gives them. They are kept if all flows ask for all they can get, because they do not depend on
 * what the run has recorded. When transfers end, only a complete run states.
 */
export function readFairParts(
  record: RunRecord,
  members: readonly Member[],
  from: number,
  to: number,
  stepsOf?: (link: string) => RateSteps,
  most?: number,
): readonly FairPart[] {
  const known = whole.get(record) ?? [];
  const found = known.find((of) => of.members === members && of.most === most);
  const isOpen = (member: Member): boolean => {
    const source = sourceOf(record, member);
    return asksForAll(member, source) && (record.outcome !== null || source?.kind !== "finite");
  };
  if (!found && !members.every(isOpen)) return fairParts(record, members, from, to, stepsOf, most);
  const parts = found?.parts ?? fairParts(record, members, 0, record.duration, stepsOf, most);
  if (!found) whole.set(record, [{ members, most, parts }, ...known].slice(0, 2));
  return parts.flatMap((part) => {
    const [begin, end] = [Math.max(from, part.from), Math.min(to, part.to)];
    return end > begin ? [{ ...part, from: begin, to: end }] : [];
  });
}

/** The bits that each flow gets in parts of a run at its fair rates. */
export const fairBits = (parts: readonly FairPart[], flows: number): readonly number[] =>
  Array.from({ length: flows }, (_, flow) =>
    parts.reduce((sum, { rates, from, to }) => sum + (rates[flow] ?? 0) * (to - from), 0),
  );

/**
 * The fair rate of the flows that ask for more, as steps, so that it can be drawn as one line: the highest fair rate
 * while all have what they ask for. Null if flows that ask for more have different fair rates.
 */
export function commonFairRate(parts: readonly FairPart[]): RateSteps | null {
  const steps: (readonly [number, number])[] = [];
  for (const { from, rates, hasAll } of parts) {
    const open = rates.filter((rate, flow) => rate > 0 && !hasAll[flow]);
    const first = open[0] ?? Math.max(0, ...rates);
    if (open.some((rate) => Math.abs(rate - first) > 1e-6 * first)) return null;
    if (steps.at(-1)?.[1] !== first) steps.push([from, first]);
  }
  return steps;
}

/** The bits that a line with the given rates can send between two times. */
export function bitsBetween(steps: RateSteps, from: number, to: number): number {
  let bits = 0;
  steps.forEach(([at, rate], i) => {
    // The first rate also applies before the time of its step.
    const begin = Math.max(from, i === 0 ? from : at);
    const end = Math.min(to, steps[i + 1]?.[0] ?? to);
    if (end > begin) bits += rate * (end - begin);
  });
  return bits;
}

const ratesNamed = lookup<RunRecord["rates"][number]>(({ link }) => link);

/** The rate of a link direction over a run, as steps. */
export function rateStepsOf(
  { derived, rates }: Pick<RunRecord, "derived" | "rates">,
  link: string,
): RateSteps {
  return ratesNamed(rates, link)?.steps ?? [[0, linkNamed(derived.links, link)?.rate ?? derived.capacity]];
}

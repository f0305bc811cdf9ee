// What each flow could have had. On one link: an equal split among those that are active. In a network of several links: the
// max-min fair rates (Bertsekas and Gallager 1992, section 6.5.2), where nobody can get more without somebody who has no more
// than that getting less; on one link that is the equal split.
import type { RunRecord } from "../../engine/types.ts";
import type { ScenarioDocument } from "../../scenario/document.ts";
import { rateSteps, type Steps } from "../../scenario/schedule.ts";
import type { Member } from "./member.ts";

/** Times between which a flow may send: start to stop, without what the timeline switches off. */
export function activeIntervals(
  member: Member,
  doc: ScenarioDocument,
): readonly (readonly [number, number])[] {
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

type Described = Pick<RunRecord, "document" | "derived" | "duration">;

/** Whether the run has a network of several links. */
export function isMesh(record: Described): boolean {
  const kind = record.document.network?.kind;
  return kind === "parking_lot" || kind === "graph";
}

/**
 * Max-min fair rates: all flows grow alike until a link is full; those on it keep what they have, the others grow on.
 * `routes` has the links of each flow, by index; a flow without links gets nothing.
 */
export function maxMinRates(
  routes: readonly (readonly number[])[],
  capacities: readonly number[],
): readonly number[] {
  const rates = new Array<number>(routes.length).fill(0);
  const left = [...capacities];
  const open = capacities.map(() => 0);
  const growing = new Set<number>();
  routes.forEach((route, flow) => {
    if (route.length === 0) return;
    growing.add(flow);
    for (const link of route) open[link] = (open[link] ?? 0) + 1;
  });
  while (growing.size > 0) {
    let step = Number.POSITIVE_INFINITY;
    let full = -1;
    open.forEach((count, link) => {
      const room = count > 0 ? (left[link] ?? 0) / count : Number.POSITIVE_INFINITY;
      if (room < step) [step, full] = [room, link];
    });
    if (full < 0) break;
    for (const flow of growing) rates[flow] = (rates[flow] ?? 0) + step;
    open.forEach((count, link) => {
      left[link] = (left[link] ?? 0) - step * count;
    });
    // This one is full by definition, whatever rounding leaves; others of the same level follow in steps of nothing.
    left[full] = 0;
    for (const flow of [...growing]) {
      const route = routes[flow] ?? [];
      if (!route.includes(full)) continue;
      growing.delete(flow);
      for (const link of route) open[link] = (open[link] ?? 0) - 1;
    }
  }
  return rates;
}

/** Fair rates of all members over a run: what holds from each of the times on, and the bits that it has come to by then. */
export interface FairShares {
  readonly times: readonly number[];
  readonly rates: readonly (readonly number[])[];
  readonly bits: readonly (readonly number[])[];
}

/** Numbers kept of one run at most: with many flows fewer moments are told apart. */
const MOST_KEPT = 400_000;
const MOST_TIMES = 1000;
const known = new WeakMap<object, { readonly members: readonly Member[]; readonly shares: FairShares }>();

/** The fair shares of a run over several links, made once. */
export function sharesOf(record: Described, members: readonly Member[]): FairShares {
  const found = known.get(record);
  if (found && found.members === members) return found.shares;
  const { derived, document, duration } = record;
  const index = new Map(derived.links.map((link, i) => [link.id, i]));
  const steps = derived.links.map(({ id }) => stepsOf(record, id));
  const active = members.map((member) => activeIntervals(member, document));
  const turns = new Set<number>([0]);
  for (const list of steps) for (const [at] of list) if (at < duration) turns.add(Math.max(0, at));
  for (const list of active)
    for (const [from, to] of list) turns.add(Math.max(0, from)).add(Math.min(to, duration));
  const all = [...turns].sort((a, b) => a - b);
  const most = Math.max(2, Math.min(MOST_TIMES, Math.floor(MOST_KEPT / Math.max(1, members.length))));
  const every = Math.ceil(all.length / most);
  const times = all.filter((_, i) => i % every === 0);
  const routes = members.map((member) => member.route.flatMap((id) => index.get(id) ?? []));
  const rates: (readonly number[])[] = [];
  const bits: (readonly number[])[] = [];
  let before = 0;
  const place = steps.map(() => 0);
  for (const at of times) {
    const last = rates.at(-1);
    const sum = bits.at(-1);
    bits.push(members.map((_, i) => (sum?.[i] ?? 0) + (last?.[i] ?? 0) * (at - before)));
    const capacities = steps.map((list, link) => {
      let here = place[link] ?? 0;
      while (here + 1 < list.length && (list[here + 1]?.[0] ?? 0) <= at) here += 1;
      place[link] = here;
      return list[here]?.[1] ?? 0;
    });
    const here = routes.map((route, i) =>
      active[i]?.some(([from, to]) => at >= from && at < to) ? route : [],
    );
    rates.push(maxMinRates(here, capacities));
    before = at;
  }
  const shares = { times, rates, bits };
  known.set(record, { members, shares });
  return shares;
}

/** Bits that fair rates come to by a moment. */
export function fairBitsOf({ times, rates, bits }: FairShares, t: number): readonly number[] {
  let i = times.length - 1;
  while (i > 0 && (times[i] ?? 0) > t) i -= 1;
  const since = Math.max(0, t - (times[i] ?? 0));
  return (bits[i] ?? []).map((sum, flow) => sum + (rates[i]?.[flow] ?? 0) * since);
}

/** The fair rate over time if it is the same for everybody who sends: a line that can be drawn. */
export function commonShare({ times, rates }: FairShares): Steps | null {
  const steps: (readonly [number, number])[] = [];
  for (const [i, at] of times.entries()) {
    const some = (rates[i] ?? []).filter((rate) => rate > 0);
    const first = some[0] ?? 0;
    if (some.some((rate) => Math.abs(rate - first) > 1e-6 * first)) return null;
    steps.push([at, first]);
  }
  return steps;
}

const stepsByRun = new WeakMap<object, Map<string, Steps>>();

/** The rate of a direction of a link over a run, found once. */
export function stepsOf(record: Described, link: string): Steps {
  const known = stepsByRun.get(record) ?? new Map<string, Steps>();
  stepsByRun.set(record, known);
  let steps = known.get(link);
  if (steps === undefined) {
    const rate = record.derived.links.find(({ id }) => id === link)?.rate ?? record.derived.capacity;
    steps = rateSteps(record.document, documentPath(link), rate, record.duration);
    known.set(link, steps);
  }
  return steps;
}

/** Where a direction of a link stands in the document: `network.forward`, `network.links.ab.forward`. */
export function documentPath(id: string): string {
  const dot = id.lastIndexOf(".");
  return dot < 0 ? `network.${id}` : `network.links.${id.slice(0, dot)}.${id.slice(dot + 1)}`;
}

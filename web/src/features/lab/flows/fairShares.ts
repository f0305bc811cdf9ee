// The fair share of each flow. On one link, the fair share is an equal split among the active flows. In a
// network of several links, it is the max-min fair rate (Bertsekas and Gallager 1992, section 6.5.2): no flow
// can get a higher rate without reducing the rate of a flow that has an equal or lower rate. On one link,
// both definitions give equal rates.

import { fairRates } from "../../../engine/numbers.ts";
import type { RunRecord } from "../../../engine/types.ts";
import type { ScenarioDocument } from "../../../generated/types.ts";
import type { RateSteps } from "../../../scenario/schedule.ts";
import type { Member } from "./members.ts";

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

/**
 * The bits that each flow gets until `t` if the active flows share the forward link, whose rate is `steps`,
 * equally at all times.
 */
export function equalShareBits(
  members: readonly Member[],
  doc: ScenarioDocument,
  steps: readonly (readonly [number, number])[],
  t: number,
): readonly number[] {
  const intervals = members.map((m) => (m.role === "reverse" ? [] : activeIntervals(m, doc)));
  // At each time, the change of the number of active flows. Times at which only the rate changes are also
  // keys.
  const activityChanges = new Map<number, number>([[0, 0]]);
  const addChange = (at: number, by: number): void =>
    void activityChanges.set(at, (activityChanges.get(at) ?? 0) + by);
  for (const [at] of steps) if (at < t) addChange(at, 0);
  addChange(t, 0);
  for (const list of intervals)
    for (const [from, to] of list) {
      if (from >= t || to <= from) continue;
      addChange(Math.max(0, from), 1);
      addChange(Math.min(to, t), -1);
    }
  // At each of these times, the bits that a flow would have got if it had always been active.
  const bitsPerFlow = new Map<number, number>();
  let activeFlows = 0;
  let bits = 0;
  let previousTime = 0;
  let step = 0;
  for (const at of [...activityChanges.keys()].sort((a, b) => a - b)) {
    while (step + 1 < steps.length && (steps[step + 1]?.[0] ?? 0) <= previousTime) step += 1;
    if (activeFlows > 0) bits += ((steps[step]?.[1] ?? 0) * (at - previousTime)) / activeFlows;
    activeFlows += activityChanges.get(at) ?? 0;
    bitsPerFlow.set(at, bits);
    previousTime = at;
  }
  return intervals.map((list) =>
    list.reduce(
      (sum, [from, to]) =>
        from >= t || to <= from
          ? sum
          : sum + (bitsPerFlow.get(Math.min(to, t)) ?? 0) - (bitsPerFlow.get(Math.max(0, from)) ?? 0),
      0,
    ),
  );
}

type RunDescription = Pick<RunRecord, "document" | "derived" | "duration" | "rates">;

/** Whether the network of a run has several links. */
export function hasSeveralLinks(record: Pick<RunRecord, "document">): boolean {
  const kind = record.document.network?.kind;
  return kind === "parking_lot" || kind === "graph";
}

/**
 * The max-min fair rates of all flows over a run. `rates[i]` are the rates in bit/s after `times[i]`, one for
 * each flow. `bits[i]` are the bits that each flow has got until `times[i]` at these rates.
 */
export interface FairShares {
  readonly times: readonly number[];
  readonly rates: readonly (readonly number[])[];
  readonly bits: readonly (readonly number[])[];
}

/** The maximum number of rates that are stored for a run: the number of flows times the number of times. */
const MAX_RATES = 400_000;
/**
 * The maximum number of times at which rates may change. If there are more changes, evenly spaced changes are
 * used.
 */
const MAX_TIMES = 1000;
const cache = new WeakMap<object, { readonly members: readonly Member[]; readonly shares: FairShares }>();

/** The fair shares of a run whose network has several links, computed once per run. */
export function maxMinShares(record: RunDescription, members: readonly Member[]): FairShares {
  const found = cache.get(record);
  if (found && found.members === members) return found.shares;
  const { derived, document, duration } = record;
  const linkIndices = new Map(derived.links.map((link, i) => [link.id, i]));
  const steps = derived.links.map(({ id }) => rateStepsOf(record, id));
  const active = members.map((member) => activeIntervals(member, document));
  const changeTimes = new Set<number>([0]);
  for (const list of steps) for (const [at] of list) if (at < duration) changeTimes.add(Math.max(0, at));
  for (const list of active)
    for (const [from, to] of list) changeTimes.add(Math.max(0, from)).add(Math.min(to, duration));
  const allTimes = [...changeTimes].sort((a, b) => a - b);
  const maxTimes = Math.max(2, Math.min(MAX_TIMES, Math.floor(MAX_RATES / Math.max(1, members.length))));
  const stride = Math.ceil(allTimes.length / maxTimes);
  const times = allTimes.filter((_, i) => i % stride === 0);
  const routes = members.map((member) => member.route.flatMap((id) => linkIndices.get(id) ?? []));
  const rates: (readonly number[])[] = [];
  const bits: (readonly number[])[] = [];
  let previousTime = 0;
  const stepIndices = steps.map(() => 0);
  for (const at of times) {
    const previousRates = rates.at(-1);
    const previousBits = bits.at(-1);
    bits.push(
      members.map((_, i) => (previousBits?.[i] ?? 0) + (previousRates?.[i] ?? 0) * (at - previousTime)),
    );
    const capacities = steps.map((list, link) => {
      let index = stepIndices[link] ?? 0;
      while (index + 1 < list.length && (list[index + 1]?.[0] ?? 0) <= at) index += 1;
      stepIndices[link] = index;
      return list[index]?.[1] ?? 0;
    });
    const activeRoutes = routes.map((route, i) =>
      active[i]?.some(([from, to]) => at >= from && at < to) ? route : [],
    );
    rates.push(fairRates(activeRoutes, capacities));
    previousTime = at;
  }
  const shares = { times, rates, bits };
  cache.set(record, { members, shares });
  return shares;
}

/** The bits that each flow gets until `t` at the max-min fair rates. */
export function maxMinBits({ times, rates, bits }: FairShares, t: number): readonly number[] {
  let i = times.length - 1;
  while (i > 0 && (times[i] ?? 0) > t) i -= 1;
  const since = Math.max(0, t - (times[i] ?? 0));
  return (bits[i] ?? []).map((sum, flow) => sum + (rates[i]?.[flow] ?? 0) * since);
}

/**
 * If all active flows have the same fair rate at all times, that rate as steps, so that it can be drawn as
 * one line. Else null.
 */
export function commonFairRate({ times, rates }: FairShares): RateSteps | null {
  const steps: (readonly [number, number])[] = [];
  for (const [i, at] of times.entries()) {
    const activeRates = (rates[i] ?? []).filter((rate) => rate > 0);
    const first = activeRates[0] ?? 0;
    if (activeRates.some((rate) => Math.abs(rate - first) > 1e-6 * first)) return null;
    steps.push([at, first]);
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

/** The rate of a link direction over a run, as steps. */
export function rateStepsOf(
  { derived, rates }: Pick<RunRecord, "derived" | "rates">,
  link: string,
): RateSteps {
  return (
    rates.find((of) => of.link === link)?.steps ?? [
      [0, derived.links.find(({ id }) => id === link)?.rate ?? derived.capacity],
    ]
  );
}

// The limit of a queue during a run, as steps. The simulator states the limit at the start in all units
// (`derived`); the limits that the timeline sets are converted with the same rate, base RTT and packet size
// (docs/scenario.md, "Timeline").
import { type LimitValue, limitUnit } from "../../../components/fields/LimitField.tsx";
import type { RunRecord } from "../../../engine/types.ts";
import type { DerivedLink, Json } from "../../../generated/types.ts";
import { readPath } from "../../../scenario/path.ts";
import type { RateSteps } from "../../../scenario/schedule.ts";
import { rateStepsOf } from "./fairShares.ts";
import { linkNamed } from "./members.ts";

type RunDescription = Pick<RunRecord, "document" | "derived" | "rates">;

interface Limit {
  readonly packets: number;
  readonly bytes: number;
}

/**
 * The path of a direction's limit: "network.forward.queue.limit", or with the link's id in networks of
 * several links.
 */
function limitPath(link: string): string {
  const [, id, direction] = /^(.+)\.(forward|reverse)$/.exec(link) ?? [];
  return `network.${id === undefined ? link : `links.${id}.${direction}`}.queue.limit`;
}

function isLimit(value: Json): value is LimitValue & Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A limit in packets and bytes. `packet` is the size of the largest packet in bytes. */
function resolve(value: LimitValue, known: DerivedLink["limit"], rate: number, packet: number): Limit {
  const unit = limitUnit(value);
  const amount = value[unit] ?? 0;
  if (unit === "packets") return { packets: amount, bytes: amount * packet };
  if (unit === "bdp") {
    const bytesPerBdp = known.bdp ? known.bytes / known.bdp : 0;
    const packets = Math.max(1, Math.round((amount * bytesPerBdp) / packet));
    return { packets, bytes: packets * packet };
  }
  const bytes = unit === "bytes" ? amount : (amount * rate) / 8;
  return { packets: Math.floor(bytes / packet), bytes };
}

/**
 * The limits of a link direction, each with the time in seconds from which it applies. Empty if the run has
 * no such link.
 */
function limitsOf(
  { document, derived }: RunDescription,
  link: string,
): readonly (readonly [number, Limit])[] {
  const of = linkNamed(derived.links, link);
  if (!of) return [];
  const path = limitPath(link);
  const entries = (document.timeline ?? []).filter((entry) => entry.set === path);
  if (entries.length === 0) return [[0, of.limit]];
  const packet = of.limit.packets > 0 ? of.limit.bytes / of.limit.packets : 0;
  const sizes = derived.flows.filter(({ route }) => route.includes(link)).map((flow) => flow.packet);
  const changes = entries
    .sort((a, b) => a.at - b.at)
    .flatMap(({ at, to }) =>
      isLimit(to) ? [[at, resolve(to, of.limit, of.rate, Math.max(...sizes, 0) || packet)] as const] : [],
    );
  return [[0, of.limit], ...changes];
}

/** Whether the limit of a queue counts bytes, so that more small packets fit than packets of the largest size. */
export function countsBytes({ document }: Pick<RunDescription, "document">, link: string): boolean {
  const path = limitPath(link);
  const isShared = /\.reverse\./.test(path) && !readPath(document, path.replace(/\.queue\.limit$/, ""));
  const limit = readPath(document, isShared ? path.replace(".reverse.", ".forward.") : path);
  return limit !== undefined && isLimit(limit) && ["bytes", "seconds"].includes(limitUnit(limit));
}

/** The limit of a queue in bytes. */
export const byteLimitSteps = (run: RunDescription, link: string): RateSteps =>
  limitsOf(run, link).map(([at, { bytes }]) => [at, bytes] as const);

/** The limit of a queue in packets of the largest size. */
export function packetLimitSteps(run: RunDescription, link: string): RateSteps {
  return limitsOf(run, link).map(([at, { packets }]) => [at, packets] as const);
}

/**
 * The time in seconds that a full queue takes to drain at the rate of the moment. NaN while the link is down.
 */
export function delayLimitSteps(run: RunDescription, link: string): RateSteps {
  const limits = limitsOf(run, link);
  const rates = rateStepsOf(run, link);
  // A medium takes as long as the stations of its packets need.
  if (limits.length === 0 || linkNamed(run.derived.links, link)?.is_medium) return [];
  const times = [...new Set([0, ...limits.map(([at]) => at), ...rates.map(([at]) => at)])];
  times.sort((a, b) => a - b);
  return times.map((t) => {
    const bytes = limits.findLast(([at]) => at <= t)?.[1].bytes ?? Number.NaN;
    const rate = (rates.findLast(([at]) => at <= t) ?? rates[0])?.[1] ?? 0;
    return [t, rate > 0 ? (bytes * 8) / rate : Number.NaN] as const;
  });
}

/** The value of steps at a time. The first value also applies before its time. NaN without steps. */
export function stepAt(steps: RateSteps, t: number): number {
  return (steps.findLast(([at]) => at <= t) ?? steps[0])?.[1] ?? Number.NaN;
}

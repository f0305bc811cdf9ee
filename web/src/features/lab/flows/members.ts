// The flows of a run: their labels, starts and routes, and the bottleneck of the measured flows.
import type { RunRecord } from "../../../engine/types.ts";
import { EVENT_COLUMNS, EventCode } from "../../../generated/constants.ts";
import type { Derived, DerivedLink, FlowDocument, RunSummary } from "../../../generated/types.ts";
import {
  labelOf,
  type NameTranslations,
  nameTranslations,
  translatedName,
} from "../../../scenario/flowLabel.ts";
import { lookup } from "../../../scenario/lookup.ts";

type MemberSource = Pick<RunRecord, "document" | "derived" | "duration">;

interface CachedMembers {
  readonly translations: NameTranslations | null;
  readonly members: readonly Member[];
}

const membersByRun = new WeakMap<MemberSource, CachedMembers>();

/**
 * The members of a run in the order of the document. The list is the same object in all calls for a run, until
 * the language changes.
 */
export function membersOf(record: MemberSource): readonly Member[] {
  const cached = membersByRun.get(record);
  const translations = nameTranslations(record.document);
  if (cached?.translations === translations) return cached.members;
  const members = findMembers(record);
  membersByRun.set(record, { translations, members });
  return members;
}

/**
 * The number of packets that an averaged rate of a flow covers at its fair share. With fewer, the rate shows
 * single packets.
 */
const AVERAGED_PACKETS = 20;
/** The longest time that these packets may take, in simulated seconds. */
const LONGEST_FOR_PACKETS = 5;
/** The shortest interval and, since stations of a medium send in bursts, the shortest one there, in simulated seconds. */
const SHORTEST_AVERAGE = 0.1;
const SHORTEST_OF_MEDIUM = 1;

/**
 * The interval over which rates are averaged for display, in simulated seconds: twice the largest base RTT or
 * the time of `AVERAGED_PACKETS` packets, whichever is longer, rounded up to a multiple of 0.02 s.
 */
export function averagingInterval(members: readonly Member[]): number {
  const roundTrips = members.map((m) => 2 * m.baseRtt);
  const packets = members.map((m) => Math.min(AVERAGED_PACKETS * m.packetInterval, LONGEST_FOR_PACKETS));
  const shortest = members.some((m) => m.crossesMedium) ? SHORTEST_OF_MEDIUM : SHORTEST_AVERAGE;
  return Math.ceil(Math.max(shortest, ...roundTrips, ...packets) * 50) / 50;
}

/**
 * The link direction with the least capacity per flow. If there are measured flows, only the directions on
 * their routes are candidates, because a slow link that only background traffic crosses is not of interest.
 */
export function bottleneckOf(record: MemberSource): string {
  const { links } = record.derived;
  const members = membersOf(record);
  /** The number of flows over each direction, and whether measured flows are among them. */
  const users = new Map<string, { flows: number; isMeasured: boolean }>();
  for (const { route, role } of members)
    for (const id of new Set(route)) {
      const { flows = 0, isMeasured = false } = users.get(id) ?? {};
      users.set(id, { flows: flows + 1, isMeasured: isMeasured || role === "measured" });
    }
  const candidates = links.filter((l) => users.get(l.id)?.isMeasured);
  let best = links[0]?.id ?? "";
  let leastShare = Number.POSITIVE_INFINITY;
  for (const { id, rate } of candidates.length > 0 ? candidates : links) {
    const share = rate / (users.get(id)?.flows ?? 0);
    if (share < leastShare) [best, leastShare] = [id, share];
  }
  return best;
}

function findMembers(record: MemberSource): readonly Member[] {
  const byId = new Map((record.document.flows ?? []).map((flow) => [flow.id, flow]));
  const media = new Set(record.derived.links.filter((link) => link.is_medium).map(({ id }) => id));
  return record.derived.flows.map((derived) => {
    const flow = byId.get(derived.id) ?? byId.get(derived.id.replace(/\.\d+$/, ""));
    const memberNumber = /\.(\d+)$/.exec(derived.id)?.[1];
    const label = flow ? labelOf(flow, record.document) : derived.id;
    const hasNumber = flow && flow.id !== derived.id && memberNumber !== undefined;
    return {
      id: derived.id,
      label: hasNumber ? `${label}.${memberNumber}` : label,
      algorithm: derived.algorithm,
      role: flow?.role ?? "measured",
      entity: `flow:${derived.id}`,
      ...startOf(flow, derived.start),
      stop: stopOf(flow, record.duration),
      baseRtt: derived.base_rtt,
      crossesMedium: (derived.route ?? []).some((id) => media.has(id)),
      packetInterval: derived.fair_share > 0 ? (derived.packet * 8) / derived.fair_share : 0,
      route: derived.route ?? [],
      weights: derived.weights ?? [],
    };
  });
}

/**
 * A summary in which each flow has the name of its member. The simulator calls a flow without a label by its
 * id.
 */
export function withNames(summary: RunSummary, record: MemberSource): RunSummary {
  const members = new Map(membersOf(record).map((member) => [member.id, member]));
  const flows = summary.flows.map((flow) => ({
    ...flow,
    label:
      flow.label && flow.label !== flow.id
        ? translatedName(flow.label, record.document)
        : (members.get(flow.id)?.label ?? flow.id),
  }));
  return { ...summary, flows };
}

/**
 * The start of a flow. If the document gives a range, the simulator reports the middle of the range as
 * `derivedStart`, but charts need the earliest possible start, because a flow may start before the middle.
 */
function startOf(
  flow: FlowDocument | undefined,
  derivedStart: number,
): Pick<Member, "start" | "startIsRandom"> {
  const start = flow?.start;
  return typeof start === "object" && start.min < start.max
    ? { start: start.min, startIsRandom: true }
    : { start: derivedStart };
}

/**
 * A result of `startedMembers` with its arguments: the members, and the number of events that were recorded.
 */
interface CachedResult {
  readonly members: readonly Member[];
  readonly rows: number;
  readonly result: readonly Member[];
}

const startedMembersByRun = new WeakMap<RunRecord, CachedResult>();

/**
 * The members, with the actual start of each member whose start is random. If such a member has not started
 * yet, its start is the end of the run.
 */
export function startedMembers(record: RunRecord, members: readonly Member[]): readonly Member[] {
  if (!members.some((m) => m.startIsRandom)) return members;
  const { rows, data } = record.events;
  const cached = startedMembersByRun.get(record);
  if (cached?.members === members && cached.rows === rows) return cached.result;
  const startTimes = new Map<string, number>();
  for (let i = 0; i < rows * EVENT_COLUMNS; i += EVENT_COLUMNS) {
    if (data[i + 1] !== EventCode.flowStarted) continue;
    const entity = record.entityName(EventCode.flowStarted, data[i + 2] ?? -1);
    if (!startTimes.has(entity)) startTimes.set(entity, data[i] ?? 0);
  }
  const started = members.map((m) =>
    m.startIsRandom ? { ...m, start: startTimes.get(m.entity) ?? Math.max(m.start, record.duration) } : m,
  );
  // Fair shares are cached for each list of members, so the same list object is returned until another member
  // starts.
  const isUnchanged =
    cached?.members === members && started.every((m, i) => m.start === cached.result[i]?.start);
  const result = isUnchanged ? cached.result : started;
  startedMembersByRun.set(record, { members, rows, result });
  return result;
}

function stopOf(flow: FlowDocument | undefined, duration: number): number {
  return Math.min(flow?.stop ?? duration, duration);
}

const finishTimesByRun = new WeakMap<RunRecord, ReadonlyMap<string, number>>();

/**
 * The times at which flows ended before the end of a complete run, by entity: a flow stopped and did not
 * start again, or a transfer of fixed size is complete.
 */
export function finishTimes(record: RunRecord): ReadonlyMap<string, number> {
  const cached = finishTimesByRun.get(record);
  if (cached) return cached;
  const finite = new Set(
    (record.document.flows ?? []).flatMap((flow) => (flow.source?.kind === "finite" ? [flow.id] : [])),
  );
  const hasFixedSize = (entity: string): boolean => {
    const id = entity.slice("flow:".length);
    return finite.has(id) || finite.has(id.replace(/\.\d+$/, ""));
  };
  const times = new Map<string, number>();
  const { rows, data } = record.events;
  for (let i = 0; i < rows * EVENT_COLUMNS; i += EVENT_COLUMNS) {
    const [t, code, index] = [data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? -1];
    if (
      code !== EventCode.flowStarted &&
      code !== EventCode.flowStopped &&
      code !== EventCode.transferComplete
    )
      continue;
    const entity = record.entityName(code, index);
    if (code === EventCode.flowStarted) times.delete(entity);
    else if (code === EventCode.flowStopped || hasFixedSize(entity)) times.set(entity, t);
  }
  if (record.outcome) finishTimesByRun.set(record, times);
  return times;
}

/**
 * One flow of a run. An entry of the document with a `count` defines several flows (members), such as `web.0`
 * and `web.1`.
 */
export interface Member {
  /** The id of the member, such as `web.3`. */
  readonly id: string;
  readonly label: string;
  readonly algorithm: string;
  readonly role: string;
  /** The name of the flow in the record, such as `flow:web.3`. */
  readonly entity: string;
  /** The start time, in simulated seconds. If `startIsRandom`, the earliest possible start. */
  readonly start: number;
  /**
   * Whether the document gives a range for the start. Then only the events of the run contain the actual
   * start (`startedMembers`).
   */
  readonly startIsRandom?: boolean;
  /** The stop time, in simulated seconds, at most the duration of the run. */
  readonly stop: number;
  /** The base RTT, in seconds. */
  readonly baseRtt: number;
  /** The time between full packets at the flow's fair share, in seconds. */
  readonly packetInterval: number;
  /** Whether its data crosses a medium, such as Wi-Fi. */
  readonly crossesMedium?: boolean;
  /** The link directions on the route of the data packets. */
  readonly route: readonly string[];
  /** The rate of the flow's bits on each of these, as a share of the link's rate. */
  readonly weights: readonly number[];
}

/** The clients with a source of a kind: each entry of the document with its first flow, to which the client's results belong. */
export const clientsOf = (
  record: MemberSource,
  kind: string,
): readonly { readonly entry: FlowDocument; readonly member: Member }[] =>
  (record.document.flows ?? []).flatMap((entry) => {
    const isOf = ({ id }: Member): boolean => id === entry.id || id === `${entry.id}.0`;
    const member = entry.source?.kind === kind ? membersOf(record).find(isOf) : undefined;
    return member ? [{ entry, member }] : [];
  });

/** The members that send to their receivers; if all of them send back, all. Their rates and times are compared. */
export function comparedMembers(members: readonly Member[]): readonly Member[] {
  const forward = members.filter(({ role }) => role !== "reverse");
  return forward.length > 0 && forward.length < members.length ? forward : members;
}

const flowNamed = lookup<Derived["flows"][number]>(({ id }) => id);
/** The link direction with an id. */
export const linkNamed = lookup<DerivedLink>(({ id }) => id);

/**
 * The sum of the delays, in seconds, of all link directions that the data and the feedback of a flow cross,
 * from the routes that the simulator computed. Null if the simulator has not reported the flow yet. The
 * members of a flow with `count` have equal routes.
 */
export function pathDelay(derived: Derived | null, id: string): number | null {
  const flow = derived && (flowNamed(derived.flows, id) ?? flowNamed(derived.flows, `${id}.0`));
  if (!derived || !flow) return null;
  const delayOf = (link: string): number => linkNamed(derived.links, link)?.delay ?? 0;
  const sum = [...flow.route, ...flow.back].reduce((total, link) => total + delayOf(link), 0);
  return Number(sum.toPrecision(12));
}

// The flows of a run: their labels, starts and routes, and the bottleneck among the links that they take.
import type { RunRecord } from "../../engine/types.ts";
import { EVENT_COLUMNS, EventCode } from "../../generated/constants.ts";
import type { FlowDocument } from "../../generated/types.ts";
import { labelOf } from "../../scenario/diff.ts";
import type { Member } from "./member.ts";

type MemberSource = Pick<RunRecord, "document" | "derived" | "duration">;

const membersByRun = new WeakMap<MemberSource, readonly Member[]>();

/** The members of a run in the order of the document. The list is the same object for every caller. */
export function membersOf(record: MemberSource): readonly Member[] {
  const cached = membersByRun.get(record);
  if (cached) return cached;
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
 * The link direction with the least capacity per flow. If there are measured flows, only the directions on their routes are
 * considered: a slow reverse path of background traffic is not what a reader wants to see first.
 */
export function bottleneckOf(record: MemberSource): string {
  const { links } = record.derived;
  const members = membersOf(record);
  const measured = members.filter((m) => m.role === "measured");
  const candidates = links.filter((l) => measured.some((m) => m.route.includes(l.id)));
  let best = links[0]?.id ?? "";
  let leastShare = Number.POSITIVE_INFINITY;
  for (const { id, rate } of candidates.length > 0 ? candidates : links) {
    const share = rate / members.filter((m) => m.route.includes(id)).length;
    if (share < leastShare) [best, leastShare] = [id, share];
  }
  return best;
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

/**
 * If the document gives a range for the start, the simulator reports its middle. Charts need the earliest possible start,
 * because a flow may start before the middle.
 */
function startOf(flow: FlowDocument | undefined, given: number): Pick<Member, "start" | "startIsRandom"> {
  const start = flow?.start;
  return typeof start === "object" && start.min < start.max
    ? { start: start.min, startIsRandom: true }
    : { start: given };
}

interface Started {
  readonly members: readonly Member[];
  readonly rows: number;
  readonly actual: readonly Member[];
}

const started = new WeakMap<RunRecord, Started>();

/**
 * The members with their actual starts, as far as they are recorded. For a member with a random start that has not started, the
 * start is the end of the run.
 */
export function startedMembers(record: RunRecord, members: readonly Member[]): readonly Member[] {
  if (!members.some((m) => m.startIsRandom)) return members;
  const { rows, data } = record.events;
  const found = started.get(record);
  if (found?.members === members && found.rows === rows) return found.actual;
  const at = new Map<string, number>();
  for (let i = 0; i < rows * EVENT_COLUMNS; i += EVENT_COLUMNS) {
    if (data[i + 1] !== EventCode.flowStarted) continue;
    const name = record.entityName(EventCode.flowStarted, data[i + 2] ?? -1);
    if (!at.has(name)) at.set(name, data[i] ?? 0);
  }
  const actual = members.map((m) =>
    m.startIsRandom ? { ...m, start: at.get(m.entity) ?? Math.max(m.start, record.duration) } : m,
  );
  // Fair shares are cached per list of members, so the same list is returned until another member starts.
  const unchanged = found?.members === members && actual.every((m, i) => m.start === found.actual[i]?.start);
  started.set(record, { members, rows, actual: unchanged ? found.actual : actual });
  return unchanged ? found.actual : actual;
}

function stopOf(flow: FlowDocument | undefined, duration: number): number {
  return Math.min(flow?.stop ?? duration, duration);
}

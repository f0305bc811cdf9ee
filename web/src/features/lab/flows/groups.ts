// Groups of flows: the members of an entry with a count above 1, or the flows that share the name of a group.
// Everything that shows groups (charts, bars, tables, Compare, words) reads their members and numbers here.
import { mean, rollup } from "d3-array";
import type { LineStyle, StyleBook } from "../../../charts/index.ts";
import { type ColourMode, SHADES } from "../../../charts/palette.ts";
import { MAX_VALUES_WITH_EXTREMES } from "../../../charts/series.ts";
import { jain } from "../../../engine/numbers.ts";
import type { FlowDocument, ScenarioDocument } from "../../../generated/types.ts";
import { algorithmName, labelOf } from "../../../scenario/flowLabel.ts";
import { pageTexts } from "../../../texts/index.ts";
import type { Member } from "./members.ts";

/** A group, or a flow that belongs to no group. Every flow of a run belongs to exactly one group. */
export interface FlowGroup {
  /** The id of an entry, the id of a flow without a group, or "group:" and the name of a group. */
  readonly id: string;
  readonly label: string;
  readonly members: readonly Member[];
  /** False for a flow that belongs to no group. */
  readonly isGroup: boolean;
}

/** The id of the entry that defines a flow: "web" for "web.3". */
export function entryIdOf(flowId: string): string {
  return flowId.replace(/\.\d+$/, "");
}

/** The id of the group with a name. The ids of flows contain no colon. */
export const namedGroupId = (name: string): string => `group:${name}`;

/** The name of the group that the user gave to an entry, without spaces at its ends. "" if there is none. */
export const groupNameOf = (flow: Pick<FlowDocument, "group">): string => (flow.group ?? "").trim();

interface CachedGroups {
  readonly flows: ScenarioDocument["flows"];
  readonly groups: readonly FlowGroup[];
}
const groupsByMembers = new WeakMap<readonly Member[], CachedGroups>();

/**
 * The groups of a run, in the order of their first flows. The list is the same object until flows or names of
 * groups change.
 */
export function groupsOf(doc: ScenarioDocument, members: readonly Member[]): readonly FlowGroup[] {
  const cached = groupsByMembers.get(members);
  if (cached && cached.flows === doc.flows) return cached.groups;
  const groups = findGroups(doc, members);
  groupsByMembers.set(members, { flows: doc.flows, groups });
  return groups;
}

const findGroups = (doc: ScenarioDocument, members: readonly Member[]): readonly FlowGroup[] =>
  grouped(doc, members, ({ label }) => label);

/** The most lines that can be told apart. If there are more single flows or more groups, they are grouped by their algorithms. */
export const MAX_LINES = 24;

/** The flows of a run or of its summary by group, in the order of their first flows. */
export function grouped<Flow extends { readonly id: string; readonly algorithm: string }>(
  doc: ScenarioDocument,
  flows: readonly Flow[],
  labelOfFlow: (flow: Flow) => string,
): readonly (Omit<FlowGroup, "members"> & { readonly members: readonly Flow[] })[] {
  const entries = new Map((doc.flows ?? []).map((flow) => [flow.id, flow]));
  const placed = flows.map((flow) => {
    const entry = entries.get(flow.id) ?? entries.get(entryIdOf(flow.id));
    const name = entry ? groupNameOf(entry) : "";
    if (name !== "") return { flow, id: namedGroupId(name), label: name, isGroup: true };
    if (!entry || (entry.count ?? 1) === 1)
      return { flow, id: flow.id, label: labelOfFlow(flow), isGroup: false };
    return { flow, id: entry.id, label: labelOf(entry, doc), isGroup: true };
  });
  const sizes = rollup(
    placed,
    (members) => members.length,
    ({ id }) => id,
  );
  const singles = [...sizes.values()].filter((size) => size === 1).length;
  const areMany = { single: singles > MAX_LINES, group: sizes.size - singles > MAX_LINES };
  const found = new Map<string, { label: string; members: Flow[]; isGroup: boolean }>();
  for (const { flow, ...own } of placed) {
    const isMerged = areMany[sizes.get(own.id) === 1 ? "single" : "group"];
    const { id, label, isGroup } = isMerged
      ? { id: namedGroupId(`:${flow.algorithm}`), label: algorithmName(flow.algorithm), isGroup: true }
      : own;
    const group = found.get(id);
    if (group) group.members.push(flow);
    else found.set(id, { label, members: [flow], isGroup });
  }
  return [...found].map(([id, group]) => ({ id, ...group }));
}

/** Whether any flow of a run belongs to a group with several members. */
export const hasGroups = (groups: readonly FlowGroup[]): boolean => groups.some((g) => g.members.length > 1);

/** The label of a group with the number of its flows: "web (50 flows)". */
export const sizeLabel = ({ label, members }: Pick<FlowGroup, "label" | "members">): string =>
  members.length > 1 ? pageTexts.groups.sized({ label, n: members.length }) : label;

/** The same for charts, where space is short: "web × 50". */
export const shortLabel = ({ label, members }: Pick<FlowGroup, "label" | "members">): string =>
  members.length > 1 ? pageTexts.groups.short({ label, n: members.length }) : label;

/**
 * The groups as charts show them: a group of several flows is one line, unless the user has opened it to show
 * its flows.
 */
export function shownGroups(groups: readonly FlowGroup[], open: readonly string[]): readonly FlowGroup[] {
  return groups.flatMap((group) =>
    group.members.length > 1 && open.includes(group.id)
      ? group.members.map((member) => ({
          id: member.id,
          label: member.label,
          members: [member],
          isGroup: false,
        }))
      : [group],
  );
}

/**
 * The styles of groups and of flows, by id. All flows of a group have its colour; they differ by shades if
 * the group is opened.
 */
export function groupStyles(
  book: StyleBook,
  groups: readonly FlowGroup[],
  open: readonly string[],
  mode: ColourMode,
): ReadonlyMap<string, LineStyle> {
  const styles = book.assign(
    groups.map(({ id, members }) => ({ id, algorithm: members[0]?.algorithm ?? "" })),
    mode,
  );
  for (const { id, members } of groups) {
    const style = styles.get(id);
    if (style === undefined) continue;
    const isOpen = open.includes(id);
    for (const [i, member] of members.entries()) {
      const shade = isOpen ? (SHADES[i % SHADES.length] ?? 0) : 0;
      if (member.id !== id) styles.set(member.id, shade > 0 ? { ...style, shade } : style);
    }
  }
  return styles;
}

/** Which flows the stated spread of a group covers. */
export const spreadName = (flows: number): string =>
  flows > MAX_VALUES_WITH_EXTREMES ? pageTexts.groups.percentiles : pageTexts.groups.extremes;

/** Jain's index of the goodputs of each group, and of the mean goodputs of the groups. */
export interface GroupFairness {
  /** The index within each group with several members. 1 if its members get equal goodputs. */
  readonly within: readonly { readonly group: string; readonly jain: number }[];
  /** The index of the groups' means per flow. Null if there are fewer than two groups. */
  readonly between: number | null;
  /**
   * The groups with the highest and the lowest mean per flow, and the ratio of these means. Null if there are
   * fewer than two groups.
   */
  readonly ratio: { readonly highest: string; readonly lowest: string; readonly value: number } | null;
}

/** The fairness of groups. `values` are the goodputs of the members, for each group. */
export function groupFairness(
  groups: readonly { readonly label: string; readonly values: readonly number[] }[],
): GroupFairness {
  const known = groups.filter((group) => group.values.length > 0);
  const means = known.map((group) => ({ label: group.label, value: mean(group.values) ?? Number.NaN }));
  const within = known
    .filter((group) => group.values.length > 1)
    .map((group) => ({ group: group.label, jain: jain(group.values) }));
  if (means.length < 2) return { within, between: null, ratio: null };
  const sorted = [...means].sort((a, b) => b.value - a.value);
  const [highest, lowest] = [sorted[0], sorted.at(-1)];
  return {
    within,
    between: jain(means.map((group) => group.value)),
    ratio:
      highest && lowest && lowest.value > 0
        ? { highest: highest.label, lowest: lowest.label, value: highest.value / lowest.value }
        : null,
  };
}

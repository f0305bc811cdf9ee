// The effects of a change, in short phrases: the results that differ most between two complete runs.

import { jain } from "../../../engine/numbers.ts";
import type { RunOutcome } from "../../../engine/types.ts";
import type { FlowSummary, LinkSummary, RunSummary } from "../../../generated/types.ts";
import { ARROW } from "../../../scenario/diff.ts";
import { formatIndex, formatPercent, formatQuantity } from "../../../scenario/units.ts";
import { CHART } from "../../../strings/charts.ts";
import { S } from "../../../strings/index.ts";
import { PARTS } from "../../../strings/labParts.ts";
import { SENTENCES } from "../../../strings/sentences.ts";
import { entryIdOf, type FlowGroup } from "../flows/groups.ts";
import { onTimeShare } from "../flows/traffic.ts";
import { linkLabel } from "../state/chartData.ts";

interface Effect {
  readonly text: string;
  /** The relative size of the change, times a weight for the importance of the result. */
  readonly size: number;
}

/** "name from → to". A unit that both values have is written only once. */
function fromTo(name: string, from: string, to: string): string {
  const unit = /(\u202f\S+)$/.exec(to)?.[1];
  const start = unit && from.endsWith(unit) ? from.slice(0, -unit.length) : from;
  return `${name} ${start} ${ARROW} ${to}`;
}

const relativeDifference = (a: number, b: number): number =>
  a === b ? 0 : Math.abs(b - a) / Math.max(Math.abs(a), Math.abs(b));

const nameOf = (flow: FlowSummary): string => flow.label || flow.id;

/** Effects whose size is at most this much are left out. */
const LEAST_SIZE = 0.005;
/** If at most this many flows changed, all of them are named. */
const MAX_NAMED_FLOWS = 3;

/** The groups in the effects: their labels, and the ids of their flows after the change. */
export interface EffectGroup extends Pick<FlowGroup, "label"> {
  readonly members: readonly { readonly id: string }[];
}

/**
 * The effects on groups: the goodput per flow, the total goodput and Jain's index of the flows of each group.
 */
function groupEffects(
  before: readonly FlowSummary[],
  after: readonly FlowSummary[],
  groups: readonly EffectGroup[],
): readonly Effect[] {
  return groups.flatMap(({ label, members }): Effect[] => {
    // A group that was one flow before has the entry of that flow.
    const entries = new Set(members.map(({ id }) => entryIdOf(id)));
    const goodputs = (flows: readonly FlowSummary[]): number[] =>
      flows.filter(({ id }) => entries.has(entryIdOf(id))).map((flow) => flow.goodput_bps);
    const [old, now] = [goodputs(before), goodputs(after)];
    if (old.length === 0 || now.length === 0) return [];
    const compared = (name: string, of: (values: number[]) => number, weight: number): Effect => ({
      text: fromTo(name, formatQuantity(of(old), "bit/s"), formatQuantity(of(now), "bit/s")),
      size: relativeDifference(of(old), of(now)) * weight,
    });
    const total = (values: number[]): number => values.reduce((sum, value) => sum + value, 0);
    const effects = [
      compared(S.groups.perFlowOf(label, now.length), (values) => total(values) / values.length, 1.3),
      compared(S.groups.totalOf(label, now.length), total, 1.25),
    ];
    if (old.length < 2) return effects;
    const [jainBefore, jainAfter] = [jain(old), jain(now)];
    const text = fromTo(S.groups.within(label), formatIndex(jainBefore), formatIndex(jainAfter));
    return [...effects, { text, size: relativeDifference(jainBefore, jainAfter) * 1.2 }];
  });
}

/**
 * At most `maxCount` effects, the largest first. If only a few flows changed, all of them are among the
 * effects, so that the flows that gained are stated together with those that lost. The flows of `groups` are
 * stated as groups.
 */
export function effectsOf(
  before: RunSummary,
  after: RunSummary,
  groups: readonly EffectGroup[] = [],
  maxCount = 3,
): readonly string[] {
  const effects: Effect[] = [];
  const grouped = new Set(groups.flatMap(({ members }) => members.map(({ id }) => id)));
  const flowsBefore = new Map(before.flows.map((f) => [f.id, f]));
  for (const flow of after.flows) {
    const flowBefore = flowsBefore.get(flow.id);
    if (!flowBefore || grouped.has(flow.id)) continue;
    effects.push({
      text: fromTo(
        nameOf(flow),
        formatQuantity(flowBefore.goodput_bps, "bit/s"),
        formatQuantity(flow.goodput_bps, "bit/s"),
      ),
      size: relativeDifference(flowBefore.goodput_bps, flow.goodput_bps) * 1.2,
    });
  }
  const changedFlows = effects.filter((effect) => effect.size > LEAST_SIZE);
  effects.push(...groupEffects(before.flows, after.flows, groups));
  effects.push(...linkEffects(before, after));
  // If a group contains all flows, the index within the group is the index of all flows.
  const isOneGroup = groups.length === 1 && after.flows.every(({ id }) => grouped.has(id));
  if (after.fairness.jain !== null && before.fairness.jain !== null && after.flows.length > 1 && !isOneGroup)
    effects.push({
      text: fromTo(S.lab.jainLabel, formatIndex(before.fairness.jain), formatIndex(after.fairness.jain)),
      size: relativeDifference(before.fairness.jain, after.fairness.jain) * 1.1,
    });
  effects.push(...trafficEffects(before, after));
  const changed = effects.filter((e) => e.size > LEAST_SIZE).sort((a, b) => b.size - a.size);
  const named = new Set([
    ...changed.slice(0, maxCount),
    ...(changedFlows.length <= MAX_NAMED_FLOWS ? changedFlows : []),
  ]);
  return changed.filter((effect) => named.has(effect)).map((effect) => effect.text);
}

/** The effects on the waiting time and the utilisation of the link that changed most. */
function linkEffects(before: RunSummary, after: RunSummary): readonly Effect[] {
  const [link, linkBefore] = mostChangedLink(before, after);
  if (!link || !linkBefore) return [];
  const effects: Effect[] = [];
  // With several links, the effects name theirs.
  const at = after.links.some(({ id }) => id === "forward") ? "" : ` (${linkLabel(link.id)})`;
  const delayMs = link.queue_delay_ms?.mean;
  const delayMsBefore = linkBefore.queue_delay_ms?.mean;
  const hasDelays = typeof delayMs === "number" && typeof delayMsBefore === "number";
  // A change of at most 0.5 ms is left out, even if it is large relative to a short delay.
  if (hasDelays && Math.abs(delayMs - delayMsBefore) > 0.5)
    effects.push({
      text: fromTo(
        SENTENCES.meanWait + at,
        formatQuantity(delayMsBefore / 1000, "s"),
        formatQuantity(delayMs / 1000, "s"),
      ),
      size: relativeDifference(delayMsBefore, delayMs) * 0.7,
    });
  if (link.utilisation !== null && linkBefore.utilisation !== null)
    effects.push({
      text: fromTo(
        SENTENCES.utilisation + at,
        formatPercent(linkBefore.utilisation),
        formatPercent(link.utilisation),
      ),
      size: relativeDifference(linkBefore.utilisation, link.utilisation),
    });
  return effects;
}

/**
 * The link whose mean queueing delay or utilisation changed most, after and before. In a dumbbell, the
 * forward path, and not the path of the feedback.
 */
function mostChangedLink(
  before: RunSummary,
  after: RunSummary,
): readonly [LinkSummary | undefined, LinkSummary | undefined] {
  const forward = after.links.find(({ id }) => id === "forward");
  const beforeOf = ({ id }: LinkSummary): LinkSummary | undefined => before.links.find((l) => l.id === id);
  if (forward) return [forward, beforeOf(forward)];
  const sizeOf = (link: LinkSummary): number => {
    const old = beforeOf(link);
    const [wait, oldWait] = [link.queue_delay_ms?.mean ?? 0, old?.queue_delay_ms?.mean ?? 0];
    return old ? Math.abs(wait - oldWait) + Math.abs((link.utilisation ?? 0) - (old.utilisation ?? 0)) : -1;
  };
  const link = [...after.links].sort((a, b) => sizeOf(b) - sizeOf(a))[0];
  return [link, link && beforeOf(link)];
}

type Result = Pick<RunOutcome, "resultId" | "summary"> | null | undefined;

/** The numbers of a summary, as one text to compare. Names and labels are left out. */
function numbersOf({ flows, links, fairness, transfers }: RunSummary): string {
  return JSON.stringify([flows, links, fairness, transfers], (_, value) =>
    typeof value === "string" ? undefined : value,
  );
}

/**
 * The effects of a change, or whether the results are the same. An ellipsis until both runs are complete. Two
 * runs with the same packets have different results if they measure different times.
 */
export function effectText(before: Result, after: Result, groups: readonly EffectGroup[] = []): string {
  if (!before || !after) return "\u2026";
  const samePackets = before.resultId === after.resultId;
  if (samePackets && numbersOf(before.summary) === numbersOf(after.summary)) return PARTS.lab.sameResults;
  const effects = effectsOf(before.summary, after.summary, groups);
  const when = samePackets ? PARTS.lab.otherTimes : S.lab.wholeRun;
  return CHART.named(when, effects.length > 0 ? effects.join("; ") : PARTS.lab.noLargeEffect);
}

/** Effects on the median completion times of transfers, and on the shares of frames that arrive on time. */
function trafficEffects(before: RunSummary, after: RunSummary): readonly Effect[] {
  const effects: Effect[] = [];
  for (const transfers of after.transfers ?? []) {
    const timeAfter = transfers.completion_s?.p50;
    const timeBefore = before.transfers?.find((t) => t.id === transfers.id)?.completion_s?.p50;
    if (typeof timeAfter !== "number" || typeof timeBefore !== "number") continue;
    const name = SENTENCES.medianTime(transfers.id ?? "");
    effects.push({
      text: fromTo(name, formatQuantity(timeBefore, "s"), formatQuantity(timeAfter, "s")),
      size: relativeDifference(timeBefore, timeAfter) * 1.2,
    });
  }
  for (const flow of after.flows) {
    const flowBefore = before.flows.find((f) => f.id === flow.id);
    if (!flow.media || !flowBefore?.media) continue;
    const [shareBefore, shareAfter] = [onTimeShare(flowBefore.media), onTimeShare(flow.media)];
    if (shareBefore === null || shareAfter === null) continue;
    effects.push({
      text: fromTo(
        SENTENCES.framesOnTime(nameOf(flow)),
        formatPercent(shareBefore),
        formatPercent(shareAfter),
      ),
      size: relativeDifference(shareBefore, shareAfter) * 1.5,
    });
  }
  return effects;
}

// The effect of a change in one phrase: the results that differ most between two complete runs.
import type { FlowSummary, RunSummary } from "../../generated/types.ts";
import { ARROW } from "../../scenario/diff.ts";
import { formatIndex, formatPercent, formatQuantity } from "../../scenario/units.ts";
import { onTimeShare } from "./traffic.ts";

interface Effect {
  readonly text: string;
  /** The relative size of the change, weighted by the importance of the result. */
  readonly size: number;
}

function fromTo(name: string, from: string, to: string): string {
  const unit = /(\u202f\S+)$/.exec(to)?.[1];
  const start = unit && from.endsWith(unit) ? from.slice(0, -unit.length) : from;
  return `${name} ${start} ${ARROW} ${to}`;
}

const relative = (a: number, b: number): number =>
  a === b ? 0 : Math.abs(b - a) / Math.max(Math.abs(a), Math.abs(b));

const nameOf = (flow: FlowSummary): string => flow.label || flow.id;

/**
 * At most `maxCount` effects, the strongest first. The relative sizes are weighted by the importance of the result. Empty if no
 * weighted size exceeds half a percent.
 */
export function effectsOf(before: RunSummary, after: RunSummary, maxCount = 3): readonly string[] {
  const effects: Effect[] = [];
  const flowsBefore = new Map(before.flows.map((f) => [f.id, f]));
  for (const flow of after.flows) {
    const flowBefore = flowsBefore.get(flow.id);
    if (!flowBefore) continue;
    effects.push({
      text: fromTo(
        nameOf(flow),
        formatQuantity(flowBefore.goodput_bps, "bit/s"),
        formatQuantity(flow.goodput_bps, "bit/s"),
      ),
      size: relative(flowBefore.goodput_bps, flow.goodput_bps) * 1.2,
    });
  }
  const link = after.links[0];
  const wasLink = before.links[0];
  if (link && wasLink) {
    const delay = link.queue_delay_ms?.mean;
    const wasDelay = wasLink.queue_delay_ms?.mean;
    if (typeof delay === "number" && typeof wasDelay === "number" && Math.abs(delay - wasDelay) > 0.5)
      effects.push({
        text: fromTo(
          "mean queueing delay",
          formatQuantity(wasDelay / 1000, "s"),
          formatQuantity(delay / 1000, "s"),
        ),
        size: relative(wasDelay, delay) * 0.7,
      });
    if (link.utilisation !== null && wasLink.utilisation !== null)
      effects.push({
        text: fromTo("utilisation", formatPercent(wasLink.utilisation), formatPercent(link.utilisation)),
        size: relative(wasLink.utilisation, link.utilisation),
      });
  }
  if (after.fairness.jain !== null && before.fairness.jain !== null && after.flows.length > 1)
    effects.push({
      text: fromTo("Jain", formatIndex(before.fairness.jain), formatIndex(after.fairness.jain)),
      size: relative(before.fairness.jain, after.fairness.jain) * 1.1,
    });
  effects.push(...trafficEffects(before, after));
  return effects
    .filter((e) => e.size > 0.005)
    .sort((a, b) => b.size - a.size)
    .slice(0, maxCount)
    .map((e) => e.text);
}

/** Effects on transfers and media: the median completion time, and the share of frames on time. */
function trafficEffects(before: RunSummary, after: RunSummary): readonly Effect[] {
  const effects: Effect[] = [];
  for (const transfers of after.transfers ?? []) {
    const newTime = transfers.completion_s?.p50;
    const oldTime = before.transfers?.find((t) => t.id === transfers.id)?.completion_s?.p50;
    if (typeof newTime !== "number" || typeof oldTime !== "number") continue;
    const name = `${transfers.id}, median completion time`;
    effects.push({
      text: fromTo(name, formatQuantity(oldTime, "s"), formatQuantity(newTime, "s")),
      size: relative(oldTime, newTime) * 1.2,
    });
  }
  for (const flow of after.flows) {
    const flowBefore = before.flows.find((f) => f.id === flow.id);
    if (!flow.media || !flowBefore?.media) continue;
    const [old, now] = [onTimeShare(flowBefore.media), onTimeShare(flow.media)];
    if (old === null || now === null) continue;
    effects.push({
      text: fromTo(`${nameOf(flow)}, frames on time`, formatPercent(old), formatPercent(now)),
      size: relative(old, now) * 1.5,
    });
  }
  return effects;
}

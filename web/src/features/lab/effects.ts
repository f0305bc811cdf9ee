// What a change did, in one phrase: the results that moved most between two complete runs.
import type { FlowSummary, RunSummary } from "../../engine/types.ts";
import { ARROW } from "../../scenario/diff.ts";
import { formatIndex, formatPercent, formatQuantity, significant } from "../../scenario/units.ts";

interface Effect {
  readonly text: string;
  /** Relative size of the change. */
  readonly size: number;
}

function between(name: string, from: string, to: string): string {
  const unit = /(\u202f\S+)$/.exec(to)?.[1];
  const start = unit && from.endsWith(unit) ? from.slice(0, -unit.length) : from;
  return `${name} ${start} ${ARROW} ${to}`;
}

const relative = (a: number, b: number): number =>
  a === b ? 0 : Math.abs(b - a) / Math.max(Math.abs(a), Math.abs(b));

const named = (flow: FlowSummary): string => flow.label || flow.id;

/** The strongest effects, goodputs first; empty when nothing moved by more than half a percent. */
export function effectsOf(before: RunSummary, after: RunSummary, most = 3): readonly string[] {
  const effects: Effect[] = [];
  const old = new Map(before.flows.map((f) => [f.id, f]));
  for (const flow of after.flows) {
    const was = old.get(flow.id);
    if (!was) continue;
    effects.push({
      text: between(
        named(flow),
        formatQuantity(was.goodput_bps, "bit/s"),
        formatQuantity(flow.goodput_bps, "bit/s"),
      ),
      size: relative(was.goodput_bps, flow.goodput_bps) * 1.2,
    });
  }
  const link = after.links[0];
  const wasLink = before.links[0];
  if (link && wasLink) {
    const delay = link.queue_delay_ms?.mean;
    const wasDelay = wasLink.queue_delay_ms?.mean;
    if (typeof delay === "number" && typeof wasDelay === "number" && Math.abs(delay - wasDelay) > 0.5)
      effects.push({
        text: between("mean wait", formatQuantity(wasDelay / 1000, "s"), formatQuantity(delay / 1000, "s")),
        size: relative(wasDelay, delay) * 0.7,
      });
    if (link.utilisation !== null && wasLink.utilisation !== null)
      effects.push({
        text: between("utilisation", formatPercent(wasLink.utilisation), formatPercent(link.utilisation)),
        size: relative(wasLink.utilisation, link.utilisation),
      });
  }
  if (after.fairness.jain !== null && before.fairness.jain !== null && after.flows.length > 1)
    effects.push({
      text: between("Jain", formatIndex(before.fairness.jain), formatIndex(after.fairness.jain)),
      size: relative(before.fairness.jain, after.fairness.jain) * 1.1,
    });
  return effects
    .filter((e) => e.size > 0.005)
    .sort((a, b) => b.size - a.size)
    .slice(0, most)
    .map((e) => e.text);
}

/** The run in words, for reading and for screen readers. */
export function inWords(summary: RunSummary, names: ReadonlyMap<string, string>): readonly string[] {
  const measured = summary.flows.filter((f) => f.role !== "reverse");
  const sorted = [...measured].sort((a, b) => b.goodput_bps - a.goodput_bps);
  const sentences: string[] = [];
  const [from, to] = summary.window;
  const span = `${formatQuantity(from, "s")} to ${formatQuantity(to, "s")}`;
  const rate = (f: FlowSummary): string => formatQuantity(f.goodput_bps, "bit/s");
  const introduce = (f: FlowSummary): string => `${named(f)} (${names.get(f.algorithm) ?? f.algorithm})`;
  if (sorted.length > 0 && sorted.length <= 6)
    sentences.push(`${span}: ${sorted.map((f) => `${introduce(f)} averages ${rate(f)}`).join(", ")}.`);
  else if (sorted.length > 6) {
    const mean = sorted.reduce((sum, f) => sum + f.goodput_bps, 0) / sorted.length;
    const last = sorted.at(-1) as FlowSummary;
    sentences.push(
      `${span}: ${sorted.length} flows average ${formatQuantity(mean, "bit/s")}, from ${rate(last)} (${named(last)}) to ${rate(sorted[0] as FlowSummary)} (${named(sorted[0] as FlowSummary)}).`,
    );
  }
  const first = sorted[0];
  const last = sorted.at(-1);
  if (first && last && sorted.length > 1 && last.goodput_bps > 0) {
    const ratio = first.goodput_bps / last.goodput_bps;
    sentences.push(
      ratio < 1.1
        ? "They share the link almost equally."
        : `${named(first)} gets ${significant(ratio, 2)} times as much as ${named(last)}.`,
    );
  }
  const link = summary.links[0];
  if (link) {
    const delay = link.queue_delay_ms;
    const wait = delay
      ? ` Packets wait ${formatQuantity(delay.mean / 1000, "s")} on average${typeof delay.p95 === "number" ? `, one in twenty longer than ${formatQuantity(delay.p95 / 1000, "s")}` : ""}.`
      : "";
    sentences.push(
      `The link is used to ${formatPercent(link.utilisation)}; ${significant(link.drops, 6)} packets are dropped.${wait}`,
    );
  }
  if (summary.fairness.jain !== null && measured.length > 1)
    sentences.push(`Jain\u2019s index is ${formatIndex(summary.fairness.jain)}.`);
  return sentences;
}

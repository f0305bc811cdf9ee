// The answer to the question of a layout, from the results of a complete run: who gets how many times as much
// as another, how busy the link is, or how long packets wait.
import { mean } from "d3-array";
import type { ExampleLayout } from "../../../examples/layouts.ts";
import type { LinkSummary, RunSummary } from "../../../generated/types.ts";
import { formatPercent, formatQuantity, significant } from "../../../scenario/units.ts";
import { F } from "../../../strings/face.ts";
import type { FlowGroup } from "../flows/groups.ts";

/** Goodputs whose ratio is smaller are about the same. */
const SAME = 1.05;

interface Amount {
  readonly label: string;
  readonly goodput: number;
}

/** The answer of a run. "" if its results do not answer the question. */
export function answerOf(
  summary: RunSummary,
  groups: readonly FlowGroup[],
  kind: ExampleLayout["answer"] | undefined,
): string {
  if (kind === "use") return utilisationText(summary);
  if (kind === "wait") return waitText(summary);
  const goodputs = new Map(summary.flows.map(({ id, goodput_bps }) => [id, goodput_bps]));
  const amounts = groups
    .filter(({ id, members }) => (kind ? kind.includes(id) : members[0]?.role === "measured"))
    .map(({ label, members }): Amount => ({ label, goodput: mean(members, (m) => goodputs.get(m.id)) ?? 0 }))
    .sort((a, b) => b.goodput - a.goodput);
  const [most, least] = [amounts[0], amounts.at(-1)];
  if (!most || !least || most === least) return utilisationText(summary);
  const ratio = most.goodput / least.goodput;
  if (!Number.isFinite(ratio)) return "";
  if (ratio < SAME) return F.answers.same(most.label, least.label);
  return F.answers.more(most.label, significant(ratio, 2), least.label);
}

/** The link whose packets wait the longest. */
function slowest({ links }: RunSummary): LinkSummary | undefined {
  const wait = (link: LinkSummary): number => link.queue_delay_ms?.mean ?? 0;
  return links.toSorted((a, b) => wait(b) - wait(a))[0];
}

function utilisationText(summary: RunSummary): string {
  const use = slowest(summary)?.utilisation;
  return typeof use === "number" ? F.answers.use(formatPercent(use)) : "";
}

function waitText(summary: RunSummary): string {
  const wait = slowest(summary)?.queue_delay_ms?.mean;
  return typeof wait === "number" ? F.answers.wait(formatQuantity(wait / 1000, "s", 2)) : "";
}

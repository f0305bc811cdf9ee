// The results of a run as sentences, one paragraph for each.
import type { ReactNode } from "react";
import type { FlowSummary, RunSummary, ScenarioDocument } from "../../../generated/types.ts";
import { textIn } from "../../../scenario/numbers.ts";
import { formatQuantity, groupDigits, significant } from "../../../scenario/units.ts";
import { CHART } from "../../../strings/charts.ts";
import { PARTS } from "../../../strings/labParts.ts";
import { SENTENCES } from "../../../strings/sentences.ts";
import { trafficInWords } from "../flows/traffic.ts";
import { linkLabel } from "../state/chartData.ts";
import { useAlgorithmNames } from "../state/hooks.ts";
import { groupsInWords } from "./groupNumbers.ts";

export default function InWords({
  summary,
  doc,
}: {
  readonly summary: RunSummary;
  readonly doc: ScenarioDocument;
}): ReactNode {
  const names = useAlgorithmNames();
  return (
    <div className="words stack gap-2 text-l">
      {inWords(summary, names, doc).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  );
}

/** The link direction with the highest utilisation. */
function busiestLink({ links }: RunSummary): RunSummary["links"][number] | undefined {
  return links.reduce(
    (busiestSoFar, l) => ((l.utilisation ?? 0) > (busiestSoFar?.utilisation ?? 0) ? l : busiestSoFar),
    links[0],
  );
}

const nameOf = (flow: FlowSummary): string => flow.label || flow.id;

/** The utilisation, the drops and the waiting time of a link. */
function linkSentence(link: RunSummary["links"][number], which: string): string {
  const delayText = link.queue_delay_ms
    ? ` ${SENTENCES.wait(textIn("link", "queue_delay_ms", link), textIn("link", "queue_delay_p95_ms", link))}`
    : "";
  const use = SENTENCES.linkUse(
    which,
    textIn("link", "utilisation", link),
    link.drops,
    groupDigits(link.drops),
  );
  return `${use}${delayText}`;
}

/**
 * Sentences about the goodputs, the link, Jain's index, transfers and media. `names` are the names of the
 * algorithms by id.
 */
export function inWords(
  summary: RunSummary,
  names: ReadonlyMap<string, string>,
  doc: ScenarioDocument,
): readonly string[] {
  const kind = doc.network?.kind;
  const hasSeveralLinks = kind === "parking_lot" || kind === "graph";
  const forwardFlows = summary.flows.filter((f) => f.role !== "reverse");
  const sorted = [...forwardFlows].sort((a, b) => b.goodput_bps - a.goodput_bps);
  const [from, to] = summary.window;
  if (to <= from) return [PARTS.numbers.measuringAhead(formatQuantity(from, "s"))];
  const sentences: string[] = [];
  const span = CHART.range(formatQuantity(from, "s"), formatQuantity(to, "s"));
  const rate = (f: FlowSummary): string => textIn("flow", "goodput_bps", f);
  const introduce = (f: FlowSummary): string => `${nameOf(f)} (${names.get(f.algorithm) ?? f.algorithm})`;
  const groupSentences = groupsInWords(summary, doc, span);
  if (groupSentences.length > 0) sentences.push(...groupSentences);
  else if (sorted.length > 0 && sorted.length <= 6)
    sentences.push(
      `${CHART.named(span, sorted.map((f) => SENTENCES.averages(introduce(f), rate(f))).join(", "))}.`,
    );
  else if (sorted.length > 6) {
    const mean = sorted.reduce((sum, f) => sum + f.goodput_bps, 0) / sorted.length;
    const [fastest, slowest] = [sorted[0] as FlowSummary, sorted.at(-1) as FlowSummary];
    const text = SENTENCES.manyFlows(
      sorted.length,
      formatQuantity(mean, "bit/s"),
      rate(slowest),
      nameOf(slowest),
      rate(fastest),
      nameOf(fastest),
    );
    sentences.push(CHART.named(span, text));
  }
  const first = sorted[0];
  const last = sorted.at(-1);
  if (groupSentences.length === 0 && first && last && sorted.length > 1 && last.goodput_bps > 0) {
    const ratio = first.goodput_bps / last.goodput_bps;
    sentences.push(
      ratio < 1.1
        ? hasSeveralLinks
          ? SENTENCES.sameGoodput
          : SENTENCES.equalShares
        : SENTENCES.ratio(nameOf(first), significant(ratio, 2), nameOf(last)),
    );
  }
  const link = hasSeveralLinks ? busiestLink(summary) : summary.links[0];
  if (link)
    sentences.push(
      linkSentence(link, hasSeveralLinks ? SENTENCES.busiestLink(linkLabel(link.id)) : SENTENCES.theLink),
    );
  if (summary.fairness.jain !== null && forwardFlows.length > 1)
    sentences.push(SENTENCES.jain(textIn("run", "jain", summary.fairness)));
  return [...sentences, ...trafficInWords(summary, doc)];
}

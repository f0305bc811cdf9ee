// The results of a run as sentences, one paragraph for each.
import type { ReactNode } from "react";
import { chartTexts } from "../../../charts/texts/index.ts";
import type { FlowSummary, RunSummary, ScenarioDocument } from "../../../generated/types.ts";
import { textIn } from "../../../scenario/numbers.ts";
import { formatQuantity, groupDigits, significant } from "../../../scenario/units.ts";
import { sentenceTexts } from "../flows/texts/index.ts";
import { trafficInWords } from "../flows/traffic.ts";
import { linkLabel } from "../state/chartData.ts";
import { useAlgorithmNames } from "../state/hooks.ts";
import { labTexts } from "../texts/index.ts";
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
    <div className="measure stack gap-2 text-l">
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
    ? ` ${sentenceTexts.wait({ mean: textIn("link", "queue_delay_ms", link), p95: textIn("link", "queue_delay_p95_ms", link) })}`
    : "";
  const use = sentenceTexts.linkUse({
    link: which,
    utilisation: textIn("link", "utilisation", link),
    drops: link.drops,
    dropText: groupDigits(link.drops),
  });
  return `${use}${delayText}`;
}

/** About the busiest of several links, or about the directions of one link in which flows send. */
function linkSentences(summary: RunSummary, hasSeveralLinks: boolean): readonly string[] {
  if (hasSeveralLinks) {
    const link = busiestLink(summary);
    return link ? [linkSentence(link, sentenceTexts.busiestLink({ name: linkLabel(link.id) }))] : [];
  }
  const sends = (back: boolean): boolean => summary.flows.some(({ role }) => (role === "reverse") === back);
  return summary.links.slice(0, 2).flatMap((link, i) => {
    const isBack = i === 1;
    return sends(isBack) ? [linkSentence(link, isBack ? sentenceTexts.linkBack : sentenceTexts.theLink)] : [];
  });
}

/** With more flows, the sentences do not name all of them. */
const MOST_NAMED = 6;

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
  const back = summary.flows.filter((f) => f.role === "reverse");
  const sorted =
    forwardFlows.length > 0 ? [...forwardFlows].sort((a, b) => b.goodput_bps - a.goodput_bps) : back;
  const [from, to] = summary.window;
  if (to <= from) return [labTexts.numbers.measuringAhead({ from: formatQuantity(from, "s") })];
  const sentences: string[] = [];
  const span = chartTexts.range({ from: formatQuantity(from, "s"), to: formatQuantity(to, "s") });
  const rate = (f: FlowSummary): string => textIn("flow", "goodput_bps", f);
  const introduce = (f: FlowSummary): string => `${nameOf(f)} (${names.get(f.algorithm) ?? f.algorithm})`;
  const averages = (name: string, flows: readonly FlowSummary[]): string =>
    `${chartTexts.named({ name, text: flows.map((f) => sentenceTexts.averages({ flow: introduce(f), rate: rate(f) })).join(", ") })}.`;
  const groupSentences = groupsInWords(summary, doc, span);
  if (groupSentences.length > 0) sentences.push(...groupSentences);
  else if (sorted.length > 0 && sorted.length <= MOST_NAMED) sentences.push(averages(span, sorted));
  else if (sorted.length > MOST_NAMED) {
    const mean = sorted.reduce((sum, f) => sum + f.goodput_bps, 0) / sorted.length;
    const [fastest, slowest] = [sorted[0] as FlowSummary, sorted.at(-1) as FlowSummary];
    const text = sentenceTexts.manyFlows({
      n: sorted.length,
      mean: formatQuantity(mean, "bit/s"),
      low: rate(slowest),
      slowest: nameOf(slowest),
      high: rate(fastest),
      fastest: nameOf(fastest),
    });
    sentences.push(chartTexts.named({ name: span, text }));
  }
  // Traffic in the background is not compared: a game asks for less than a download.
  const compared = sorted.filter(({ role }) => role !== "background");
  const first = compared[0];
  const last = compared.at(-1);
  if (groupSentences.length === 0 && first && last && first !== last && last.goodput_bps > 0) {
    const ratio = first.goodput_bps / last.goodput_bps;
    sentences.push(
      ratio < 1.1
        ? hasSeveralLinks
          ? sentenceTexts.sameGoodput
          : sentenceTexts.equalShares
        : sentenceTexts.ratio({ more: nameOf(first), times: significant(ratio, 2), less: nameOf(last) }),
    );
  }
  if (sorted !== back && back.length > 0 && back.length <= MOST_NAMED)
    sentences.push(averages(sentenceTexts.back, back));
  sentences.push(...linkSentences(summary, hasSeveralLinks));
  // The index of one flow is always 1, whatever others get.
  const measured = forwardFlows.filter(({ role }) => role === "measured").length;
  if (summary.fairness.jain !== null && measured > 1)
    sentences.push(sentenceTexts.jain({ n: measured, index: textIn("run", "jain", summary.fairness) }));
  return [...sentences, ...trafficInWords(summary, doc)];
}

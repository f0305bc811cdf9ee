// The answer to the question of a layout, from a complete run: who gets how many times as much as another, how busy the link is, or how
// long packets wait. It covers the same part of the run as the bars and the picture of the network (`answeredSpan`).
import { maxIndex, mean } from "d3-array";
import { linkNumbers, meanWait } from "../../../engine/numbers.ts";
import type { RunRecord } from "../../../engine/types.ts";
import type { ExampleLayout } from "../../../examples/layouts.ts";
import { formatPercent, formatQuantity, significant } from "../../../scenario/units.ts";
import { F } from "../../../strings/face.ts";
import { bitsBetween, rateStepsOf } from "../flows/fairShares.ts";
import type { FlowGroup } from "../flows/groups.ts";
import { membersOf } from "../flows/members.ts";
import { answeredSpan, commonSpan, readAt, type Span } from "../flows/readout.ts";

/** Goodputs whose ratio is smaller, before it is rounded, are about the same. */
const SAME = 1.1;
/** With more flows, an answer does not name all of them. */
const MOST_NAMES = 4;

/** An answer with the words for the part of the run that it covers. */
export interface CoveredAnswer {
  readonly text: string;
  readonly span: string;
}

/** The words for the answer before a change. "" if there was none. */
export function beforeOf(now: CoveredAnswer, before: CoveredAnswer): string {
  if (before.text === "") return "";
  if (before.text === now.text) return F.asBefore;
  return F.before(before.span === now.span ? before.text : `${before.text}, ${before.span}`);
}

/** The answer of a run. "" if its numbers do not answer the question. */
export function answerOf(
  record: RunRecord,
  groups: readonly FlowGroup[],
  kind: ExampleLayout["answer"] | undefined,
): string {
  const span = answeredSpan(record, true);
  if (kind === "use") return utilisationText(record, span);
  if (kind === "wait") return waitText(record, span);
  // Rates of different times cannot be compared.
  const shared = commonSpan(record, true);
  const goodputs = new Map(
    shared &&
      readAt(record, membersOf(record), shared.to, 1, shared.from).flows.map((flow) => [
        flow.member.id,
        flow.goodput,
      ]),
  );
  const measured = groups.filter(({ members }) => members[0]?.role === "measured");
  const compared = kind ? measured.filter(({ id }) => kind.includes(id)) : measured;
  const amounts = compared
    .map(({ label, members }) => ({ label, goodput: mean(members, (m) => goodputs.get(m.id)) ?? 0 }))
    .sort((a, b) => b.goodput - a.goodput);
  const [most, least] = [amounts[0], amounts.at(-1)];
  if (!shared || !most || !least || most === least) return utilisationText(record, span);
  const ratio = most.goodput / least.goodput;
  if (!Number.isFinite(ratio)) return "";
  const labels = amounts.map(({ label }) => label);
  if (ratio < SAME)
    return labels.length > MOST_NAMES
      ? F.answers.all
      : F.answers.same(labels.slice(0, -1).join(", "), least.label);
  const isAll = amounts.length > 2 && amounts.length === measured.length;
  return F.answers[isAll ? "most" : "more"](most.label, significant(ratio, 2), least.label);
}

/** The link whose packets wait the longest, with their mean wait in seconds. */
function slowest(
  record: RunRecord,
  { from, to }: Span,
): { readonly id: string; readonly wait: number } | undefined {
  const waits = record.derived.links.map(({ id }) => ({ id, wait: meanWait(record, id, from, to) }));
  return waits[maxIndex(waits, ({ wait }) => wait)];
}

function utilisationText(record: RunRecord, span: Span): string {
  const id = slowest(record, span)?.id;
  if (id === undefined) return "";
  const bits = bitsBetween(rateStepsOf(record, id), span.from, span.to);
  const { utilisation } = linkNumbers(record, id, bits, { ...span, averaging: 1 });
  return Number.isNaN(utilisation) ? "" : F.answers.use(formatPercent(utilisation));
}

function waitText(record: RunRecord, span: Span): string {
  const wait = slowest(record, span)?.wait ?? Number.NaN;
  return Number.isNaN(wait) ? "" : F.answers.wait(formatQuantity(wait, "s", 2));
}

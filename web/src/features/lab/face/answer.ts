// The answer to the question of a layout, from a complete run: the ratio of two flows' goodputs, the
// utilisation of the link, or the waiting time of packets. It covers the same part of the run as the bars and
// the picture of the network (`answeredSpan`).
import { deviation, maxIndex, mean, range, sum } from "d3-array";
import { chartTexts } from "../../../charts/texts/index.ts";
import { curveValues, meanWait, utilisation } from "../../../engine/numbers.ts";
import type { RunRecord } from "../../../engine/types.ts";
import type { ExampleLayout } from "../../../examples/layouts.ts";
import type { RunSummary } from "../../../generated/types.ts";
import { numberOf, numberText, type RunNumber, readNumber, textIn } from "../../../scenario/numbers.ts";
import { formatPercent, formatQuantity, significant } from "../../../scenario/units.ts";
import { bitsBetween, rateStepsOf } from "../flows/fairShares.ts";
import type { FlowGroup } from "../flows/groups.ts";
import { membersOf } from "../flows/members.ts";
import { answeredSpan, commonSpan, type FlowReading, readAt, type Span } from "../flows/readout.ts";
import { linkLabel } from "../state/chartData.ts";
import { faceTexts } from "./texts/index.ts";

/** Goodputs whose ratio is smaller, before it is rounded, are about the same. */
const SAME = 1.1;
/** Background traffic that takes at least this share of the link is named. */
const NOTABLE = 0.05;
/** The length of the parts of a run between which a rate is said to vary, in seconds. */
const SECOND = 1;
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
  if (before.text === now.text) return faceTexts.asBefore;
  return faceTexts.before({
    answer: before.span === now.span ? before.text : `${before.text}, ${before.span}`,
  });
}

/** The answer of a run. If its numbers do not answer the question, they still say how much of the link was used. */
export function answerOf(
  record: RunRecord,
  summary: RunSummary,
  groups: readonly FlowGroup[],
  kind: ExampleLayout["answer"] | undefined,
): string {
  return (
    specificAnswer(record, summary, groups, kind) ||
    utilisationText(record, summary, answeredSpan(record, true)) ||
    faceTexts.answers.nothing
  );
}

function specificAnswer(
  record: RunRecord,
  summary: RunSummary,
  groups: readonly FlowGroup[],
  kind: ExampleLayout["answer"] | undefined,
): string {
  const span = answeredSpan(record, true);
  if (kind === "use") return utilisationText(record, summary, span);
  if (kind === "wait") return waitText(record, summary, span);
  if (kind === "media") return mediaText(summary, groups);
  if (kind === "video") return videoText(summary);
  if (kind === "pages") return pagesText(summary);
  const isNamed = typeof kind === "object";
  // Rates of different times cannot be compared.
  const shared = commonSpan(record, true);
  const flows = shared ? readAt(record, membersOf(record), shared.to, 1, shared.from).flows : [];
  const goodputs = new Map(flows.map(({ member, goodput }) => [member.id, goodput]));
  const measured = groups.filter(({ members }) => members[0]?.role === "measured");
  const compared = isNamed ? measured.filter(({ id }) => kind.includes(id)) : measured;
  const amounts = compared
    .map(({ label, members }) => ({ label, goodput: mean(members, (m) => goodputs.get(m.id)) ?? 0 }))
    .sort((a, b) => b.goodput - a.goodput);
  const [most, least] = [amounts[0], amounts.at(-1)];
  if (!shared || !most || !least || most === least) return utilisationText(record, summary, span);
  if (most.goodput === 0) return faceTexts.answers.nothing;
  const ratio = most.goodput / least.goodput;
  const isAll = amounts.length > 2 && amounts.length === measured.length;
  const text =
    ratio < SAME
      ? sameText(amounts.map(({ label }) => label))
      : least.goodput === 0
        ? faceTexts.answers.getsNothing({
            name: least.label,
            other: most.label,
            rate: formatQuantity(most.goodput, "bit/s"),
          })
        : faceTexts.answers[isAll ? "most" : "more"]({
            name: most.label,
            times: significant(ratio, 2),
            other: least.label,
          });
  const others = isNamed ? [] : backgroundTexts(groups, flows);
  const variations = kind === "smooth" ? measured.map((group) => variationText(record, group, shared)) : [];
  return [text, ...others, ...(variations.length > 0 ? [variations.join(", ")] : [])].join("; ");
}

/** The frames of each flow with media, over the measurement window. */
function mediaText({ flows }: RunSummary, groups: readonly FlowGroup[]): string {
  const texts = groups.flatMap(({ label, members }) => {
    const flow = flows.find(({ id, media }) => id === members[0]?.id && media);
    const text = (id: string): string => textIn("media", id, flow);
    const words = { share: text("on_time_share"), delay: text("delay_ms") };
    return flow ? [{ name: label, text: faceTexts.answers.media(words) }] : [];
  });
  return texts.map((of) => (texts.length === 1 ? of.text : chartTexts.named(of))).join("; ");
}

/** How long the picture of the first flow with adaptive video stalled, and its bit rate, over the measurement window. */
function videoText({ flows }: RunSummary): string {
  const flow = flows.find(({ video }) => video);
  const text = (id: string): string => textIn("video", id, flow);
  if (!flow?.video) return "";
  const words = { stalled: text("video_stalled_s"), rate: text("video_rate_bps") };
  return flow.video.stalls > 0 ? faceTexts.answers.video(words) : faceTexts.answers.smoothVideo(words);
}

/** How long the transfers of the first entry that has some took, over the measurement window. */
function pagesText({ transfers }: RunSummary): string {
  const [of] = transfers;
  const text = (id: string): string => textIn("transfers", id, of);
  const words = { time: text("transfer_p50_s"), longest: text("transfer_max_s") };
  return of?.completion_s ? faceTexts.answers.pages(words) : faceTexts.answers.noPage;
}

const sameText = (labels: readonly string[]): string =>
  labels.length > MOST_NAMES
    ? faceTexts.answers.all
    : faceTexts.answers.same({ name: labels.slice(0, -1).join(", "), other: labels.at(-1) ?? "" });

/** The goodput of traffic that is not compared, such as UDP in the background. */
function backgroundTexts(groups: readonly FlowGroup[], flows: readonly FlowReading[]): readonly string[] {
  return groups.flatMap(({ label, members }) => {
    if (members[0]?.role !== "background") return [];
    const ids = new Set(members.map(({ id }) => id));
    const share = sum(flows, ({ member, linkShare }) => (ids.has(member.id) ? linkShare : 0));
    const goodput = sum(flows, ({ member, goodput }) => (ids.has(member.id) ? goodput : 0));
    return share < NOTABLE
      ? []
      : [faceTexts.answers.gets({ name: label, rate: formatQuantity(goodput, "bit/s") })];
  });
}

/** How much the goodput of a flow varies from second to second: its standard deviation relative to its mean. */
function variationText(record: RunRecord, { label, members }: FlowGroup, { from, to }: Span): string {
  const times = range(from + SECOND, to + 1e-9, SECOND);
  const [entity = ""] = members.map((member) => member.entity);
  const rates = curveValues(record, entity, "delivered", SECOND, times);
  return faceTexts.answers.varies({
    name: label,
    percent: formatPercent((deviation(rates) ?? 0) / (mean(rates) || 1), 2),
  });
}

/** The link whose packets wait the longest, with their mean wait in seconds. */
function slowest(
  record: RunRecord,
  { from, to }: Span,
): { readonly id: string; readonly wait: number } | undefined {
  const waits = record.derived.links.map(({ id }) => ({ id, wait: meanWait(record, id, from, to) }));
  return waits[maxIndex(waits, ({ wait }) => wait)];
}

/** The name of a link direction if data crosses several, else null. */
function nameIfSeveral(record: RunRecord, id: string): string | null {
  const crossed = new Set(membersOf(record).flatMap(({ route }) => route));
  return crossed.size > 1 || !crossed.has(id) ? linkLabel(id) : null;
}

/** The number of a link that the summary states, if it covers the same part of the run. */
function stated(number: RunNumber, { window, links }: RunSummary, link: string, span: Span): number | null {
  const isSame = window[0] === span.from && window[1] === span.to;
  return isSame
    ? readNumber(
        number,
        links.find(({ id }) => id === link),
      )
    : null;
}

function utilisationText(record: RunRecord, summary: RunSummary, span: Span): string {
  const id = slowest(record, span)?.id;
  if (id === undefined) return "";
  const number = numberOf("link", "utilisation");
  const bits = bitsBetween(rateStepsOf(record, id), span.from, span.to);
  const value = stated(number, summary, id, span) ?? utilisation(record, id, bits, span.from, span.to);
  const text = { percent: numberText(number, value), link: nameIfSeveral(record, id) };
  return Number.isNaN(value) ? "" : faceTexts.answers.use(text);
}

function waitText(record: RunRecord, summary: RunSummary, span: Span): string {
  const { id = "", wait = Number.NaN } = slowest(record, span) ?? {};
  const number = numberOf("link", "queue_delay_ms");
  const value = stated(number, summary, id, span) ?? wait * 1000;
  const text = { time: numberText(number, value), link: nameIfSeveral(record, id) };
  return Number.isNaN(value) ? "" : faceTexts.answers.wait(text);
}

// Results of transfers and of media, from a run's summary: how many transfers were completed and how long they took, how many
// frames arrived on time and how long playback stalled (docs/scenario.md, "Sources").
import type {
  DistributionAndMin,
  MediaSummary,
  RunSummary,
  ScenarioDocument,
  TransfersSummary,
} from "../../generated/types.ts";
import { formatPercent, formatQuantity, groupDigits } from "../../scenario/units.ts";

/** The transfers of one entry of the flows of a document. */
export interface TransferRow {
  readonly id: string;
  readonly label: string;
  /** The number of flows that make the transfers. */
  readonly members: number;
  readonly transfers: TransfersSummary;
}

export interface MediaRow {
  readonly id: string;
  readonly label: string;
  readonly media: MediaSummary;
}

const entryOf = (id: string): string => id.replace(/\.\d+$/, "");

/** One row for each entry of the document that makes transfers. The simulator has merged the members of an entry. */
export function transferRows(summary: RunSummary, doc: ScenarioDocument): readonly TransferRow[] {
  const labels = new Map((doc.flows ?? []).map((flow) => [flow.id, flow.label || flow.id]));
  return (summary.transfers ?? []).map((transfers) => {
    const id = transfers.id ?? "";
    const members = summary.flows.filter((flow) => flow.id === id || entryOf(flow.id) === id).length;
    return { id, label: labels.get(id) ?? id, members: Math.max(1, members), transfers };
  });
}

export function mediaRows(summary: RunSummary): readonly MediaRow[] {
  return summary.flows.flatMap((flow) =>
    flow.media ? [{ id: flow.id, label: flow.label || flow.id, media: flow.media }] : [],
  );
}

/**
 * The number of frames whose outcome is known. Frames that are in flight at the end of the window are neither on time nor late.
 */
export function framesWithOutcome(media: MediaSummary): number {
  return media.on_time + media.late + media.missing + media.given_up;
}

/** The share of frames that arrived on time among the frames whose outcome is known. Null if there are none. */
export function onTimeShare(media: MediaSummary): number | null {
  const frameCount = framesWithOutcome(media);
  return frameCount > 0 ? media.on_time / frameCount : null;
}

const completionTimesText = (spread: Pick<DistributionAndMin, "p50" | "p95" | "max">): string =>
  [
    typeof spread.p50 === "number" ? `half of them within ${formatQuantity(spread.p50, "s")}` : "",
    typeof spread.p95 === "number" ? `95\u202f% within ${formatQuantity(spread.p95, "s")}` : "",
    typeof spread.max === "number" ? `the longest took ${formatQuantity(spread.max, "s")}` : "",
  ]
    .filter((part) => part !== "")
    .join(", ");

/** Transfers and media as sentences, one for each flow that has any. */
export function trafficInWords(summary: RunSummary, doc: ScenarioDocument): readonly string[] {
  const sentences = transferRows(summary, doc).map(({ label, transfers }) => {
    const { begun, count, refused, completion_s: spread } = transfers;
    if (begun === 0) return `${label}: no transfer has started.`;
    const counts = `${label}: ${groupDigits(count)} of ${groupDigits(begun)} transfers finished`;
    const refusedText = refused > 0 ? `; ${groupDigits(refused)} were refused because the pool was full` : "";
    return `${counts}${spread ? `, ${count === 1 && typeof spread.max === "number" ? `in ${formatQuantity(spread.max, "s")}` : completionTimesText(spread)}` : ""}${refusedText}.`;
  });
  for (const { label, media } of mediaRows(summary)) {
    const frameCount = framesWithOutcome(media);
    if (frameCount === 0) continue;
    const stallText =
      media.stalls === 0
        ? "playback never stalled"
        : `playback stalled ${media.stalls === 1 ? "once" : `${groupDigits(media.stalls)} times`}, for ${formatQuantity(media.stalled_s, "s")} in total`;
    sentences.push(
      `${label}: ${formatPercent(onTimeShare(media))} of ${groupDigits(frameCount)} frames arrived on time; ${stallText}.`,
    );
  }
  return sentences;
}

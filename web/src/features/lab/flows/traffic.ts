// The results of transfers and of media in a run's summary: how many transfers were completed and how long
// they took, how many frames arrived on time and how long playback stalled (docs/scenario.md, "Sources").
import type {
  DistributionAndMin,
  FlowSummary,
  MediaSummary,
  RunSummary,
  ScenarioDocument,
  TransfersSummary,
  VideoSummary,
} from "../../../generated/types.ts";
import { labelOfId } from "../../../scenario/flowLabel.ts";
import { textIn } from "../../../scenario/numbers.ts";
import { formatQuantity, groupDigits } from "../../../scenario/units.ts";
import { sentenceTexts } from "./texts/index.ts";

/** The transfers of one entry of a document's `flows`. */
export interface TransferRow {
  readonly id: string;
  readonly label: string;
  /** The number of flows of the entry. */
  readonly members: number;
  readonly transfers: TransfersSummary;
}

export interface VideoRow {
  readonly id: string;
  readonly label: string;
  readonly video: VideoSummary;
}

export interface MediaRow {
  readonly id: string;
  readonly label: string;
  readonly media: MediaSummary;
}

/** Whether the packets of a flow have one-way delays, because it has media or sends each packet only once. */
export const hasOneWayDelays = (flow: FlowSummary): boolean => Boolean(flow.one_way_delay_ms);

/** The maximum number of flows with a sentence about their packets, and of films with a sentence. */
const MOST_SENTENCES = 6;

const entryIdOf = (flowId: string): string => flowId.replace(/\.\d+$/, "");

/**
 * One row for each entry that makes transfers. The summary contains the transfers of all members of an entry
 * together.
 */
export function transferRows(summary: RunSummary, doc: ScenarioDocument): readonly TransferRow[] {
  return (summary.transfers ?? []).map((transfers) => {
    const id = transfers.id ?? "";
    const members = summary.flows.filter((flow) => flow.id === id || entryIdOf(flow.id) === id).length;
    return { id, label: labelOfId(id, doc), members: Math.max(1, members), transfers };
  });
}

export function mediaRows(summary: RunSummary): readonly MediaRow[] {
  return summary.flows.flatMap((flow) =>
    flow.media ? [{ id: flow.id, label: flow.label || flow.id, media: flow.media }] : [],
  );
}

export function videoRows(summary: RunSummary): readonly VideoRow[] {
  return summary.flows.flatMap((flow) =>
    flow.video ? [{ id: flow.id, label: flow.label || flow.id, video: flow.video }] : [],
  );
}

/** How often and for how long playback stalled, in words. */
const stallsText = ({ stalls, stalled_s }: Pick<MediaSummary, "stalls" | "stalled_s">): string =>
  stalls === 0
    ? sentenceTexts.noStall
    : sentenceTexts.stalls({
        n: stalls,
        count: groupDigits(stalls),
        time: formatQuantity(stalled_s, "s"),
      });

/**
 * The number of frames that arrived on time, late or never, or were skipped. Frames that are in flight at the
 * end of the measurement window do not count.
 */
export function framesWithOutcome(media: MediaSummary): number {
  return media.on_time + media.late + media.missing + media.given_up;
}

const completionTimesText = (times: Pick<DistributionAndMin, "p50" | "p95" | "max">): string =>
  [
    typeof times.p50 === "number" ? sentenceTexts.half({ time: formatQuantity(times.p50, "s") }) : "",
    typeof times.p95 === "number" ? sentenceTexts.most({ time: formatQuantity(times.p95, "s") }) : "",
    typeof times.max === "number" ? sentenceTexts.longest({ time: formatQuantity(times.max, "s") }) : "",
  ]
    .filter((part) => part !== "")
    .join(", ");

/**
 * Transfers and media in words: one sentence for each entry with transfers, then one for each flow with
 * media, then one about the delays of each flow that has them.
 */
export function trafficInWords(summary: RunSummary, doc: ScenarioDocument): readonly string[] {
  const sentences = transferRows(summary, doc).map(({ label, transfers }) => {
    const { begun, count, refused, completion_s: times } = transfers;
    if (begun === 0) return sentenceTexts.noTransfer({ label });
    const counts = sentenceTexts.transfers({
      label,
      finished: groupDigits(count),
      begun: groupDigits(begun),
    });
    const refusedText = refused > 0 ? sentenceTexts.refused({ n: groupDigits(refused) }) : "";
    const isOne = count === 1 && typeof times?.max === "number";
    const timesText = isOne
      ? sentenceTexts.inTime({ time: formatQuantity(times.max, "s") })
      : times && completionTimesText(times);
    return `${counts}${timesText ? `, ${timesText}` : ""}${refusedText}.`;
  });
  for (const { label, media } of mediaRows(summary)) {
    const frameCount = framesWithOutcome(media);
    if (frameCount === 0) continue;
    sentences.push(
      sentenceTexts.frames({
        label,
        share: textIn("media", "on_time_share", { media }),
        stalls: stallsText(media),
      }),
    );
  }
  for (const { label, video } of videoRows(summary).slice(0, MOST_SENTENCES)) {
    const { startup_s: startup, switches } = video;
    sentences.push(
      startup === null
        ? sentenceTexts.noPicture({ label })
        : sentenceTexts.video({
            label,
            startup: formatQuantity(startup, "s"),
            stalls: stallsText(video),
            rate: textIn("video", "video_rate_bps", { video }),
            n: switches,
            switches: groupDigits(switches),
          }),
    );
  }
  for (const flow of summary.flows.filter(hasOneWayDelays).slice(0, MOST_SENTENCES))
    sentences.push(
      sentenceTexts.packets({
        label: flow.label || flow.id,
        mean: textIn("packets", "one_way_delay_ms", flow),
        p95: textIn("packets", "one_way_delay_p95_ms", flow),
        loss: textIn("flow", "loss_fraction", flow),
      }),
    );
  return sentences;
}

// The down times of links, which charts and the scrubber shade, and the times of timeline changes, which
// charts mark with thin lines.
import type { TimeBand } from "../../../charts/index.ts";
import { chartTexts } from "../../../charts/texts/index.ts";
import type { RunRecord } from "../../../engine/types.ts";
import { downTimes } from "../../../scenario/schedule.ts";
import { rateStepsOf } from "./fairShares.ts";

type RunDescription = Pick<RunRecord, "document" | "derived" | "duration" | "rates">;

/**
 * The maximum number of links that the label of a band names. If more links are down, the label gives their
 * number.
 */
const MAX_NAMED = 2;
/** The maximum number of bands. More bands could not be distinguished. */
const MAX_BANDS = 200;

/**
 * The times when the link direction `onlyLink` is down or, without it, when at least one link direction is
 * down. Overlapping outages form one band. Its label names the links, except the only link of a dumbbell and
 * `onlyLink`.
 */
export function outageBands(
  record: RunDescription,
  nameOf: (link: string) => string,
  onlyLink?: string,
): readonly TimeBand[] {
  const downs = record.derived.links
    .filter(({ id }) => onlyLink === undefined || id === onlyLink)
    .flatMap(({ id }) => downTimes(rateStepsOf(record, id), record.duration).map((span) => ({ id, span })))
    .sort((a, b) => a.span[0] - b.span[0]);
  // The link directions of a dumbbell are "forward" and "reverse"; ids with a dot, such as "a.forward",
  // belong to larger networks.
  const isDumbbell = record.derived.links.every(({ id }) => !id.includes("."));
  const bands: { span: [number, number]; links: Set<string> }[] = [];
  for (const { id, span } of downs) {
    const last = bands.at(-1);
    if (last && span[0] <= last.span[1]) {
      last.span[1] = Math.max(last.span[1], span[1]);
      last.links.add(id);
    } else bands.push({ span: [span[0], span[1]], links: new Set([id]) });
  }
  return bands.slice(0, MAX_BANDS).map(({ span: [from, to], links }) => {
    const omitsName =
      (onlyLink !== undefined || isDumbbell) && links.size === 1 && links.has(onlyLink ?? "forward");
    const names = [...links].map(nameOf);
    const downLinks = names.length > MAX_NAMED ? chartTexts.links({ n: names.length }) : names.join(", ");
    return { from, to, label: omitsName ? chartTexts.down : chartTexts.linkDown({ links: downLinks }) };
  });
}

/**
 * The times of the changes in the timeline, each once. Changes at time 0 or at the end of the run are left
 * out, and so are the moves of a window by hand, which may be hundreds and are what the chart of windows shows.
 */
export function changeTimes(record: RunDescription): readonly number[] {
  const { flows = [], timeline = [] } = record.document;
  const moves = new Set(
    flows.flatMap(({ id, algorithm }) => (algorithm === "hand" ? [`flows.${id}.params.window`] : [])),
  );
  const changes = timeline.filter(({ set }) => !moves.has(set));
  return [...new Set(changes.map((entry) => entry.at))].filter((at) => at > 0 && at < record.duration);
}

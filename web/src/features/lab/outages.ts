// When links of a run are down and when its settings change, for the shaded times and the thin lines of charts and scrubber.
import type { TimeBand } from "../../charts/index.ts";
import type { RunRecord } from "../../engine/types.ts";
import { downTimes } from "../../scenario/schedule.ts";
import { stepsOf } from "./fairShares.ts";

type Described = Pick<RunRecord, "document" | "derived" | "duration">;

/** Links named in one label; of more only the number is told. */
const MOST_NAMED = 2;
/** More bands than this tell nobody anything. */
const MOST_BANDS = 200;

/** Shaded times of one direction of a link, or of all; where several are down at once the label names them. */
export function outageBands(
  record: Described,
  nameOf: (link: string) => string,
  only?: string,
): readonly TimeBand[] {
  const downs = record.derived.links
    .filter(({ id }) => only === undefined || id === only)
    .flatMap(({ id }) => downTimes(stepsOf(record, id), record.duration).map((span) => ({ id, span })))
    .sort((a, b) => a.span[0] - b.span[0]);
  const single = only !== undefined || record.derived.links.every(({ id }) => !id.includes("."));
  const bands: { span: [number, number]; links: Set<string> }[] = [];
  for (const { id, span } of downs) {
    const last = bands.at(-1);
    if (last && span[0] <= last.span[1]) {
      last.span[1] = Math.max(last.span[1], span[1]);
      last.links.add(id);
    } else bands.push({ span: [span[0], span[1]], links: new Set([id]) });
  }
  return bands.slice(0, MOST_BANDS).map(({ span: [from, to], links }) => {
    const plain = single && links.size === 1 && links.has(only ?? "forward");
    const names = [...links].map(nameOf);
    const who = names.length > MOST_NAMED ? `${names.length} links` : names.join(", ");
    return { from, to, label: plain ? "down" : `${who} down` };
  });
}

/** Moments at which the timeline changes something. */
export function changeMoments(record: Described): readonly number[] {
  return [...new Set((record.document.timeline ?? []).map((entry) => entry.at))].filter(
    (at) => at > 0 && at < record.duration,
  );
}

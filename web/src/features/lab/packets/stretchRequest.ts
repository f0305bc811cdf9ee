// Which stretch of a run is recorded for a visible window.
import type { StretchAnswer, StretchRequest } from "../../../engine/packets/types.ts";

const NS = 1e9;
/**
 * The stretch begins before the visible window and ends after it by this share of the window, so that small
 * moves need no new stretch.
 */
const MARGIN = 0.5;
/** Windows of more than this share of the run are recorded without margins. */
const LARGE = 0.3;

/** The stretch for a visible window in seconds. */
export function requestFor(
  common: Pick<StretchRequest, "view" | "subject" | "maxRows">,
  [from, to]: readonly [number, number],
  duration: number,
): StretchRequest {
  const margin = to - from > LARGE * duration ? 0 : MARGIN * (to - from);
  return {
    ...common,
    from: Math.max(0, Math.floor((from - margin) * NS)),
    to: Math.ceil(Math.min(duration, to + margin) * NS),
  };
}

/** Whether an answer contains every packet of a visible window in seconds. */
export const isCovered = (answer: StretchAnswer | null, [from, to]: readonly [number, number]): boolean =>
  answer !== null &&
  answer.request.from <= from * NS &&
  Math.min(answer.request.to, answer.reached) >= Math.floor(to * NS);

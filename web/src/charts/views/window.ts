// The window of time that a view covers.
import type { TimeState } from "../timeView.ts";
import type { Span, View } from "./types.ts";

/**
 * The window in seconds, up to the computed time at most:
 * - A view over time covers the visible window.
 * - If an interval is selected, other views cover the selection.
 * - While the charts are zoomed, they cover the visible window up to the playhead, or all of it if the
 *   playhead is before it.
 * - Otherwise they cover the run from `view.from` up to the playhead.
 */
export function viewWindow(
  { domain, brush, playhead, duration }: Pick<TimeState, "domain" | "brush" | "playhead" | "duration">,
  view: Pick<View, "overTime" | "from" | "computedTo">,
): Span {
  const end = view.computedTo();
  if (view.overTime) return [domain[0], Math.min(domain[1], end)];
  if (brush !== null) return [brush[0], Math.min(brush[1], end)];
  const isZoomed = domain[0] > 0 || domain[1] < duration;
  if (isZoomed) return [domain[0], Math.min(playhead > domain[0] ? playhead : domain[1], domain[1], end)];
  const to = Math.min(playhead, end);
  return [to > view.from ? view.from : 0, to];
}

// The view of a share link: the playhead while playback is paused, the zoom, the selection, the charts, the
// opened groups and the layout.
import type { TimeView } from "../../../charts/timeView.ts";
import { panels } from "../../../extension/installed.ts";
import type { LinkView } from "../../../scenario/shareLink.ts";
import type { LabStore } from "./labStore.ts";
import type { Playback } from "./playback.ts";
import { DEFAULT_CHARTS, knownCharts } from "./shownCharts.ts";

/** Times that differ by less than this are equal, in seconds. */
const TIME_TOLERANCE = 1e-9;

/**
 * A special name in a link's list of charts: the numbers cover the whole run. Older versions ignore unknown
 * names.
 */
const WHOLE_RUN = "whole";
/** The beginning of another such name, which contains the link whose queue is shown. */
const QUEUE_OF = "of:";
const DEFAULT_QUEUE = "forward";

/** A time in seconds, rounded to whole microseconds. */
const roundToMicroseconds = (t: number): number => Math.round(t * 1e6) / 1e6;

/** The view that a link to the current state contains. */
export function linkViewOf(timeView: TimeView, store: LabStore): LinkView {
  const { domain, brush, duration, playhead } = timeView.state;
  // A link that is created at the end of a run contains no playhead, so that it plays the run from the start.
  const { playing, charts, openGroups, coversWholeRun, chosenQueue, layout } = store.getState();
  const { pinned, panel, panelShows } = store.getState();
  const choices = [
    ...(coversWholeRun ? [WHOLE_RUN] : []),
    ...(chosenQueue === DEFAULT_QUEUE ? [] : [`${QUEUE_OF}${chosenQueue}`]),
  ];
  const paused = !playing && playhead < duration - TIME_TOLERANCE;
  return {
    ...(paused ? { t: roundToMicroseconds(playhead) } : {}),
    ...(timeView.isZoomed
      ? { z: [roundToMicroseconds(domain[0]), roundToMicroseconds(domain[1])] as const }
      : {}),
    ...(brush ? { b: [brush[0], brush[1]].map(roundToMicroseconds) as [number, number] } : {}),
    ...(charts.join() === DEFAULT_CHARTS.join() && choices.length === 0
      ? {}
      : { c: [...charts, ...choices] }),
    ...(openGroups.length > 0 ? { o: openGroups } : {}),
    ...(layout ? { l: layout } : {}),
    ...(pinned && !pinned.ofExample && panel ? { k: [panel, ...panelShows] } : {}),
  };
}

/**
 * Applies the view of a link: the charts, the opened groups, the zoom, the selection, and the playhead with
 * playback paused.
 */
export function applyLinkView(view: LinkView, timeView: TimeView, playback: Playback, store: LabStore): void {
  const charts = knownCharts(view.c ?? []);
  if (charts) store.setState({ charts });
  const queueOf = view.c?.find((name) => name.startsWith(QUEUE_OF));
  store.setState({
    coversWholeRun: view.c?.includes(WHOLE_RUN) ?? false,
    chosenQueue: queueOf?.slice(QUEUE_OF.length) ?? DEFAULT_QUEUE,
  });
  const [panel, ...panelShows] = view.k ?? [];
  if (panel !== undefined && panels().some(({ id }) => id === panel)) store.setState({ panel, panelShows });
  if (view.o) store.setState({ openGroups: view.o });
  if (view.z) timeView.setDomain(view.z[0], view.z[1]);
  if (view.b) timeView.setBrush(view.b);
  if (view.t === undefined) return;
  if (playback.playing) playback.pause();
  playback.seek(view.t);
}

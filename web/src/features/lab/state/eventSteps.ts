// Moves the playhead from event to event, for keyboard shortcuts.
import { EVENT_COLUMNS, EventCode } from "../../../generated/constants.ts";
import type { LabSession } from "./session.ts";

/** The codes of the events at which the playhead stops. */
const STEP_EVENTS: ReadonlySet<number> = new Set([
  EventCode.drop,
  EventCode.loss,
  EventCode.timeout,
  EventCode.timelineChange,
]);

/** An event counts as being at the playhead if their times differ by less than this, in simulated seconds. */
const TIME_TOLERANCE = 1e-6;

/**
 * Pauses playback, and moves the playhead to the next or the previous drop, loss, timeout or timeline change.
 * Does nothing if there is no such event in that direction.
 */
export function stepToEvent({ store, playback }: LabSession, direction: 1 | -1): void {
  const events = store.getState().run?.record.events;
  if (!events) return;
  const now = playback.time;
  let found: number | null = null;
  for (let i = 0; i < events.rows; i++) {
    const t = events.data[i * EVENT_COLUMNS] ?? 0;
    if (!STEP_EVENTS.has(events.data[i * EVENT_COLUMNS + 1] ?? 0)) continue;
    if (direction < 0 && t < now - TIME_TOLERANCE) found = t;
    if (direction > 0 && t > now + TIME_TOLERANCE) {
      found = t;
      break;
    }
    if (direction < 0 && t >= now) break;
  }
  if (found === null) return;
  playback.pause();
  playback.seek(found);
}

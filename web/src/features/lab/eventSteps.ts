// Stepping from event to event with the keyboard.
import { EVENT_COLUMNS, EventCode } from "../../generated/constants.ts";
import type { LabSession } from "./state/session.ts";

const STEP_EVENTS: ReadonlySet<number> = new Set([
  EventCode.drop,
  EventCode.loss,
  EventCode.timeout,
  EventCode.timelineChange,
]);

/** Events whose time differs from the playhead by less than this are at the playhead, in seconds. */
const TIME_TOLERANCE = 1e-6;

/** Pauses playback, and moves the playhead to the next or the previous loss, timeout or change. Does nothing if there is none. */
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

// Until somebody moves the playhead or plays, an embedded view shows its complete run, as a picture in a text
// would.
import type { LabSession } from "../lab/state/session.ts";

export class Poster {
  readonly #session: LabSession;
  #shows: boolean;

  /** `shows` is false if the view plays at once, or if its link states a moment. */
  constructor(session: LabSession, shows: boolean) {
    this.#session = session;
    this.#shows = shows;
  }

  /** Follows the session. Returns the function that stops. */
  start(): () => void {
    const { store, timeView, playback } = this.#session;
    const stops = [
      store.subscribe(({ run, playing }, before) => {
        if (playing && !before.playing) this.leave();
        if (this.#shows && run?.outcome && run !== before.run) playback.seek(run.record.duration);
      }),
      timeView.subscribe((now, before) => {
        const moved = now.playhead !== before.playhead && now.duration === before.duration;
        if (moved && now.playhead < now.duration && now.playhead > 0) this.leave();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** Leaves the playhead to the reader. */
  leave(): void {
    this.#shows = false;
  }

  /** Shows the complete run of another scenario, if playback has stopped. */
  reset(): void {
    this.#shows = !this.#session.playback.playing;
  }
}

// Playback moves the playhead over the computed part of the shown run. It never starts or changes a
// simulation.
import { frameLoop, prefersReducedMotion } from "../../../charts/frame.ts";
import type { TimeView } from "../../../charts/timeView.ts";
import { EVENT_COLUMNS, EventCode } from "../../../generated/constants.ts";
import type { LabStore } from "./labStore.ts";

/**
 * A frame advances playback by at most this much wall-clock time. The limit prevents a jump after the tab was
 * suspended.
 */
const MAX_FRAME_MS = 100;
/** The playhead waits at most this long for the picture, in ms. Usually, the picture is ready after a moment. */
const LONGEST_HOLD = 5000;
/** Times that differ by less than this are equal, in seconds. */
const TIME_TOLERANCE = 1e-9;

/** The codes of the events at which the playhead stops. */
const STEP_EVENTS: ReadonlySet<number> = new Set([
  EventCode.drop,
  EventCode.loss,
  EventCode.timeout,
  EventCode.timelineChange,
]);

/** An event counts as being at the playhead if their times differ by less than this, in simulated seconds. */
const EVENT_TOLERANCE = 1e-6;

export class Playback {
  readonly #store: LabStore;
  readonly #timeView: TimeView;
  /** Takes samples of the playhead immediately, so that text shows it without delay. */
  readonly #publish: () => void;
  #stopFrames: (() => void) | null = null;
  /** The wall-clock time in ms until which the playhead waits for the picture. */
  #heldUntil = 0;

  constructor(store: LabStore, timeView: TimeView, publish: () => void) {
    this.#store = store;
    this.#timeView = timeView;
    this.#publish = publish;
  }

  /** The playhead, in simulated seconds. */
  get time(): number {
    return this.#timeView.state.playhead;
  }

  get playing(): boolean {
    return this.#store.getState().playing;
  }

  /** The end of the computed part of the shown run, in simulated seconds. */
  get computedTo(): number {
    return this.#store.getState().run?.record.computedTo ?? 0;
  }

  /** Plays from the playhead, or from the start when the playhead is at the end. */
  play(): void {
    if (this.#stopFrames) return;
    if (this.time >= this.#timeView.state.duration - TIME_TOLERANCE) this.#timeView.setPlayhead(0, true);
    this.#store.setState({ playing: true });
    this.#stopFrames = frameLoop().animate((_now, elapsed) => this.#advance(elapsed));
  }

  /**
   * Plays a scenario that was opened. With reduced motion, nothing moves before the user asks for it: the playhead is at
   * the end, so that the whole run is shown. With `waits`, the playhead waits for the picture (`release`).
   */
  begin(duration: number, waits: boolean): void {
    if (prefersReducedMotion()) {
      this.pause();
      this.#timeView.setDuration(duration);
      this.seek(duration);
      return;
    }
    this.#heldUntil = waits ? performance.now() + LONGEST_HOLD : 0;
    this.play();
  }

  /** Whether the playhead waits for the picture. */
  get isHeld(): boolean {
    return performance.now() < this.#heldUntil;
  }

  /** The picture is ready. */
  release(): void {
    this.#heldUntil = 0;
  }

  pause(): void {
    this.#stopFrames?.();
    this.#stopFrames = null;
    this.#store.setState({ playing: false });
    this.#publish();
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  /** Moves the playhead to the simulated time `t`. If the run is playing, playback continues from `t`. */
  seek(t: number): void {
    this.#timeView.setPlayhead(Math.max(0, Math.min(this.#timeView.state.duration, t)), true);
    frameLoop().request();
    this.#publish();
  }

  /** Pauses, and moves the playhead by `seconds` of simulated time, backwards if negative. */
  step(seconds: number): void {
    this.pause();
    this.seek(Math.round((this.time + seconds) * 1e6) / 1e6);
  }

  /**
   * Pauses, and moves the playhead to the next or the previous drop, loss, timeout or timeline change. Does nothing if
   * there is no such event in that direction.
   */
  stepToEvent(direction: 1 | -1): void {
    const { rows = 0, data = [] } = this.#store.getState().run?.record.events ?? {};
    const now = this.time;
    let found: number | null = null;
    for (let i = 0; i < rows * EVENT_COLUMNS; i += EVENT_COLUMNS) {
      const t = data[i] ?? 0;
      if (!STEP_EVENTS.has(data[i + 1] ?? 0)) continue;
      if (direction < 0 && t < now - EVENT_TOLERANCE) found = t;
      if (direction > 0 && t > now + EVENT_TOLERANCE) {
        found = t;
        break;
      }
      if (direction < 0 && t >= now) break;
    }
    if (found === null) return;
    this.pause();
    this.seek(found);
  }

  /**
   * Pauses at a multiple of 0.1 s, so that an edit "from 12.3 s on" applies at exactly the time that is
   * displayed.
   */
  pauseAtRoundTime(): void {
    this.pause();
    // The displayed time is rounded in the same way.
    this.seek(Number(this.time.toFixed(1)));
  }

  setSpeed(speed: number): void {
    this.#store.setState({ speed });
  }

  #advance(elapsedMs: number): void {
    if (this.isHeld) return;
    const { computedTo } = this;
    const { duration } = this.#timeView.state;
    const { speed } = this.#store.getState();
    const next = this.time + (Math.min(elapsedMs, MAX_FRAME_MS) / 1000) * speed;
    const limit = Math.min(duration, computedTo);
    if (this.time < limit) this.#timeView.setPlayhead(Math.min(next, limit), true);
    if (next >= duration && computedTo >= duration - TIME_TOLERANCE) this.pause();
  }
}

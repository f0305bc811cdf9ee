// Decides when the description of a plot for screen readers is rewritten: every 5 s while the plot changes,
// every second at the beginning, and as soon as the plot stops changing.

/** Time between two summaries of a chart that keeps changing, in ms of wall time. */
const INTERVAL = 5000;
/** The summary is written when the chart has not changed for this many ms. */
const QUIET_TIME = 600;
/** Time between the first summaries, in ms. */
const FIRST_INTERVAL = 1000;
/** The time that a frame is given may be this many ms behind the clock. */
const MAX_FRAME_LAG = 100;
/** Number of summaries to which `FIRST_INTERVAL` applies. */
const FIRST_COUNT = 4;

/** Decides when the summary is written. All times are in ms of wall time. */
export class SummaryPace {
  #writtenAt = Number.NEGATIVE_INFINITY;
  #count = 0;
  /** The time at which the last requested call of `wait` is due. */
  #reminderAt = 0;
  #writtenSubject = "";
  /** The subject of the last call of `wait`, and the time at which it was first seen. */
  #seenSubject = "";
  #seenAt = 0;

  /**
   * `subject` is a text that changes whenever the chart changes. Returns 0 if a summary must be written now,
   * or the number of ms after which to call again. A negative result means that no call is needed, because
   * the summary is already written or a call is already due.
   */
  wait(subject: string, now: number): number {
    if (subject === this.#writtenSubject) return -1;
    if (subject !== this.#seenSubject) {
      this.#seenSubject = subject;
      this.#seenAt = now;
    }
    const interval = this.#count < FIRST_COUNT ? FIRST_INTERVAL : INTERVAL;
    // All charts write at multiples of the interval, so that their summaries end at the same time.
    const due = (Math.floor(this.#writtenAt / interval) + 1) * interval;
    const wait = Math.min(this.#seenAt + QUIET_TIME, due) - now;
    if (wait > 0) {
      // One reminder at a time is enough. The time of a frame may be before the due time of the reminder that
      // requested the frame. A reminder that is nearly due therefore counts as past.
      if (this.#reminderAt > now + MAX_FRAME_LAG) return -1;
      this.#reminderAt = now + wait + 1;
      return wait + 1;
    }
    this.#reminderAt = 0;
    this.#writtenSubject = subject;
    return 0;
  }

  /** Starts as for a new chart, because the chart shows another run. */
  restart(now: number): void {
    this.#writtenAt = now;
    this.#count = 0;
    this.#reminderAt = 0;
    this.#writtenSubject = "";
  }

  /** Records that a summary of a chart with data was written. */
  recordWritten(now: number): void {
    this.#writtenAt = now;
    this.#count += 1;
  }
}

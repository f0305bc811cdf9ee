// When the summary of a chart for screen readers is rewritten: at most every few seconds, sooner when the picture comes to
// rest, and at the beginning, when it soon means nothing any more.

/** Milliseconds. */
const PACE = 5000;
const REST = 600;
const SOON = 1000;
/** By so much a frame's time may lie behind. */
const LATE = 100;
/** So many summaries come soon. */
const FIRST = 4;

export class SummaryPace {
  #at = Number.NEGATIVE_INFINITY;
  #times = 0;
  #due = 0;
  #told = "";
  #seen = "";
  #since = 0;

  /**
   * 0 when a summary of what is shown (`about`) is to be written now; else how long to wait, or less than 0 when there is
   * nothing to wait for: it was told already, or a reminder is under way.
   */
  wait(about: string, now: number): number {
    if (about === this.#told) return -1;
    if (about !== this.#seen) {
      this.#seen = about;
      this.#since = now;
    }
    const pace = this.#times < FIRST ? SOON : PACE;
    const wait = Math.min(this.#since + REST, this.#at + pace) - now;
    if (wait > 0) {
      // One reminder is under way at a time: while it plays, frames come anyway. A frame's time may lie before that of the
      // reminder that asked for it, so one that is nearly due is not relied upon.
      if (this.#due > now + LATE) return -1;
      this.#due = now + wait + 1;
      return wait + 1;
    }
    this.#due = 0;
    this.#told = about;
    return 0;
  }

  /** Something was told. */
  said(now: number): void {
    this.#at = now;
    this.#times += 1;
  }
}

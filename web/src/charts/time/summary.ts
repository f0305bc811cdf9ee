// The summary of a time chart for screen readers, and when it is rewritten: at most every few seconds, sooner when the picture
// comes to rest, and at the beginning, when it is soon out of date.
import { max } from "d3-array";
import { text } from "../core/dom.ts";
import type { ChartContext } from "./context.ts";
import { describeBands, describeChart } from "./words.ts";

/** Milliseconds between two summaries, of rest before one, and between the first ones. */
const PACE = 5000;
const REST = 600;
const SOON = 1000;
/** How far the time of a frame may lie behind the clock. */
const LATE = 100;
/** How many summaries come soon. */
const FIRST = 4;

export class SummaryPace {
  #writtenAt = Number.NEGATIVE_INFINITY;
  #count = 0;
  #reminderAt = 0;
  #written = "";
  #seen = "";
  #since = 0;

  /**
   * 0 when a summary of `subject` is to be written now; otherwise how long to wait; less than 0 when there is nothing to
   * wait for, because it is written already or a reminder is under way.
   */
  wait(subject: string, now: number): number {
    if (subject === this.#written) return -1;
    if (subject !== this.#seen) {
      this.#seen = subject;
      this.#since = now;
    }
    const pace = this.#count < FIRST ? SOON : PACE;
    const wait = Math.min(this.#since + REST, this.#writtenAt + pace) - now;
    if (wait > 0) {
      // One reminder at a time: frames come anyway during playback. The time of a frame may lie before that of the reminder
      // that requested it, so a reminder that is nearly due does not count.
      if (this.#reminderAt > now + LATE) return -1;
      this.#reminderAt = now + wait + 1;
      return wait + 1;
    }
    this.#reminderAt = 0;
    this.#written = subject;
    return 0;
  }

  /** A summary was written, and it was not empty. */
  wrote(now: number): void {
    this.#writtenAt = now;
    this.#count += 1;
  }
}

export class Summary {
  readonly #chart: ChartContext;
  readonly #pace = new SummaryPace();

  constructor(chart: ChartContext) {
    this.#chart = chart;
  }

  /** Rewrites the summary if it is due. */
  follow(now: number): void {
    const { layer, loop, options } = this.#chart;
    const { domain, playhead } = options.timeView.state;
    const end = max(layer.lines, ({ trace }) => trace.end) ?? 0;
    const subject = `${domain.join()} ${playhead} ${layer.lines.length} ${end} ${options.title}`;
    const wait = this.#pace.wait(subject, now);
    if (wait > 0) loop.requestAfter(wait);
    if (wait !== 0) return;
    this.write();
    if (!Number.isNaN(layer.largest())) this.#pace.wrote(now);
  }

  write(): void {
    text(this.#chart.elements.summary, this.describe());
  }

  /** A paragraph about the visible window up to the playhead. */
  describe(): string {
    const { layer, data, options } = this.#chart;
    const { domain, playhead } = options.timeView.state;
    const to = Math.max(domain[0], Math.min(domain[1], playhead));
    const lines = describeChart(options.title, options.unit, layer.live, data.marks ?? null, domain[0], to);
    return `${lines}${describeBands(data.bands ?? [], domain[0], to)}`;
  }
}

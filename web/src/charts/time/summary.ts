// The summary of a time chart for screen readers. It is rewritten every 5 s while the chart changes, every
// second at the beginning, and as soon as the chart stops changing.
import { max } from "d3-array";
import { setText } from "../core/dom.ts";
import type { ChartContext } from "./context.ts";
import { describeBands, describeChart } from "./words.ts";

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

export class Summary {
  readonly #chart: ChartContext;
  readonly #pace = new SummaryPace();
  /** The data when `follow` was last called, and how often they have changed. */
  #data: ChartContext["data"] | null = null;
  #dataCount = 0;
  /** The run that the chart showed when `follow` was last called. */
  #run: object | null = null;

  constructor(chart: ChartContext) {
    this.#chart = chart;
  }

  /** Rewrites the summary if it is due, or requests a frame for that. */
  follow(now: number): void {
    const { layer, loop, options } = this.#chart;
    const { domain, playhead } = options.timeView.state;
    // The run of an edited scenario may have as many lines and the same end as the run before.
    const end = max(layer.lines, ({ trace }) => trace.end) ?? 0;
    if (this.#chart.data !== this.#data) {
      this.#data = this.#chart.data;
      this.#dataCount += 1;
    }
    const run = this.#chart.data.lines.find(({ ghost }) => !ghost)?.run ?? null;
    if (run !== this.#run) {
      // The summary of the run before is no longer true.
      this.#run = run;
      this.#pace.restart(now);
      setText(this.#chart.elements.summary, "");
    }
    const subject = `${domain.join()} ${playhead} ${this.#dataCount} ${end} ${options.title}`;
    const wait = this.#pace.wait(subject, now);
    if (wait > 0) loop.requestAfter(wait);
    if (wait !== 0) return;
    this.write();
    if (!Number.isNaN(layer.largest())) this.#pace.recordWritten(now);
  }

  write(): void {
    setText(this.#chart.elements.summary, this.describe());
  }

  /**
   * A paragraph about the part of the visible window before the playhead or, for a picture, about all of the
   * window.
   */
  describe(coversWindow = false): string {
    const { layer, data, options } = this.#chart;
    const { domain, playhead } = options.timeView.state;
    const computedTo = max(layer.currentLines, ({ trace }) => trace.end) ?? 0;
    const to = Math.max(domain[0], Math.min(domain[1], coversWindow ? computedTo : playhead));
    const lines = describeChart(
      options.title,
      options.unit,
      layer.currentLines,
      data.events ?? null,
      domain[0],
      to,
    );
    return `${lines}${describeBands(data.bands ?? [], domain[0], to)}`;
  }
}

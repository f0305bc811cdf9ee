// The playhead moves with every frame, and a record grows up to thirty times a second. Charts are drawn that
// often, but texts need not be rendered that often. A sampler publishes the playhead and the progress of the
// record a few times a second, as an external store for `useSyncExternalStore`.

export interface Sample {
  /** The simulated time at which the playhead is, in seconds. */
  readonly playhead: number;
  /** The version of the shown run's record, which increases when the record changes. 0 if there is no run. */
  readonly recordVersion: number;
  /** The end of the computed part of the shown run, in simulated seconds. */
  readonly computedTo: number;
}

/** A sample, and the time of the summary that is shown with it, which changes less often. */
export interface PublishedSample extends Sample {
  readonly summaryTime: number;
}

/** The minimum time between two samples, and that of a large run, whose numbers take longer. */
const INTERVAL_MS = 250;
const LARGE_INTERVAL_MS = 500;
/** The minimum time between two changes of `summaryTime`, because a part of the simulation is repeated for each. */
const SUMMARY_INTERVAL_MS = 750;

export class Sampler {
  readonly #read: () => Sample;
  readonly #listeners = new Set<() => void>();
  #sample: PublishedSample;
  #publishedMs = Number.NEGATIVE_INFINITY;
  #summaryMs = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    read: () => Sample,
    readonly isLarge: () => boolean,
  ) {
    this.#read = read;
    this.#sample = { ...read(), summaryTime: 0 };
  }

  /** The last published sample. It is the same object until a value changes. */
  get sample(): PublishedSample {
    return this.#sample;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Publishes a sample as soon as one interval has passed since the last sample. */
  request(): void {
    const intervalMs = this.isLarge() ? LARGE_INTERVAL_MS : INTERVAL_MS;
    const waitMs = this.#publishedMs + intervalMs - performance.now();
    if (waitMs <= 0) this.#publish(false);
    else this.#timer ??= setTimeout(() => this.#publish(false), waitMs);
  }

  /** Publishes a sample now if a value has changed. */
  take(): void {
    this.#publish(true);
  }

  /** Cancels a requested sample that has not been taken yet. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #publish(isNow: boolean): void {
    this.stop();
    const [before, next, now] = [this.#sample, this.#read(), performance.now()];
    this.#publishedMs = now;
    const isSummaryDue = isNow || now - this.#summaryMs >= SUMMARY_INTERVAL_MS;
    const summaryTime = isSummaryDue ? Math.min(next.playhead, next.computedTo) : before.summaryTime;
    if (isSummaryDue) this.#summaryMs = now;
    if (
      next.playhead === before.playhead &&
      next.recordVersion === before.recordVersion &&
      next.computedTo === before.computedTo &&
      summaryTime === before.summaryTime
    )
      return;
    this.#sample = { ...next, summaryTime };
    for (const listener of [...this.#listeners]) listener();
  }
}

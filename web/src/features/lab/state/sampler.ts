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

export class Sampler {
  readonly #read: () => Sample;
  readonly #intervalMs: number;
  readonly #listeners = new Set<() => void>();
  readonly #lateListeners = new Set<() => void>();
  #sample: Sample;
  #lateSample: Sample;
  #lastTakenMs = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(read: () => Sample, intervalMs: number) {
    this.#read = read;
    this.#intervalMs = intervalMs;
    this.#sample = read();
    this.#lateSample = this.#sample;
  }

  /** The last published sample. It is the same object until a value changes. */
  get sample(): Sample {
    return this.#sample;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * The same sample one frame later, for pictures: if texts and pictures were rendered in one frame, this frame would
   * take too long.
   */
  get lateSample(): Sample {
    return this.#lateSample;
  }

  readonly subscribeLate = (listener: () => void): (() => void) => {
    this.#lateListeners.add(listener);
    return () => this.#lateListeners.delete(listener);
  };

  /** Publishes a sample as soon as one interval has passed since the last sample. */
  request(): void {
    const waitMs = this.#lastTakenMs + this.#intervalMs - performance.now();
    if (waitMs <= 0) this.#takeInTurn();
    else this.#timer ??= setTimeout(() => this.#takeInTurn(), waitMs);
  }

  /** Publishes a sample now if a value has changed, also for pictures. */
  take(): void {
    this.#publish();
    this.#publishLate();
  }

  /**
   * Publishes a sample for texts now, and for pictures one frame later. If there was no sample before,
   * pictures get it now as well.
   */
  #takeInTurn(): void {
    this.#publish();
    if (this.#lateSample.recordVersion === 0) this.#publishLate();
    // The first frame after this call shows the texts that are rendered now.
    else requestAnimationFrame(() => requestAnimationFrame(() => this.#publishLate()));
  }

  #publish(): void {
    this.stop();
    this.#lastTakenMs = performance.now();
    const next = this.#read();
    const before = this.#sample;
    if (
      next.playhead === before.playhead &&
      next.recordVersion === before.recordVersion &&
      next.computedTo === before.computedTo
    )
      return;
    this.#sample = next;
    for (const listener of [...this.#listeners]) listener();
  }

  #publishLate(): void {
    if (this.#lateSample === this.#sample) return;
    this.#lateSample = this.#sample;
    for (const listener of [...this.#lateListeners]) listener();
  }

  /** Cancels a requested sample that has not been taken yet. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

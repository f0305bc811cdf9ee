// Chooses the upper end of a vertical scale, which is always a round number. The end grows at once when the data exceed it. It shrinks in
// steps, and only after a smaller range has been sufficient for some time. The round numbers of `nice` in d3-scale have only the digits 1,
// 2 and 5, and a step from 5 to 2 would look like a jump.
import { bisectLeft } from "d3-array";

export interface ValueScaleOptions {
  /** Empty space above the highest value, as a share of that value. */
  readonly headroom?: number;
  /** The time for which a smaller range must be sufficient before the scale shrinks, in ms of wall time. */
  readonly shrinkDelay?: number;
  /** Time between two steps of shrinking, in ms of wall time. */
  readonly shrinkInterval?: number;
  /** The scale never ends below this value. */
  readonly minTop?: number;
  /** The scale never ends above this value, for example 1 for a share. */
  readonly maxTop?: number;
}

/** The mantissas of round numbers. Each is at most a third larger than the previous one, so that the scale shrinks in small steps. */
const ROUND_MANTISSAS = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8];

/** The smallest round number that is not below `value`. */
export function roundUp(value: number): number {
  if (!(value > 0) || !Number.isFinite(value)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return (ROUND_MANTISSAS[bisectLeft(ROUND_MANTISSAS, (value / power) * (1 - 1e-9))] ?? 10) * power;
}

/** The next round number below a round number. */
function nextRoundBelow(top: number): number {
  const power = 10 ** Math.floor(Math.log10(top) + 1e-9);
  return (ROUND_MANTISSAS[bisectLeft(ROUND_MANTISSAS, (top / power) * (1 - 1e-9)) - 1] ?? 0.8) * power;
}

export class ValueScale {
  #top = 0;
  #smallSince: number | null = null;
  #isHurried = false;
  readonly #headroom: number;
  readonly #shrinkDelay: number;
  readonly #shrinkInterval: number;
  readonly #minTop: number;
  readonly #maxTop: number;

  constructor(options: ValueScaleOptions = {}) {
    this.#headroom = options.headroom ?? 0.06;
    this.#shrinkDelay = options.shrinkDelay ?? 1200;
    this.#shrinkInterval = options.shrinkInterval ?? 250;
    this.#minTop = options.minTop ?? 0;
    this.#maxTop = options.maxTop ?? Number.POSITIVE_INFINITY;
  }

  /** The upper end of the scale. The lower end is 0. */
  get top(): number {
    return this.#top > 0 ? this.#top : roundUp(this.#minTop);
  }

  /** Discards the current end, for a new run or unit. The next update sets the smallest sufficient end. */
  reset(): void {
    this.#top = 0;
    this.#smallSince = null;
  }

  /** Shortens the time before the scale shrinks, for a new visible window. */
  hurry(): void {
    this.#isHurried = true;
  }

  /** Grows at once if needed. Unlike `update`, it can be called outside a frame. */
  grow(largest: number): void {
    const needed = this.#needed(largest);
    if (needed > this.#top) this.#top = needed;
  }

  /**
   * Updates the scale for the largest value to show. `now` is in ms of wall time. Returns the number of ms after which to call `update`
   * again, or 0 if that is not needed. With `isFinal`, the data do not change any more, and the scale ends up at the smallest sufficient
   * end, so that equal data have equal scales.
   */
  update(largest: number, now: number, isFinal = false): number {
    const needed = this.#needed(largest);
    if (needed >= this.#top || this.#top === 0) {
      this.#top = needed;
      this.#smallSince = null;
      return 0;
    }
    // The scale may be one step too large, so that it does not shrink when the peaks of a sawtooth get slightly lower.
    if (!isFinal && needed >= nextRoundBelow(this.#top) * (1 - 1e-9)) {
      this.#smallSince = null;
      return 0;
    }
    this.#smallSince ??= now;
    if (this.#isHurried)
      this.#smallSince = Math.min(this.#smallSince, now - this.#shrinkDelay + this.#shrinkInterval);
    this.#isHurried = false;
    const waited = now - this.#smallSince;
    if (waited < this.#shrinkDelay) return this.#shrinkDelay - waited;
    this.#top = Math.max(needed, nextRoundBelow(this.#top));
    this.#smallSince = now - this.#shrinkDelay + this.#shrinkInterval;
    return needed < this.#top ? this.#shrinkInterval : 0;
  }

  #needed(largest: number): number {
    const value = Number.isFinite(largest) ? largest * (1 + this.#headroom) : 0;
    return Math.min(this.#maxTop, roundUp(Math.max(value, this.#minTop)));
  }
}

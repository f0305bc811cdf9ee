// The upper end of a vertical scale, which is always a round number. It grows at once when the data exceed it. It shrinks one step at a
// time, and only after a smaller range has been sufficient for a while. `nice` of d3-scale has only the steps 1, 2 and 5, and shrinking
// from 5 to 2 would be a jump.
import { bisectLeft } from "d3-array";

export interface ValueScaleOptions {
  /** Empty space above the highest value, as a share of that value. */
  readonly headroom?: number;
  /** How long a smaller range must be sufficient before the scale shrinks, in ms of wall time. */
  readonly patience?: number;
  /** Time between two steps of shrinking, in ms. */
  readonly pace?: number;
  /** The scale never ends below this value. */
  readonly least?: number;
  /** The scale never ends above this value (a share or an index that cannot exceed 1). */
  readonly most?: number;
}

/** Mantissas of round upper ends. Consecutive values differ by at most a third of the smaller, so that shrinking has small steps. */
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
  #hurried = false;
  readonly #headroom: number;
  readonly #patience: number;
  readonly #pace: number;
  readonly #least: number;
  readonly #most: number;

  constructor(options: ValueScaleOptions = {}) {
    this.#headroom = options.headroom ?? 0.06;
    this.#patience = options.patience ?? 1200;
    this.#pace = options.pace ?? 250;
    this.#least = options.least ?? 0;
    this.#most = options.most ?? Number.POSITIVE_INFINITY;
  }

  /** The upper end; the lower end is 0. */
  get top(): number {
    return this.#top > 0 ? this.#top : roundUp(this.#least);
  }

  /** Discards the current end: the next update sets the smallest sufficient end. For a new run or unit. */
  reset(): void {
    this.#top = 0;
    this.#smallSince = null;
  }

  /** Shortens the wait before the scale shrinks. For a new visible window. */
  hurry(): void {
    this.#hurried = true;
  }

  /** Grows at once if needed. For a picture that is made outside a frame, before anything is drawn. */
  grow(largest: number): void {
    const needed = this.#needed(largest);
    if (needed > this.#top) this.#top = needed;
  }

  /** Updates the scale for the largest value to show. Returns the ms after which to call it again, or 0 if that is not needed. */
  update(largest: number, now: number): number {
    const needed = this.#needed(largest);
    if (needed >= this.#top || this.#top === 0) {
      this.#top = needed;
      this.#smallSince = null;
      return 0;
    }
    // The scale may be one step too large: a sawtooth with slightly lower peaks must not change the axis.
    if (needed >= nextRoundBelow(this.#top) * (1 - 1e-9)) {
      this.#smallSince = null;
      return 0;
    }
    this.#smallSince ??= now;
    if (this.#hurried) this.#smallSince = Math.min(this.#smallSince, now - this.#patience + this.#pace);
    this.#hurried = false;
    const waited = now - this.#smallSince;
    if (waited < this.#patience) return this.#patience - waited;
    this.#top = Math.max(needed, nextRoundBelow(this.#top));
    this.#smallSince = now - this.#patience + this.#pace;
    return needed < this.#top ? this.#pace : 0;
  }

  #needed(largest: number): number {
    const value = Number.isFinite(largest) ? largest * (1 + this.#headroom) : 0;
    return Math.min(this.#most, roundUp(Math.max(value, this.#least)));
  }
}

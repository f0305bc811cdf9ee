// Chooses the upper end of a vertical scale, which is always a round number. While the values of a run
// arrive, the end stays where it is unless a value exceeds it. When all values have arrived, the scale
// changes once, to its final end. The round numbers of `nice` in d3-scale have only the digits 1, 2 and 5,
// which would leave up to 60 % of a chart empty.
import { bisectLeft } from "d3-array";

export interface ValueScaleOptions {
  /** Empty space above the highest value, as a share of that value. */
  readonly headroom?: number;
  /** The time for which a smaller range must be sufficient before the scale settles, in ms of wall time. */
  readonly settleDelay?: number;
  /** The scale never ends above this value, for example 1 for a share. */
  readonly maxTop?: number;
}

/** The mantissas of round numbers. */
const ROUND_MANTISSAS = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8];

/** The smallest round number that is not below `value`. */
export function roundUp(value: number): number {
  if (!(value > 0) || !Number.isFinite(value)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return (ROUND_MANTISSAS[bisectLeft(ROUND_MANTISSAS, (value / power) * (1 - 1e-9))] ?? 10) * power;
}

export class ValueScale {
  #top = 0;
  /**
   * The time since which the same smaller end has been sufficient for final values, in ms of wall time, and
   * this end.
   */
  #settling: { readonly since: number; readonly top: number } | null = null;
  readonly #headroom: number;
  readonly #settleDelay: number;
  readonly #maxTop: number;

  constructor(options: ValueScaleOptions = {}) {
    this.#headroom = options.headroom ?? 0.06;
    this.#settleDelay = options.settleDelay ?? 250;
    this.#maxTop = options.maxTop ?? Number.POSITIVE_INFINITY;
  }

  /** The upper end of the scale. The lower end is 0. */
  get top(): number {
    return this.#top > 0 ? this.#top : 1;
  }

  /** Whether no end has been chosen yet. */
  get isEmpty(): boolean {
    return this.#top === 0;
  }

  /** Whether the scale can show a value. */
  includes(value: number): boolean {
    return !(this.#needed(value) > this.#top);
  }

  /**
   * Discards the current end, for other data or another unit. The next update sets the smallest sufficient
   * end.
   */
  reset(): void {
    this.#top = 0;
    this.#settling = null;
  }

  /** Grows at once if needed. Unlike `update`, it can be called outside a frame. */
  grow(largest: number): void {
    const needed = this.#needed(largest);
    if (needed > this.#top) this.#top = needed;
  }

  /**
   * Updates the scale for the largest value to show. `now` is in ms of wall time. With `isFinal`, no further
   * values are expected, and the scale settles at the smallest sufficient end, so that equal data have equal
   * scales. Returns the number of ms after which to call `update` again, or 0 if that is not needed.
   */
  update(largest: number, now: number, isFinal = true): number {
    const needed = this.#needed(largest);
    if (needed >= this.#top || !isFinal) {
      this.grow(largest);
      this.#settling = null;
      return 0;
    }
    if (this.#settling?.top !== needed) this.#settling = { since: now, top: needed };
    const wait = this.#settling.since + this.#settleDelay - now;
    if (wait > 0) return wait;
    this.#top = needed;
    this.#settling = null;
    return 0;
  }

  #needed(largest: number): number {
    const value = Number.isFinite(largest) ? largest * (1 + this.#headroom) : 0;
    return Math.min(this.#maxTop, roundUp(value));
  }
}

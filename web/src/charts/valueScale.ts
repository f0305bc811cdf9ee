// The upper end of a vertical scale that does not jump: it grows at once when data need room, shrinks one step at a time and
// only after the smaller range has been enough for a while, and is always a round number. d3-scale's `nice`
// knows only 1, 2 and 5: a step from 5 to 2 would be a jump.
import { bisectLeft } from "d3-array";

export interface ValueScaleOptions {
  /** Empty room above the highest value, as a share of it. */
  readonly headroom?: number;
  /** How long a smaller range must be enough before the scale shrinks, in ms of wall time. */
  readonly patience?: number;
  /** Time between two steps of shrinking, in ms. */
  readonly pace?: number;
  /** The scale never ends below this value. */
  readonly least?: number;
  /** The scale never ends above this value (a share or an index that cannot exceed 1). */
  readonly most?: number;
}

/** Mantissas of round upper ends. Neighbours differ by at most a third, so that no step of shrinking is large. */
const RUNGS = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8];

/** The smallest round number that is not below `value`. */
export function roundUp(value: number): number {
  if (!(value > 0) || !Number.isFinite(value)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return (RUNGS[bisectLeft(RUNGS, (value / power) * (1 - 1e-9))] ?? 10) * power;
}

/** The next round number below a round number. */
function rungBelow(top: number): number {
  const power = 10 ** Math.floor(Math.log10(top) + 1e-9);
  return (RUNGS[bisectLeft(RUNGS, (top / power) * (1 - 1e-9)) - 1] ?? 0.8) * power;
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

  /** Forgets the past: the next update fits the data exactly. For a new run or another window. */
  reset(): void {
    this.#top = 0;
    this.#smallSince = null;
  }

  /** Another window is shown: a smaller range is accepted sooner. */
  hurry(): void {
    this.#hurried = true;
  }

  /** Makes room at once, outside a frame: for a picture that is taken before anything was drawn. */
  grow(largest: number): void {
    const needed = this.#needed(largest);
    if (needed > this.#top) this.#top = needed;
  }

  /** Takes the largest value to show. Returns the ms until it must be called again, or 0 when the scale is at rest. */
  update(largest: number, now: number): number {
    const needed = this.#needed(largest);
    if (needed >= this.#top || this.#top === 0) {
      this.#top = needed;
      this.#smallSince = null;
      return 0;
    }
    // One rung of slack is accepted: a sawtooth that peaks a little lower must not move the axis.
    if (needed >= rungBelow(this.#top) * (1 - 1e-9)) {
      this.#smallSince = null;
      return 0;
    }
    this.#smallSince ??= now;
    if (this.#hurried) this.#smallSince = Math.min(this.#smallSince, now - this.#patience + this.#pace);
    this.#hurried = false;
    const waited = now - this.#smallSince;
    if (waited < this.#patience) return this.#patience - waited;
    this.#top = Math.max(needed, rungBelow(this.#top));
    this.#smallSince = now - this.#patience + this.#pace;
    return needed < this.#top ? this.#pace : 0;
  }

  #needed(largest: number): number {
    const value = Number.isFinite(largest) ? largest * (1 + this.#headroom) : 0;
    return Math.min(this.#most, roundUp(Math.max(value, this.#least)));
  }
}

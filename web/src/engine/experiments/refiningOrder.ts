// The order of a sweep's runs over a grid: a coarse grid first, then the cell between the neighbours whose
// values differ most, so that the figure soon shows its final shape. All cells are run with the first seed
// before any cell is run with the second seed.
import type { CellRun } from "./types.ts";

/** The number of values on each axis of the coarse grid, for one axis and for two. */
const COARSE = [0, 5, 3];
/**
 * The weight of the distance to the neighbours of a cell, as a fraction of the axis, relative to the change
 * between them.
 */
const DISTANCE_WEIGHT = 0.1;
/** A large grid is ranked again only after this fraction of the remaining cells has been computed. */
const RANK_AGAIN = 0.02;

/** Evenly distributed indices from 0 to `n - 1`, at most `count`. */
function coarseIndices(n: number, count: number): ReadonlySet<number> {
  const steps = Math.min(n, count) - 1;
  return new Set(
    Array.from({ length: steps + 1 }, (_, i) => (steps === 0 ? 0 : Math.round((i * (n - 1)) / steps))),
  );
}

export class RefiningOrder implements RunOrder {
  /** The numbers of values on the axes. The cells are in the order in which the last axis changes first. */
  readonly #shape: readonly number[];
  readonly #cells: readonly string[];
  readonly #indexOf: ReadonlyMap<string, number>;
  readonly #numberOf: (record: string) => number | null;
  /** The values of finished cells, and estimates for cells that are being run. */
  readonly #values = new Map<number, number>();
  readonly #firstSeed: Map<number, CellRun>;
  readonly #later: CellRun[];
  #ranked: number[] = [];

  constructor(
    shape: readonly number[],
    cells: readonly string[],
    missing: readonly CellRun[],
    numberOf: (record: string) => number | null,
  ) {
    this.#shape = shape;
    this.#cells = cells;
    this.#indexOf = new Map(cells.map((cell, i) => [cell, i]));
    this.#numberOf = numberOf;
    const isFirst = ({ seed }: CellRun): boolean => seed === 1;
    this.#firstSeed = new Map(missing.filter(isFirst).map((run) => [this.#indexOf.get(run.cell) ?? 0, run]));
    this.#later = missing.filter((run) => !isFirst(run));
    this.#ranked = this.#coarse().filter((i) => this.#firstSeed.has(i));
  }

  get length(): number {
    return this.#firstSeed.size + this.#later.length;
  }

  take(): CellRun | undefined {
    if (this.#firstSeed.size === 0) return this.#later.shift();
    if (this.#ranked.length === 0) this.#rank();
    const index = this.#ranked.shift() ?? 0;
    const run = this.#firstSeed.get(index);
    this.#firstSeed.delete(index);
    const estimate = this.#between(index).estimate;
    if (estimate !== null) this.#values.set(index, estimate);
    return run;
  }

  clear(): void {
    this.#firstSeed.clear();
    this.#later.length = 0;
  }

  finished({ cell, seed }: CellRun, record: string): void {
    const index = this.#indexOf.get(cell);
    const value = seed === 1 ? this.#numberOf(record) : null;
    if (index !== undefined && value !== null) this.#values.set(index, value);
  }

  #positions(index: number): number[] {
    const [, columns = 1] = this.#shape;
    return this.#shape.length === 2 ? [Math.floor(index / columns), index % columns] : [index];
  }

  #coarse(): number[] {
    const axes = this.#shape.map((n) => coarseIndices(n, COARSE[this.#shape.length] ?? 0));
    return this.#cells
      .map((_, i) => i)
      .filter((i) => this.#positions(i).every((at, axis) => axes[axis]?.has(at)));
  }

  /** Ranks the cells that are left by the change between their neighbours. */
  #rank(): void {
    const known = [...this.#values.values()];
    const range = Math.max(...known) - Math.min(...known) || 1;
    const ranked = [...this.#firstSeed.keys()]
      .map((index) => {
        const { change, distance } = this.#between(index);
        return { index, score: change / range + DISTANCE_WEIGHT * distance };
      })
      .sort((a, b) => b.score - a.score || a.index - b.index);
    const count = Math.max(1, Math.floor(RANK_AGAIN * ranked.length));
    this.#ranked = ranked.slice(0, count).map(({ index }) => index);
  }

  /**
   * The largest change between the neighbours of a cell along an axis, how far they are apart, and their
   * mean.
   */
  #between(index: number): { change: number; distance: number; estimate: number | null } {
    const [, columns = 1] = this.#shape;
    const strides = this.#shape.length === 2 ? [columns, 1] : [1];
    let best = { change: 0, distance: 0, estimate: null as number | null };
    this.#positions(index).forEach((at, axis) => {
      const n = this.#shape[axis] ?? 1;
      const stride = strides[axis] ?? 1;
      const near = (direction: number): { at: number; value: number } | null => {
        for (let p = at + direction; p >= 0 && p < n; p += direction) {
          const value = this.#values.get(index + (p - at) * stride);
          if (value !== undefined) return { at: p, value };
        }
        return null;
      };
      const [low, high] = [near(-1), near(1)];
      const change = low && high ? Math.abs(high.value - low.value) : 0;
      const [from, to] = [low?.at ?? 0, high?.at ?? n - 1];
      // A cell in the middle between known cells gives more information than a cell next to a known cell.
      const distance = (to - from + Math.min(at - from, to - at)) / n;
      const score = change + DISTANCE_WEIGHT * distance;
      if (best.estimate === null || score > best.change + DISTANCE_WEIGHT * best.distance)
        best = { change, distance, estimate: low && high ? (low.value + high.value) / 2 : best.estimate };
    });
    return best;
  }
}

export interface RunOrder {
  /** The number of runs that are left. */
  readonly length: number;
  /** The next run. */
  take(): CellRun | undefined;
  /** Removes all runs that are left. */
  clear(): void;
  finished?(run: CellRun, record: string): void;
}

export class ListOrder implements RunOrder {
  readonly #runs: CellRun[];

  constructor(runs: readonly CellRun[]) {
    this.#runs = [...runs];
  }

  get length(): number {
    return this.#runs.length;
  }

  take(): CellRun | undefined {
    return this.#runs.shift();
  }

  clear(): void {
    this.#runs.length = 0;
  }
}

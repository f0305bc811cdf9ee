// The order in which the runs of a session are made. It never changes which runs are made.
import type { CellRun } from "./types.ts";

export interface RunOrder {
  /** The number of runs that are left. */
  readonly length: number;
  /** The next run. */
  take(): CellRun | undefined;
  /** Removes all runs that are left. */
  clear(): void;
  /** A run is finished. */
  finished?(run: CellRun, record: string): void;
}

/** The runs of a list, in its order. */
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

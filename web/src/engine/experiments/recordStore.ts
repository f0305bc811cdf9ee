// Stores the records of finished runs in the browser (IndexedDB), so that a reload loses no finished run.
// Where the browser refuses to store anything, records last as long as the page.
import { KeptStore, promised } from "../database.ts";
import type { CellRun, RunSubject } from "./types.ts";

const DATABASE = "fairshare-papers";
const STORE = "records";
/** The number of records that are kept. The oldest records are removed. */
const MAX_RECORDS = 20_000;

/** What determines the record of a run, next to its cell and seed. */
export type RecordScope = RunSubject & {
  readonly version: string;
  /** The hash of the experiment's definition; for a sweep, of its scenario and the paths of its settings. */
  readonly definition: string;
};

interface StoredRecord extends CellRun {
  readonly scope: string;
  readonly record: string;
  readonly storedAt: number;
}

/** A finished run with its record. */
export interface FinishedRun extends CellRun {
  /** The `RunRecord` of sim-core/papers, or the `SweepRecord` of sim-core/sweeps, as JSON. */
  readonly record: string;
}

/** The text of a scope. A sweep with other values, seeds or metrics has the same one, so its finished runs are used again. */
function scopeText(scope: RecordScope): string {
  const { version, definition } = scope;
  if ("sweep" in scope) return JSON.stringify([version, "sweep", definition]);
  const changes = scope.changes.map(({ path, value }) => [path, value]);
  return JSON.stringify([version, definition, scope.experiment, changes]);
}

/** The keys of all records of a scope: those that begin with its text. In IndexedDB, a list is greater than every text. */
function keysOf(scope: RecordScope): IDBKeyRange {
  const text = scopeText(scope);
  return IDBKeyRange.bound([text], [text, []]);
}

/** Where a session keeps the records of finished runs. */
export interface RecordKeeper {
  read(scope: RecordScope): Promise<readonly FinishedRun[]>;
  write(scope: RecordScope, record: FinishedRun): Promise<boolean>;
  remove(scope: RecordScope): Promise<void>;
  trim(): Promise<void>;
}

export class RecordStore implements RecordKeeper {
  readonly #kept: KeptStore;

  constructor(factory?: IDBFactory | null) {
    const create = (database: IDBDatabase): void => {
      const store = database.createObjectStore(STORE, { keyPath: ["scope", "cell", "seed"] });
      store.createIndex("storedAt", "storedAt");
    };
    this.#kept = new KeptStore(DATABASE, STORE, create, factory);
  }

  /** The stored records of an experiment with these changes, or of a sweep. Empty if the browser stores none. */
  read(scope: RecordScope): Promise<readonly FinishedRun[]> {
    return this.#kept.use<readonly FinishedRun[]>("readonly", [], async (store) => {
      const found: readonly StoredRecord[] = await promised(store.getAll(keysOf(scope)));
      return found.map(({ cell, seed, record }) => ({ cell, seed, record }));
    });
  }

  /** Stores a record. Returns whether the browser stored it. */
  write(scope: RecordScope, { cell, seed, record }: FinishedRun): Promise<boolean> {
    const stored: StoredRecord = { scope: scopeText(scope), cell, seed, record, storedAt: Date.now() };
    return this.#kept.use("readwrite", false, async (store) => {
      await promised(store.put(stored));
      return true;
    });
  }

  /** Removes the records of an experiment with these changes, or of a sweep. Records that remain are correct, only not wanted. */
  remove(scope: RecordScope): Promise<void> {
    return this.#kept.use<void>("readwrite", undefined, (store) => promised(store.delete(keysOf(scope))));
  }

  /** Removes the oldest records beyond the limit. If it fails, the next call tries again. */
  trim(limit = MAX_RECORDS): Promise<void> {
    return this.#kept.use<void>("readwrite", undefined, async (store) => {
      const excess = (await promised(store.count())) - limit;
      if (excess <= 0) return;
      const keys = await promised(store.index("storedAt").getAllKeys(null, excess));
      await Promise.all(keys.map((key) => promised(store.delete(key))));
    });
  }
}

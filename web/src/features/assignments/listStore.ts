// Keeps the list of a check in the browser (IndexedDB), so that it outlives a reload. Where the browser refuses
// to store anything, the list lasts as long as the page.
import { browserDatabases, openDatabase, promised } from "../../engine/database.ts";
import type { ListedFile } from "./calls.ts";

const DATABASE = "fairshare-check";
const STORE = "lists";

/** The list of one assignment. */
export interface KeptList {
  /** The ID of the assignment. */
  readonly id: string;
  /** The lecturer's file. */
  readonly assignment: string;
  /** The version of the simulator that checked the files. */
  readonly version: string;
  readonly files: readonly ListedFile[];
  /** The time of saving in milliseconds since 1970. */
  readonly saved: number;
}

export interface ListKeeper {
  /** The list of an assignment; without an ID, the list that was saved last. */
  read(id?: string): Promise<KeptList | null>;
  /** Returns whether the browser stored the list. */
  write(list: KeptList): Promise<boolean>;
  remove(id: string): Promise<void>;
}

const isList = (value: unknown): value is KeptList => {
  const list = value as Partial<KeptList> | null | undefined;
  return (
    typeof list?.id === "string" &&
    typeof list.assignment === "string" &&
    typeof list.version === "string" &&
    typeof list.saved === "number" &&
    Array.isArray(list.files)
  );
};

export class ListStore implements ListKeeper {
  readonly #factory: IDBFactory | null;
  #database: Promise<IDBDatabase | null> | null = null;

  constructor(factory: IDBFactory | null = browserDatabases()) {
    this.#factory = factory;
  }

  async #store<T>(mode: IDBTransactionMode, use: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    const factory = this.#factory;
    this.#database ??= factory
      ? openDatabase(factory, DATABASE, (created) =>
          created.createObjectStore(STORE, { keyPath: "id" }),
        ).catch(() => null)
      : Promise.resolve(null);
    const database = await this.#database;
    if (!database) throw new Error("The browser stores nothing.");
    return promised(use(database.transaction(STORE, mode).objectStore(STORE)));
  }

  /** All lists, also those that another version stored. Empty if the browser stores none. */
  async all(): Promise<readonly unknown[]> {
    try {
      return await this.#store("readonly", (store) => store.getAll() as IDBRequest<unknown[]>);
    } catch {
      return [];
    }
  }

  async read(id?: string): Promise<KeptList | null> {
    try {
      const found: unknown =
        id === undefined
          ? (await this.all())
              .filter(isList)
              .reduce<KeptList | null>((last, list) => (last && last.saved > list.saved ? last : list), null)
          : await this.#store("readonly", (store) => store.get(id) as IDBRequest<unknown>);
      return isList(found) ? found : null;
    } catch {
      return null;
    }
  }

  /** Also stores a list of another version, which has at least an ID. */
  async write(list: Pick<KeptList, "id">): Promise<boolean> {
    try {
      await this.#store("readwrite", (store) => store.put(list));
      return true;
    } catch {
      return false;
    }
  }

  async remove(id: string): Promise<void> {
    try {
      await this.#store("readwrite", (store) => store.delete(id));
    } catch {
      // Nothing is stored.
    }
  }
}

// Keeps the list of a check in the browser (IndexedDB), so that it outlives a reload. Where the browser refuses
// to store anything, the list lasts as long as the page.
import { KeptStore, promised } from "../../engine/database.ts";
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
  readonly #kept: KeptStore;

  constructor(factory?: IDBFactory | null) {
    const create = (database: IDBDatabase): unknown => database.createObjectStore(STORE, { keyPath: "id" });
    this.#kept = new KeptStore(DATABASE, STORE, create, factory);
  }

  /** All lists, also those that another version stored. Empty if the browser stores none. */
  all(): Promise<readonly unknown[]> {
    return this.#kept.use<readonly unknown[]>("readonly", [], (store) => promised(store.getAll()));
  }

  async read(id?: string): Promise<KeptList | null> {
    const found: unknown =
      id === undefined
        ? (await this.all())
            .filter(isList)
            .reduce<KeptList | null>((last, list) => (last && last.saved > list.saved ? last : list), null)
        : await this.#kept.use<unknown>("readonly", null, (store) => promised(store.get(id)));
    return isList(found) ? found : null;
  }

  /** Also stores a list of another version, which has at least an ID. */
  write(list: Pick<KeptList, "id">): Promise<boolean> {
    return this.#kept.use("readwrite", false, async (store) => {
      await promised(store.put(list));
      return true;
    });
  }

  remove(id: string): Promise<void> {
    return this.#kept.use<void>("readwrite", undefined, (store) => promised(store.delete(id)));
  }
}

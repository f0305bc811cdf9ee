// What all users of the browser's database share.

/** The answer to a request. */
export function promised<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("IndexedDB failed."));
  });
}

/** The databases of the browser. Null outside of a browser, and where the browser refuses them. */
function browserDatabases(): IDBFactory | null {
  try {
    return globalThis.indexedDB ?? null;
  } catch {
    return null;
  }
}

/** Opens a database of version 1. `create` makes its store if it does not exist. */
async function openDatabase(
  factory: IDBFactory,
  name: string,
  create: (database: IDBDatabase) => void,
): Promise<IDBDatabase> {
  const request = factory.open(name, 1);
  request.onupgradeneeded = () => create(request.result);
  const database = await promised(request);
  // A later version of the page in another tab can change the database.
  database.onversionchange = () => database.close();
  return database;
}

/** A database with one store, which is opened when it is first used. */
export class KeptStore {
  readonly #open: () => Promise<IDBDatabase | null>;
  #database: Promise<IDBDatabase | null> | undefined;

  constructor(
    database: string,
    readonly name: string,
    create: (database: IDBDatabase) => void,
    factory: IDBFactory | null = browserDatabases(),
  ) {
    this.#open = async () => factory && openDatabase(factory, database, create).catch(() => null);
  }

  /** What `use` makes of the store, or `otherwise` where the browser refuses to store anything. */
  async use<T>(
    mode: IDBTransactionMode,
    otherwise: T,
    use: (store: IDBObjectStore) => Promise<T>,
  ): Promise<T> {
    this.#database ??= this.#open();
    const database = await this.#database;
    try {
      return database ? await use(database.transaction(this.name, mode).objectStore(this.name)) : otherwise;
    } catch {
      return otherwise;
    }
  }
}

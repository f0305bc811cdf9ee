// What all users of the browser's database share.

/** The answer to a request. */
export function promised<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("IndexedDB failed."));
  });
}

/** The databases of the browser. Null outside of a browser, and where the browser refuses them. */
export function browserDatabases(): IDBFactory | null {
  try {
    return globalThis.indexedDB ?? null;
  } catch {
    return null;
  }
}

/** Opens a database of version 1. `create` makes its stores if it does not exist. */
export async function openDatabase(
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

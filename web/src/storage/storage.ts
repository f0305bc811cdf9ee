// Recent scenarios, preferences and everything else that the page keeps in the browser as texts. The storage may
// be full, disabled or contain unexpected data. The page must work in all these cases: what the browser refuses
// to store lasts as long as the page (storageRefusals).
import type { ScenarioDocument } from "../generated/types.ts";

export interface TextStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

export interface RecentEntry {
  readonly id: string;
  readonly title: string;
  /** The time of saving in milliseconds since 1970, displayed as "3 minutes ago". */
  readonly saved: number;
  readonly doc: ScenarioDocument;
}

/** The beginning of the names of all that the page stores. */
export const PREFIX = "fairshare.";
export const RECENT = "fairshare.recent.1";
const PREFERENCE = "fairshare.setting.";
export const MAX_RECENT = 50;
/** Scenarios whose JSON text is longer than this are not stored. */
const MAX_TEXT = 256 * 1024;

/** The texts that the browser refused to store, by name. They last as long as the page. */
const refused = new Map<string, string>();
const listeners = new Set<() => void>();

/** The texts that the browser refused to store, and a way to learn of the next refusal. */
export const storageRefusals = {
  texts: refused as ReadonlyMap<string, string>,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

/** Whether the browser refused to store work of the user, and not only choices such as the appearance. */
export const hasRefusedWork = (): boolean =>
  [...refused.keys()].some((key) => key === RECENT || /\.(lesson|assignments?)\b/.test(key));

/** The storage of the browser, or null if it cannot be used at all. */
export function localTexts(): Storage | null {
  try {
    return globalThis.localStorage;
  } catch {
    return null;
  }
}

/** The storage of the page: that of the browser, with the texts that the browser refused. */
const pageStorage: TextStorage = {
  getItem: (key) => refused.get(key) ?? localTexts()?.getItem(key) ?? null,
  setItem(key, value) {
    try {
      const storage = localTexts();
      if (!storage) throw new Error("The browser stores nothing.");
      storage.setItem(key, value);
      refused.delete(key);
    } catch (error) {
      refused.set(key, value);
      for (const listener of listeners) listener();
      throw error;
    }
  },
  removeItem(key) {
    refused.delete(key);
    localTexts()?.removeItem(key);
  },
};

export const browserStorage = (): TextStorage => pageStorage;

/** Whether the browser lets the page store texts. */
export function canStore(): boolean {
  try {
    const probe = `${PREFIX}probe`;
    globalThis.localStorage.setItem(probe, "1");
    globalThis.localStorage.removeItem(probe);
    return true;
  } catch {
    return false;
  }
}

function read(storage: TextStorage | null, key: string): unknown {
  try {
    const text = storage?.getItem(key);
    return text ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}

function write(storage: TextStorage | null, key: string, value: unknown): boolean {
  try {
    storage?.setItem(key, JSON.stringify(value));
    return storage !== null;
  } catch {
    return false;
  }
}

/** Whether this version can open an entry. A later version may have stored entries that it cannot. */
export function isEntry(x: unknown): x is RecentEntry {
  const e = x as RecentEntry | null;
  return (
    typeof e === "object" &&
    e !== null &&
    typeof e.id === "string" &&
    typeof e.title === "string" &&
    typeof e.saved === "number" &&
    typeof e.doc === "object" &&
    e.doc !== null &&
    typeof e.doc.v === "number"
  );
}

/** All entries, also those that this version cannot open. */
export function storedEntries(storage: TextStorage | null): readonly unknown[] {
  const list = read(storage, RECENT);
  return Array.isArray(list) ? list : [];
}

export const readRecent = (storage: TextStorage | null): readonly RecentEntry[] =>
  storedEntries(storage).filter(isEntry);

/**
 * Stores a scenario as the newest entry, replacing an older entry with the same id. Leaves out the oldest
 * entries until the browser has space; the page still has them. Entries that this version cannot open are kept.
 * Returns whether the scenario was stored.
 */
export function saveRecent(storage: TextStorage | null, entry: RecentEntry): boolean {
  if (JSON.stringify(entry.doc).length > MAX_TEXT) return false;
  const others = storedEntries(storage).filter((e) => !isEntry(e) || e.id !== entry.id);
  let list = [entry, ...others].slice(0, Math.max(MAX_RECENT, others.length));
  if (write(storage, RECENT, list)) return true;
  const browser = storage === pageStorage ? localTexts() : storage;
  while (list.length > 1) {
    list = list.slice(0, -1);
    if (write(browser, RECENT, list)) return true;
  }
  return false;
}

/** Removes the entry with an id, or all entries. */
export function forgetRecent(storage: TextStorage | null, id?: string): void {
  const list = id === undefined ? [] : storedEntries(storage).filter((e) => !isEntry(e) || e.id !== id);
  write(storage, RECENT, list);
}

/** The name under which the browser stores a preference. */
export const preferenceKey = (name: string): string => PREFERENCE + name;

/** Reads a preference, such as the theme or the list of visible charts. */
export function readPreference(storage: TextStorage | null, name: string): string | null {
  const value = read(storage, PREFERENCE + name);
  return typeof value === "string" ? value : null;
}

/** Returns whether the browser stored the preference. */
export function savePreference(storage: TextStorage | null, name: string, value: string): boolean {
  return write(storage, PREFERENCE + name, value);
}

export function removePreference(storage: TextStorage | null, name: string): void {
  storage?.removeItem(PREFERENCE + name);
}

// Recent scenarios and preferences, which are stored in the browser. The storage may be full, disabled or
// contain unexpected data. The page must work in all these cases.
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

const RECENT = "fairshare.recent.1";
const PREFERENCE = "fairshare.setting.";
export const MAX_RECENT = 20;
/** Scenarios whose JSON text is longer than this are not stored. */
const MAX_TEXT = 256 * 1024;

/** The browser's storage, or null if it cannot be used. */
export function browserStorage(): TextStorage | null {
  try {
    const storage = globalThis.localStorage;
    const probe = "fairshare.probe";
    storage.setItem(probe, "1");
    storage.removeItem(probe);
    return storage;
  } catch {
    return null;
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

function isEntry(x: unknown): x is RecentEntry {
  const e = x as RecentEntry | null;
  return (
    typeof e === "object" &&
    e !== null &&
    typeof e.id === "string" &&
    typeof e.title === "string" &&
    typeof e.saved === "number" &&
    typeof e.doc === "object" &&
    e.doc !== null &&
    e.doc.v === 1
  );
}

export function readRecent(storage: TextStorage | null): readonly RecentEntry[] {
  const list = read(storage, RECENT);
  return Array.isArray(list) ? list.filter(isEntry).slice(0, MAX_RECENT) : [];
}

/**
 * Stores a scenario as the newest entry, replacing an older entry with the same id. Removes the oldest
 * entries until the storage has space. Returns whether the scenario was stored.
 */
export function saveRecent(storage: TextStorage | null, entry: RecentEntry): boolean {
  if (JSON.stringify(entry.doc).length > MAX_TEXT) return false;
  let list = [entry, ...readRecent(storage).filter((e) => e.id !== entry.id)].slice(0, MAX_RECENT);
  while (list.length > 0) {
    if (write(storage, RECENT, list)) return true;
    list = list.slice(0, list.length - 1);
  }
  return false;
}

/** Removes the entry with an id, or all entries. */
export function forgetRecent(storage: TextStorage | null, id?: string): void {
  write(storage, RECENT, id === undefined ? [] : readRecent(storage).filter((e) => e.id !== id));
}

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

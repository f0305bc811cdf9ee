// The file with everything that the page keeps in this browser: scenarios, undo steps, progress in lessons,
// assignments in work, lists of hand-ins, and choices. Content that this version does not know is kept as it is. The
// records of finished runs of experiments are not part of the file, because the page can compute them again.
import { addressOfUndo } from "../../scenario/keptHistory.ts";
import { isEntry, PREFIX, RECENT, storageRefusals, type TextStorage } from "../../storage/storage.ts";

/** The maximum size of a file in bytes. */
export const MAX_KEPT_FILE = 64 * 1024 * 1024;

/** What the page keeps in this browser. */
export interface Kept {
  /** The texts of the browser's storage by their names. */
  readonly texts: Readonly<Record<string, string>>;
  /** The undo history of the open scenario (scenario/keptHistory.ts). */
  readonly undo: string | null;
  /** The lists of checked hand-ins (features/assignments/listStore.ts). */
  readonly lists: readonly KeptList[];
}

/** A list of hand-ins; a later version may store it in another form. */
export interface KeptList {
  readonly id: string;
}

interface KeptFile extends Kept {
  readonly fairshare: "browser";
  readonly v: 1;
  /** The version of the page that wrote the file. */
  readonly version: string;
}

export type KeptRead =
  | { readonly ok: true; readonly kept: Kept }
  | { readonly ok: false; readonly reason: "too-big" | "not-kept" | "newer" };

const isKeptList = (value: unknown): value is KeptList =>
  typeof (value as Partial<KeptList> | null)?.id === "string";

/** The texts of the page in the browser's storage, with those that the browser refused. */
export function savedTexts(storage: Storage | null): Readonly<Record<string, string>> {
  const names = Array.from({ length: storage?.length ?? 0 }, (_, i) => storage?.key(i) ?? "");
  const stored = names.map((name) => [name, storage?.getItem(name) ?? ""] as const);
  const ofPage = stored.filter(([name]) => name.startsWith(PREFIX) && name !== `${PREFIX}probe`);
  return Object.fromEntries([...ofPage, ...storageRefusals.texts].sort());
}

export function keptFileText(kept: Kept, version: string): string {
  const file: KeptFile = { fairshare: "browser", v: 1, version, ...kept };
  return `${JSON.stringify(file, null, 1)}\n`;
}

export const keptFileName = (now: Date): string =>
  `fairshare-${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, "0")}-${String(now.getDate()).padStart(2, "0")}.json`;

export function readKeptText(text: string): KeptRead {
  if (text.length > MAX_KEPT_FILE) return { ok: false, reason: "too-big" };
  let value: Partial<Record<keyof KeptFile, unknown>> | null = null;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return { ok: false, reason: "not-kept" };
  }
  if (value?.fairshare !== "browser" || typeof value.v !== "number") return { ok: false, reason: "not-kept" };
  if (value.v > 1) return { ok: false, reason: "newer" };
  const { texts, undo, lists } = value;
  if (typeof texts !== "object" || texts === null) return { ok: false, reason: "not-kept" };
  const known = Object.entries(texts).filter(
    (entry): entry is [string, string] => entry[0].startsWith(PREFIX) && typeof entry[1] === "string",
  );
  return {
    ok: true,
    kept: {
      texts: Object.fromEntries(known),
      undo: typeof undo === "string" && addressOfUndo(undo) !== null ? undo : null,
      lists: Array.isArray(lists) ? lists.filter(isKeptList) : [],
    },
  };
}

/** How many things of each kind are kept. */
export function countsOf({
  texts,
  lists,
}: Kept): Readonly<Record<"scenarios" | "lessons" | "works" | "lists", number>> {
  const beginning = (name: string): number =>
    Object.keys(texts).filter((key) => key.startsWith(`${PREFIX}setting.${name}.`)).length;
  return {
    scenarios: entriesOf(texts[RECENT]).length,
    lessons: beginning("lesson"),
    works: beginning("assignment"),
    lists: lists.length,
  };
}

/** What is stored after a file is loaded, and what differs between the file and the browser. */
export interface Merge {
  /** What the browser does not have, and joined lists. */
  readonly added: Kept;
  /** What both have with different contents, as the file has it. */
  readonly differing: Kept;
}

/** Compares a file with the browser. Lists of scenarios and of assignments are joined, so that both keep all of theirs. */
export function compareKept(here: Kept, file: Kept): Merge {
  const added: Record<string, string> = {};
  const differing: Record<string, string> = {};
  for (const [name, text] of Object.entries(file.texts)) {
    const own = here.texts[name];
    if (own === undefined) added[name] = text;
    else if (own !== text) {
      const joined = joinedText(name, own, text);
      if (joined === null) differing[name] = text;
      else if (joined !== own) added[name] = joined;
    }
  }
  const ownLists = new Map(here.lists.map((list) => [list.id, JSON.stringify(list)]));
  const differs = (list: KeptList): boolean => ownLists.has(list.id);
  const changed = file.lists.filter((list) => ownLists.get(list.id) !== JSON.stringify(list));
  return {
    added: { texts: added, undo: file.undo, lists: changed.filter((list) => !differs(list)) },
    differing: { texts: differing, undo: null, lists: changed.filter(differs) },
  };
}

const KEPT_ASSIGNMENTS = `${PREFIX}setting.assignments`;

/** The text of a list with the entries of both texts, or null if the text is no list. */
function joinedText(name: string, own: string, other: string): string | null {
  try {
    if (name === RECENT) return JSON.stringify(joinedEntries(entriesOf(own), entriesOf(other)));
    if (name !== KEPT_ASSIGNMENTS) return null;
    // A preference is the JSON text of a text, here of a list of JSON texts.
    const listOf = (text: string): readonly string[] => JSON.parse(JSON.parse(text));
    const idOf = (text: string): unknown => JSON.parse(text).id;
    const ids = new Set(listOf(own).map(idOf));
    const others = listOf(other).filter((text) => !ids.has(idOf(text)));
    return JSON.stringify(JSON.stringify([...listOf(own), ...others]));
  } catch {
    return null;
  }
}

function entriesOf(text: string | undefined): readonly unknown[] {
  try {
    const list: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

/** The scenarios of both lists. If an id stands for two different scenarios, the other one gets an id of its own. */
function joinedEntries(own: readonly unknown[], others: readonly unknown[]): readonly unknown[] {
  const known = new Set(
    own.map((entry) => JSON.stringify(isEntry(entry) ? [entry.title, entry.doc] : entry)),
  );
  const ids = new Set(own.filter(isEntry).map(({ id }) => id));
  const added = others
    .filter((entry) => !known.has(JSON.stringify(isEntry(entry) ? [entry.title, entry.doc] : entry)))
    .map((entry) => (isEntry(entry) && ids.has(entry.id) ? { ...entry, id: `${entry.id}.file` } : entry));
  return [...own, ...added];
}

/**
 * Stores texts and lists. Returns how many of them the browser refused; the page has the refused texts until it is
 * closed.
 */
export async function storeKept(
  { texts, lists }: Kept,
  storage: TextStorage,
  writeList: (list: KeptList) => Promise<boolean>,
): Promise<number> {
  let refusals = 0;
  for (const [name, text] of Object.entries(texts)) {
    try {
      storage.setItem(name, text);
    } catch {
      refusals += 1;
    }
  }
  for (const list of lists) if (!(await writeList(list))) refusals += 1;
  return refusals;
}

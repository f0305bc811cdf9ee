// The addresses of the sections other than the Lab, such as `#/algorithms/cubic`. All other fragments belong
// to the Lab: they are share links (shareLink.ts) or empty.

/** The id of a page of a feature, or "lab". */
export type Section = string;

let sections: ReadonlySet<string> = new Set();

/** States the sections of this page. Other fragments belong to the Lab. */
export function nameSections(ids: Iterable<string>): void {
  sections = new Set(ids);
}

export interface Route {
  readonly section: Section;
  /** The page in the section, such as `cubic`. Null for the section's first page, and in the Lab. */
  readonly page: string | null;
}

/** The section and the page of a fragment. Null if the fragment belongs to the Lab. */
export function readRoute(fragment: string): Route | null {
  const found = /^#?\/([a-z]+)(?:\/([^?]*))?(?:\?.*)?$/.exec(fragment);
  const section = found?.[1] ?? "";
  if (!sections.has(section)) return null;
  return { section, page: decode(found?.[2] ?? "") || null };
}

/** The fragment of a page in a section. */
export function addressOf(section: Section, page: string | null = null): string {
  return `#/${section}${page === null ? "" : `/${page.split("/").map(encodeURIComponent).join("/")}`}`;
}

/** The query of a fragment, such as `set=tcp%3Dnewreno` in `#/papers/ldaplus/fig9b?set=tcp%3Dnewreno`. */
export function queryOf(fragment: string): URLSearchParams {
  const start = fragment.indexOf("?");
  return new URLSearchParams(start < 0 ? "" : fragment.slice(start + 1));
}

/** A fragment with another query. */
export function withQuery(fragment: string, query: URLSearchParams): string {
  const text = query.toString();
  return `${fragment.split("?")[0]}${text === "" ? "" : `?${text}`}`;
}

/** The text of a percent-encoded fragment, or the fragment itself if its encoding is not valid. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * The state of the Lab's entries in the browser history: the opened scenario to which the address belongs.
 */
interface LabEntry {
  readonly openingId: string;
}

/**
 * The id of the opened scenario to which an entry of the browser history belongs. Undefined for entries of
 * sections.
 */
export function openingIdOf(state: unknown): string | undefined {
  return (state as Partial<LabEntry> | null)?.openingId;
}

/** Shows an address of the Lab in the address bar, without a new entry in the browser history. */
export function writeAddress(openingId: string, address: string): void {
  try {
    history.replaceState({ openingId } satisfies LabEntry, "", address);
  } catch {
    // The browser does not allow a page from a file or in a sandboxed frame to change its address.
  }
}

/**
 * Adds an entry to the browser history and shows its address. An entry of the Lab has the id of the open
 * scenario.
 */
export function addAddress(address: string, openingId?: string): void {
  try {
    history.pushState(openingId === undefined ? null : ({ openingId } satisfies LabEntry), "", address);
  } catch {
    // See `writeAddress`.
  }
}

/** Shows an address of the same page in the address bar, without a new entry in the browser history. */
export function replaceAddress(address: string): void {
  try {
    history.replaceState(history.state, "", address);
  } catch {
    // See `writeAddress`.
  }
}

/** Calls `update` when the user changes the address, also by Back and Forward. Returns a function that ends this. */
export function watchAddress(update: (event: Event) => void): () => void {
  addEventListener("popstate", update);
  addEventListener("hashchange", update);
  return () => {
    removeEventListener("popstate", update);
    removeEventListener("hashchange", update);
  };
}

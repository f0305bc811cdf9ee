// The address of the page without a scenario, from which links are built, and the saved file in which the
// page may run: a single HTML file that contains the page, the simulator and the scenario or lesson that it
// opens (scripts/lib/singleFile.mjs).

/**
 * The contents of a saved file in addition to the page. The file's first script stores it in
 * `window.fairshareFile`.
 */
export interface SavedFile {
  /** The fragment to open: a share link, or the address of a lesson. */
  readonly fragment: string;
  /** The address of the page from which the file was saved. Links in the file lead there. */
  readonly home: string;
  /** Whether the file is the page of a SCORM package, which reports to a learning management system. */
  readonly scorm?: boolean;
  /** The addresses of the worker's program and of the WebAssembly, which the file's first script creates. */
  readonly worker: string;
  readonly wasm: string;
}

declare global {
  var fairshareFile: SavedFile | undefined;
}

/** The saved file in which the page runs. Undefined for a page from a server. */
export const savedFile = (): SavedFile | undefined => globalThis.fairshareFile;

/**
 * The parameters of an address that describe an embedded view (embedAddress.ts). They are no part of links to
 * the full page.
 */
const OWN_PARAMETERS = ["embed", "autoplay", "theme", "origin", "controls", "presenter"];

/** The address of the full page without a fragment. */
export function pageBase(): string {
  const file = savedFile();
  if (file) return file.home;
  const parameters = new URLSearchParams(location.search);
  for (const name of OWN_PARAMETERS) parameters.delete(name);
  const query = parameters.toString();
  return `${location.origin}${location.pathname}${query === "" ? "" : `?${query}`}`;
}

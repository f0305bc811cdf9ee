// The list of earlier releases whose engines the page has. A link states the version that computed its
// result, and the page opens the link with the engine of that version. The files of a release are in
// public/engines and are loaded when a link needs them (docs/decisions/0023-releases.md).

import { contentOf } from "./content.ts";

/** The generation of the interface of a release's WebAssembly. releaseSimulator.ts adapts each of them. */
export type Boundary = 1 | 2;

export interface Release {
  readonly version: string;
  readonly boundary: Boundary;
}

/** releaseContents.ts states the content of each file of a release, which must never change. */
export type ReleaseFile = "fairshare_wasm.js" | "fairshare_wasm_bg.wasm" | "catalogue.json" | "examples.json";

export const RELEASES: readonly Release[] = [
  { version: "0.1.0", boundary: 1 },
  { version: "0.2.0", boundary: 2 },
];

/**
 * The release with which a link of `version` is opened. Undefined if `version` is the page's version or not a
 * known release.
 */
export function releaseOf(version: string | undefined, pageVersion: string): Release | undefined {
  // A saved file contains only the page's engine.
  if (version === undefined || version === pageVersion || globalThis.fairshareFile) return undefined;
  return RELEASES.find((release) => release.version === version);
}

/**
 * The address of a file of a release. All files are compressed except the script, which the browser imports.
 */
export function releaseUrl({ version }: Release, file: ReleaseFile): string {
  const stored = file.endsWith(".js") ? file : `${file}.gz`;
  return new URL(`engines/${version}/${stored}`, document.baseURI).href;
}

/** Loads a JSON file of a release. */
export async function fetchReleaseJson<T>(
  release: Release,
  file: ReleaseFile & `${string}.json`,
): Promise<T> {
  const response = await fetch(releaseUrl(release, file));
  if (!response.ok)
    throw new Error(
      `A file of version ${release.version} could not be loaded: ${file} (status ${response.status}).`,
    );
  return JSON.parse(new TextDecoder().decode(await contentOf(response))) as T;
}

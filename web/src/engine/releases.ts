// The list of earlier releases whose engines the page has. A link states the version that computed its result, and the page opens the
// link with the engine of that version. The files of a release are in public/engines and are loaded when a link needs them
// (docs/decisions/0023-releases.md).

import { contentOf } from "./content.ts";

/** The generation of the interface of a release's WebAssembly. releaseSimulator.ts adapts each of them. */
export type Boundary = 1 | 2;

export interface Release {
  readonly version: string;
  /** The commit from which the WebAssembly was built. */
  readonly commit: string;
  readonly boundary: Boundary;
  /** The SHA-256 hash of the content of each file, because the files of a release must never change. */
  readonly files: Readonly<Record<ReleaseFile, string>>;
}

export type ReleaseFile = "fairshare_wasm.js" | "fairshare_wasm_bg.wasm" | "catalogue.json" | "examples.json";

export const RELEASES: readonly Release[] = [
  {
    version: "0.1.0",
    commit: "2a9eca8349114b6bdf142ea66b339c504146c61f",
    boundary: 1,
    files: {
      "fairshare_wasm.js": "16f8984523ba6a77b8104045dba96e8447e937cc90e457979e68560f51c81e67",
      "fairshare_wasm_bg.wasm": "8bc1b0fcf8dd1d10bb9ba7714c80990b17efa2018a60a9730fd1d3cc5e3323a3",
      "catalogue.json": "23440a66b3a990cef719724eb41cca0654f2b500515342da323d761204f45847",
      "examples.json": "2f55db33c4cfe9a65b4d83ecf1392da30f47a595b9f5756cc16fc3eabe78b78e",
    },
  },
  {
    version: "0.2.0",
    commit: "939bd70d8f71e5e399c300e3c71f99b660d63a61",
    boundary: 2,
    files: {
      "fairshare_wasm.js": "aa5e4c5c742424c0435fdaef5e012bf256566399a8d59a6cb15a59ebb7bcf41d",
      "fairshare_wasm_bg.wasm": "055b7e03192677a2580a45a8d0c899e1689f2f58ac5f6ee5f57526a847fcd2d3",
      "catalogue.json": "00e4ee56ed198a4b954cdf08ae230398f61ed3c86cffc540dee3d0bf62a108ff",
      "examples.json": "617478c5f5ed06b2cee073e391ecd9c797818c24e6b08e5f91e158c6c19da26e",
    },
  },
];

/** The release with which a link of `version` is opened. Undefined if `version` is the page's version or not a known release. */
export function releaseOf(version: string | undefined, pageVersion: string): Release | undefined {
  // A saved file contains only the page's engine.
  if (version === undefined || version === pageVersion || globalThis.fairshareFile) return undefined;
  return RELEASES.find((release) => release.version === version);
}

/** The address of a file of a release. All files are compressed except the script, which the browser imports. */
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

// What the files of each release in public/engines are, for the test that they never change. The page does
// not load this list.
import type { ReleaseFile } from "./releases.ts";

export interface ReleaseContent {
  /** The commit from which the WebAssembly was built. */
  readonly commit: string;
  /** The SHA-256 hash of the content of each file. */
  readonly files: Readonly<Record<ReleaseFile, string>>;
}

/** The contents of all releases, by version. */
export const RELEASE_CONTENTS: Readonly<Record<string, ReleaseContent>> = {
  "0.1.0": {
    commit: "2a9eca8349114b6bdf142ea66b339c504146c61f",
    files: {
      "fairshare_wasm.js": "16f8984523ba6a77b8104045dba96e8447e937cc90e457979e68560f51c81e67",
      "fairshare_wasm_bg.wasm": "8bc1b0fcf8dd1d10bb9ba7714c80990b17efa2018a60a9730fd1d3cc5e3323a3",
      "catalogue.json": "23440a66b3a990cef719724eb41cca0654f2b500515342da323d761204f45847",
      "examples.json": "2f55db33c4cfe9a65b4d83ecf1392da30f47a595b9f5756cc16fc3eabe78b78e",
    },
  },
  "0.2.0": {
    commit: "939bd70d8f71e5e399c300e3c71f99b660d63a61",
    files: {
      "fairshare_wasm.js": "aa5e4c5c742424c0435fdaef5e012bf256566399a8d59a6cb15a59ebb7bcf41d",
      "fairshare_wasm_bg.wasm": "055b7e03192677a2580a45a8d0c899e1689f2f58ac5f6ee5f57526a847fcd2d3",
      "catalogue.json": "00e4ee56ed198a4b954cdf08ae230398f61ed3c86cffc540dee3d0bf62a108ff",
      "examples.json": "617478c5f5ed06b2cee073e391ecd9c797818c24e6b08e5f91e158c6c19da26e",
    },
  },
};

// The files of the page's engine. They have URLs relative to the page, so that the page works under any path
// and on any host. A saved file has other addresses (scripts/lib/singleFile.mjs).

import wasmUrl from "../../../wasm/pkg/fairshare_wasm_bg.wasm?url";

export const spawn = (): Worker =>
  new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "simulator" });

/** The address of the WebAssembly of the page's engine. */
export const pageWasmUrl = (): string => new URL(wasmUrl, document.baseURI).href;

// The files of the page's engine. They have URLs relative to the page, so that the page works under any path
// and on any host. In a saved file, filesOfSavedFile.ts replaces this module.

import ownUrl from "../../../wasm/own/pkg/fairshare_own_wasm_bg.wasm?url";
import wasmUrl from "../../../wasm/pkg/fairshare_wasm_bg.wasm?url";

export const spawn = (): Worker =>
  new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "simulator" });

/** The address of the WebAssembly of the page's engine. */
export const pageWasmUrl = (): string => new URL(wasmUrl, document.baseURI).href;

/** The address of the WebAssembly with all algorithms and the interpreter of programs. */
export const wholeUrl = (): string => new URL(ownUrl, document.baseURI).href;

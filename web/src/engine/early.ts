// What starts before the program of the page is read, which takes longer: the first worker, and the compilation of
// the WebAssembly. The page loads this module as a script of its own, before its program (vite.config.ts).
import wasmUrl from "../../../wasm/pkg/fairshare_wasm_bg.wasm?url";
import "./trusted.ts";
import { compileOnce } from "./compile.ts";

/** Null outside of a page, and if the browser refuses: the engine then reports why. */
let early: Worker | null = null;

// Addresses are relative to the page, so that it works under any path and on any host. A saved file has others
// (scripts/lib/singleFile.mjs).
const spawn = (): Worker =>
  new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "simulator" });

/** The module of the page's engine. */
export const pageModule = compileOnce(() => new URL(wasmUrl, document.baseURI).href);

try {
  early = spawn();
  // Nobody waits for them yet. The engine starts another worker.
  early.onerror = () => {
    early = null;
  };
  pageModule().catch(() => undefined);
} catch {
  early = null;
}

/** Returns the worker that was started early to its first caller, and a new worker to all others. */
export function firstWorker(): Worker {
  const worker = early ?? spawn();
  early = null;
  return worker;
}

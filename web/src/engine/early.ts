// What starts before the program of the page is read, which takes longer: the first worker, and the compilation of
// the WebAssembly. The page loads this module as a script of its own, before its program (vite.config.ts).
import "./trusted.ts";
import { compileOnce } from "./compile.ts";
import { pageWasmUrl, spawn } from "./files.ts";

/** Null outside of a page, and if the browser refuses: the engine then reports why. */
let early: Worker | null = null;

/** The module of the page's engine. */
export const pageModule = compileOnce(pageWasmUrl);

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

// What starts before the program of the page is read, which takes longer: the first worker, and the compilation of
// the WebAssembly. The page loads this module as a script of its own, before its program (vite.config.ts).
import "./trusted.ts";
import { compile } from "./compile.ts";
import { pageWasmUrl, spawn } from "./files.ts";

interface Early {
  readonly worker: Worker;
  readonly compiled: Promise<WebAssembly.Module>;
}

/** Null outside of a page, and if the browser refuses: `createEngine` then reports why. */
let early: Early | null = null;
try {
  const worker = spawn();
  early = { worker, compiled: compile(pageWasmUrl()) };
  // Nobody waits for them yet. The engine starts another worker, and the worker compiles.
  worker.onerror = () => {
    early = null;
  };
  early.compiled.catch(() => undefined);
} catch {
  early = null;
}

/** Returns the worker that was started early to its first caller, and a new worker to all others. */
export function firstWorker(): Worker {
  const worker = early?.worker ?? spawn();
  early = null;
  return worker;
}

/** The module of the page's engine. */
export const firstModule = (): Promise<WebAssembly.Module> => early?.compiled ?? compile(pageWasmUrl());

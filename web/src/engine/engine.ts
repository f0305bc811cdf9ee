// Creates the engine of the page. The worker's program and the WebAssembly are files of their own (files.ts).
import { loadArithmetic } from "./arithmetic.ts";
import { createClient } from "./client.ts";
import { firstModule, firstWorker } from "./early.ts";
import { pageWasmUrl } from "./files.ts";
import type { EngineClient } from "./types.ts";

/** The engine of the page. The page compiles the WebAssembly while the worker starts. */
export function createEngine(): EngineClient {
  const compiled = firstModule();
  return createClient({ spawn: firstWorker, url: pageWasmUrl(), compiled }, { prepare: loadArithmetic });
}

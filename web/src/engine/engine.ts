// Creates the engine of the page. The worker's program and the WebAssembly are files of their own (files.ts).

import { createClient } from "./client.ts";
import { firstWorker, pageModule } from "./early.ts";
import { loadArithmetic } from "./numbers.ts";
import type { EngineClient } from "./types.ts";
import { watchLock } from "./workers/client.ts";

/** The engine of the page. The page compiles the WebAssembly while the worker starts. */
export const createEngine = (): EngineClient =>
  createClient(
    {
      spawn: firstWorker,
      wasm: async () => ({ module: await pageModule(), script: null }),
      watch: watchLock,
      // It computes in slices of a few milliseconds.
      maxSilence: 6,
    },
    { prepare: async () => loadArithmetic(await pageModule()) },
  );

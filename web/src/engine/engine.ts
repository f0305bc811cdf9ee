// Creates the engine of the page and the engines of earlier releases. The worker's program and the
// WebAssembly are files of their own (files.ts).
import { loadArithmetic } from "./arithmetic.ts";
import { createClient } from "./client.ts";
import { compile } from "./compile.ts";
import { firstModule, firstWorker } from "./early.ts";
import { pageWasmUrl, spawn } from "./files.ts";
import { type Release, releaseUrl } from "./releases.ts";
import type { EngineClient } from "./types.ts";

/** The engine of the page. The page compiles the WebAssembly while the worker starts. */
export function createEngine(): EngineClient {
  const compiled = firstModule();
  return createClient({ spawn: firstWorker, url: pageWasmUrl(), compiled }, { prepare: loadArithmetic });
}

/**
 * The engine of an earlier release. The page's arithmetic (arithmetic.ts) uses the WebAssembly of the page's
 * engine.
 */
export function createReleaseEngine(release: Release): EngineClient {
  return createClient(
    {
      spawn,
      url: releaseUrl(release, "fairshare_wasm_bg.wasm"),
      release: {
        boundary: release.boundary,
        scriptUrl: releaseUrl(release, "fairshare_wasm.js"),
        pageUrl: pageWasmUrl(),
      },
    },
    { prepare: async () => loadArithmetic(await compile(pageWasmUrl())) },
  );
}

// The engines of the built page: the present one, and those of earlier releases. The worker's program and the WebAssembly are separate
// files with URLs relative to the page, so that the page works under any path and on any host.
import wasmUrl from "../../../wasm/pkg/fairshare_wasm_bg.wasm?url";
import { loadArithmetic } from "./arithmetic.ts";
import { createClient } from "./client.ts";
import { type Release, releaseUrl } from "./releases.ts";
import { compile } from "./simulator.ts";
import type { EngineClient } from "./types.ts";

const spawn = (): Worker =>
  new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "simulator" });

const presentUrl = (): string => new URL(wasmUrl, document.baseURI).href;

export function createEngine(): EngineClient {
  return createClient({ spawn, url: presentUrl() }, { prepare: loadArithmetic });
}

/** The engine of an earlier release. The arithmetic of the page is that of the present engine. */
export function createReleaseEngine(release: Release): EngineClient {
  const present = presentUrl();
  return createClient(
    {
      spawn,
      url: releaseUrl(release, "fairshare_wasm_bg.wasm"),
      release: { glue: releaseUrl(release, "fairshare_wasm.js"), present },
    },
    { prepare: async () => loadArithmetic(await compile(present)) },
  );
}

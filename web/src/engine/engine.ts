// Creates the engine of the page. The worker's program and the WebAssembly are files of their own, with URLs relative to the page,
// so that the page works under any path and on any host.
import wasmUrl from "../../../wasm/pkg/fairshare_wasm_bg.wasm?url";
import { loadArithmetic } from "./arithmetic.ts";
import { createClient } from "./client.ts";
import type { EngineClient } from "./types.ts";

export function createEngine(): EngineClient {
  return createClient(
    {
      spawn: () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "simulator" }),
      url: new URL(wasmUrl, document.baseURI).href,
    },
    { prepare: loadArithmetic },
  );
}

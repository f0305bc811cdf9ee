// The engine of the built page: the worker's program and the WebAssembly as files of their own, by URL, so that it works
// under any path and from any host.
import wasmUrl from "../../../wasm/pkg/fairshare_wasm_bg.wasm?url";
import { createClient } from "./client.ts";
import type { EngineClient } from "./types.ts";

export function createEngine(): EngineClient {
  return createClient({
    spawn: () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "simulator" }),
    url: new URL(wasmUrl, document.baseURI).href,
  });
}

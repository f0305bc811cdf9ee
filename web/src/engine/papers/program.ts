// The WebAssembly of the papers' experiments. It is downloaded and compiled once, and all workers that use it
// share it.
import papersScript from "../../../../wasm/laboratory/pkg/fairshare_laboratory_wasm.js?url";
import papersWasm from "../../../../wasm/laboratory/pkg/fairshare_laboratory_wasm_bg.wasm?url";
import { compile } from "../compile.ts";
import type { WasmProgram } from "../workers/calls.ts";
import { type CallableWorker, type WorkerProgram, watchLock } from "../workers/client.ts";

const wasmAddress = (): string => new URL(papersWasm, document.baseURI).href;
const scriptAddress = (): string => new URL(papersScript, document.baseURI).href;

/** The addresses of the files that workers need. */
export const papersFiles = (): readonly string[] => [scriptAddress(), wasmAddress()];

let loading: Promise<WasmProgram> | null = null;

/** Loads the WebAssembly. A download that failed is tried again at the next call. */
function loadWasm(): Promise<WasmProgram> {
  loading ??= compile(wasmAddress()).then(
    (module) => ({ module, script: scriptAddress() }),
    (error: unknown) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}

/** The program of workers that `spawn` starts and that use the WebAssembly. */
export const programWith = async (spawn: () => CallableWorker): Promise<WorkerProgram> => ({
  spawn,
  wasm: await loadWasm(),
  watch: watchLock,
});

const spawnPapers = (): Worker =>
  new Worker(new URL("./papersWorker.ts", import.meta.url), { type: "module", name: "papers" });

/** The program of the workers that run the papers' experiments. */
export const loadPapersProgram = (): Promise<WorkerProgram> => programWith(spawnPapers);

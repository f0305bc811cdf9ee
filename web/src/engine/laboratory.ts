// The laboratory: experiments of papers, sweeps, assignments, exports, models and the race. Its WebAssembly is
// downloaded and compiled once, and all workers that use it share it.
import papersScript from "../../../wasm/laboratory/pkg/fairshare_laboratory_wasm.js?url";
import papersWasm from "../../../wasm/laboratory/pkg/fairshare_laboratory_wasm_bg.wasm?url";
import { compileOnce } from "./compile.ts";
import { type CallableWorker, type WorkerProgram, watchLock } from "./workers/client.ts";

const wasmAddress = (): string => new URL(papersWasm, document.baseURI).href;
const scriptAddress = (): string => new URL(papersScript, document.baseURI).href;

/** The addresses of the files that workers need. */
export const papersFiles = (): readonly string[] => [scriptAddress(), wasmAddress()];

const compiled = compileOnce(wasmAddress);

/** The program of workers that `spawn` starts and that use the WebAssembly. */
export const programWith = (spawn: () => CallableWorker): WorkerProgram => ({
  spawn,
  wasm: async () => ({ module: await compiled(), script: scriptAddress() }),
  watch: watchLock,
});

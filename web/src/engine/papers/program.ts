// The program of the workers that run the papers' experiments. The WebAssembly is downloaded and compiled once, and all workers share it.
import papersScript from "../../../../wasm/papers/pkg/fairshare_papers_wasm.js?url";
import papersWasm from "../../../../wasm/papers/pkg/fairshare_papers_wasm_bg.wasm?url";
import { compile } from "../simulator.ts";
import type { PapersProgram } from "./connection.ts";

const spawn = (): Worker =>
  new Worker(new URL("./papersWorker.ts", import.meta.url), { type: "module", name: "papers" });

/** Calls `onEnd` when the lock is free, because the worker that held it has ended. Without locks, only errors of workers are noticed. */
function watch(lock: string, onEnd: () => void): void {
  void navigator.locks?.request(lock, () => onEnd());
}

const wasmAddress = (): string => new URL(papersWasm, document.baseURI).href;
const scriptAddress = (): string => new URL(papersScript, document.baseURI).href;

/** The addresses of the files that workers need. */
export const papersFiles = (): readonly string[] => [scriptAddress(), wasmAddress()];

let loading: Promise<PapersProgram> | null = null;

/** Loads the program. A download that failed is tried again at the next call. */
export function loadPapersProgram(): Promise<PapersProgram> {
  loading ??= compile(wasmAddress()).then(
    (module) => ({ spawn, module, script: scriptAddress(), watch }),
    (error: unknown) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}

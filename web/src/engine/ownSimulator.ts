// Loads the WebAssembly of the whole simulator, with all algorithms and the interpreter of programs, inside a worker. A saved file has
// only this one (scripts/lib/singleFile.mjs).
import init, { compileProgram, Document, version } from "../../../wasm/own/pkg/fairshare_own_wasm.js";
import type { Simulator } from "./simulator.ts";

export async function instantiate(module: WebAssembly.Module): Promise<Simulator> {
  const { memory } = await init({ module_or_path: module });
  return { version, Document, compileProgram, memoryBytes: () => memory.buffer.byteLength };
}

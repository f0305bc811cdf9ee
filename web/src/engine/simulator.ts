// Loads the simulator's WebAssembly inside a worker.
import init, { check, Simulation, version } from "../../../wasm/pkg/fairshare_wasm.js";

/** The functions of the WebAssembly that a worker uses, by their names in wasm/src. */
export interface Simulator {
  readonly version: () => string;
  readonly check: (text: string) => string;
  readonly Simulation: new (text: string, recording: string) => Simulation;
}

export type { Simulation };

/** Compiles the module while it is downloaded if the server sends its content type, else after the download. */
export async function compile(url: string): Promise<WebAssembly.Module> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} could not be loaded (status ${response.status}).`);
  const typed = response.headers.get("Content-Type")?.toLowerCase().startsWith("application/wasm");
  if (typed && typeof WebAssembly.compileStreaming === "function")
    return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

export async function instantiate(module: WebAssembly.Module): Promise<Simulator> {
  await init({ module_or_path: module });
  return { version, check, Simulation };
}

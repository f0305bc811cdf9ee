// Loads the simulator's WebAssembly in tests.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { open } from "../../../wasm/pkg/fairshare_wasm.js";
import type { LinkRates, ScenarioDocument } from "../generated/types.ts";
import { loadArithmetic } from "./numbers.ts";
import type { Opened, Refused } from "./simulator.ts";

/** Creates the page's instance of the WebAssembly from the built package on disk. */
export async function loadWasm(): Promise<void> {
  const file = join(process.cwd(), "wasm", "pkg", "fairshare_wasm_bg.wasm");
  await loadArithmetic(await WebAssembly.compile(readFileSync(file)));
}

/** The rate of each link during the run of a document, as steps. The document must be valid. */
export function ratesOf(doc: ScenarioDocument): readonly LinkRates[] {
  const opened = open(JSON.stringify(doc), undefined) as Opened | Refused;
  if (!opened.ok) throw new Error(JSON.stringify(opened.issues));
  opened.simulation.free();
  return opened.rates;
}

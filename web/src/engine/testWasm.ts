// Loads the simulator's WebAssembly in tests.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Document } from "../../../wasm/own/pkg/fairshare_own_wasm.js";
import type { CheckResult, LinkRates, ScenarioDocument } from "../generated/types.ts";
import { loadArithmetic } from "./arithmetic.ts";
import { instantiate } from "./ownSimulator.ts";

const compiled = (...path: readonly string[]): Promise<WebAssembly.Module> =>
  WebAssembly.compile(readFileSync(join(process.cwd(), "wasm", ...path)));

/**
 * Creates the page's instance of the WebAssembly from the built package on disk, and the instance of the whole simulator,
 * which some documents need.
 */
export async function loadWasm(): Promise<void> {
  await loadArithmetic(await compiled("pkg", "fairshare_wasm_bg.wasm"));
  await instantiate(await compiled("own", "pkg", "fairshare_own_wasm_bg.wasm"));
}

/** The rate of each link during the run of a document, as steps. The document must be valid. */
export function ratesOf(doc: ScenarioDocument): readonly LinkRates[] {
  const document = new Document(JSON.stringify(doc));
  const { issues } = JSON.parse(document.verdict()) as CheckResult;
  if (issues.length > 0) throw new Error(JSON.stringify(issues));
  return JSON.parse(document.rateSteps()) as LinkRates[];
}

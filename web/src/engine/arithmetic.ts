// Arithmetic that the page shares with the simulator. The page has its own instance of the WebAssembly for it, so that results
// are available without waiting for the worker. Nothing is simulated in this instance.
import init, { comparePaired, maxMinRates } from "../../../wasm/pkg/fairshare_wasm.js";
import type { PairedComparison } from "../generated/types.ts";

/** Creates the instance from the module that the worker compiled. Must be complete before the other functions are called. */
export async function loadArithmetic(module: WebAssembly.Module): Promise<void> {
  await init({ module_or_path: module });
}

/** Max-min fair rates. `routes` contains the indices of each flow's links; a flow without links gets the rate 0. */
export function fairRates(
  routes: readonly (readonly number[])[],
  capacities: readonly number[],
): readonly number[] {
  const lengths = Uint32Array.from(routes, (route) => route.length);
  const rates = maxMinRates(Float64Array.from(capacities), Uint32Array.from(routes.flat()), lengths);
  return Array.from(rates, (rate) => (rate === Number.POSITIVE_INFINITY ? 0 : rate));
}

/** Compares the values of two settings, A and B, that were run with the same seeds. */
export function compareRuns(a: readonly number[], b: readonly number[]): PairedComparison {
  return JSON.parse(comparePaired(Float64Array.from(a), Float64Array.from(b))) as PairedComparison;
}

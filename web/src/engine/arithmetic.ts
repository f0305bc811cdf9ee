// Arithmetic that the page shares with the simulator. It runs on an instance of the WebAssembly in the page itself, so that
// results are available without waiting for the worker. Nothing is simulated in this instance.
import init, { comparePaired, maxMinRates } from "../../../wasm/pkg/fairshare_wasm.js";
import type { PairedComparison } from "../generated/types.ts";

/** Must be complete before the other functions are called. The module is the one that the worker has compiled. */
export async function loadArithmetic(module: WebAssembly.Module): Promise<void> {
  await init({ module_or_path: module });
}

/** Max-min fair rates. `routes` has the indices of each flow's links; a flow without links gets the rate 0. */
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

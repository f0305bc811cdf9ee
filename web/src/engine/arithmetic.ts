// Arithmetic that the page shares with the simulator. The page creates an instance of the WebAssembly for it,
// so that results are available without waiting for the worker. This instance runs no simulation.
import init, { comparePaired, maxMinRates } from "../../../wasm/pkg/fairshare_wasm.js";
import type { PairedComparison } from "../generated/types.ts";

/**
 * Creates the instance from the compiled module of the page's engine. The functions below may be called when
 * the promise resolves.
 */
export async function loadArithmetic(module: WebAssembly.Module): Promise<void> {
  await init({ module_or_path: module });
}

/**
 * The max-min fair rate of each flow, in the unit of `capacities`. A flow's route is the list of the indices
 * of its links. A flow without links gets the rate 0.
 */
export function fairRates(
  routes: readonly (readonly number[])[],
  capacities: readonly number[],
): readonly number[] {
  const lengths = Uint32Array.from(routes, (route) => route.length);
  const rates = maxMinRates(Float64Array.from(capacities), Uint32Array.from(routes.flat()), lengths);
  return Array.from(rates, (rate) => (rate === Number.POSITIVE_INFINITY ? 0 : rate));
}

/** Compares the results of two scenarios A and B. `a[i]` and `b[i]` are the results with the same seed. */
export function compareRuns(a: readonly number[], b: readonly number[]): PairedComparison {
  return comparePaired(Float64Array.from(a), Float64Array.from(b)) as PairedComparison;
}

// Computes runs of documents with the simulator's WebAssembly in tests.
import { open } from "../../../wasm/pkg/fairshare_wasm.js";
import type { RunSummary, ScenarioDocument } from "../generated/types.ts";
import { GrowingRecord } from "./record.ts";
import type { Opened, Refused } from "./simulator.ts";

/** The number of bins per series of a run. */
const BINS = 2048;

/** The most events that a call of the simulator processes. */
const MAX_EVENTS = 1_000_000;

/** Computes the complete run of a valid document. `loadWasm` (testWasm.ts) must have been called. */
export function computeRun(doc: ScenarioDocument): GrowingRecord & { readonly summary: RunSummary } {
  const opened = open(JSON.stringify(doc), { bins: BINS }) as Opened | Refused;
  if (!opened.ok) throw new Error(JSON.stringify(opened.issues));
  const { simulation } = opened;
  const record = new GrowingRecord("test", opened);
  for (let done = false; !done; ) done = simulation.stepUntil(simulation.duration, MAX_EVENTS)[2] === 1;
  const failure = simulation.failure();
  if (failure) throw new Error(failure.message);
  record.store({
    computedTo: simulation.now,
    series: simulation.readNew() as Float64Array<ArrayBuffer>,
    events: simulation.eventsNew() as Float64Array<ArrayBuffer>,
    remaining: null,
  });
  const summary = simulation.summary();
  simulation.free();
  return Object.assign(record, { summary });
}

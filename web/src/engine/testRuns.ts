// Computes runs of documents with the simulator's WebAssembly in tests.
import { Document } from "../../../wasm/pkg/fairshare_wasm.js";
import type { CheckResult, LinkRates, RunSummary, ScenarioDocument, SeriesInfo } from "../generated/types.ts";
import { GrowingRecord } from "./record.ts";

/** The number of bins per series of a run. */
const BINS = 2048;

/** The most events that a call of the simulator processes. */
const MAX_EVENTS = 1_000_000;

/** Computes the complete run of a valid document. `loadWasm` (testWasm.ts) must have been called. */
export function computeRun(doc: ScenarioDocument): GrowingRecord & { readonly summary: RunSummary } {
  const document = new Document(JSON.stringify(doc));
  const verdict = JSON.parse(document.verdict()) as CheckResult;
  const { canonical, derived } = verdict;
  if (canonical === null || derived === null) throw new Error(JSON.stringify(verdict.issues));
  const simulation = document.simulation(JSON.stringify({ bins: BINS }));
  const { flows, links } = JSON.parse(simulation.entities()) as { flows: string[]; links: string[] };
  const record = new GrowingRecord("test", {
    canonical,
    derived,
    rates: JSON.parse(document.rateSteps()) as LinkRates[],
    duration: simulation.duration,
    directory: JSON.parse(simulation.directory()) as SeriesInfo[],
    flows,
    links,
  });
  for (let done = false; !done; ) done = simulation.stepUntil(simulation.duration, MAX_EVENTS)[2] === 1;
  if (simulation.failure() !== "") throw new Error(simulation.failure());
  record.store({
    computedTo: simulation.now,
    series: simulation.readNew() as Float64Array<ArrayBuffer>,
    events: simulation.eventsNew() as Float64Array<ArrayBuffer>,
    remaining: null,
  });
  const summary = JSON.parse(simulation.summary()) as RunSummary;
  simulation.free();
  document.free();
  return Object.assign(record, { summary });
}

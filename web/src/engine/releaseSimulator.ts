// Adapts the WebAssembly of an earlier release to the interface `Simulator`, so that `Runner` can use it.
import type { CheckResult } from "../generated/types.ts";
import type { Simulation, Simulator, SimulatorDocument } from "./simulator.ts";

/** The JavaScript module of a release with boundary 1. It has no `Document`: it validates the text again for each run. */
export interface Boundary1 {
  readonly default: (input: { readonly module_or_path: WebAssembly.Module }) => Promise<unknown>;
  readonly version: () => string;
  /** The verdict on a document's text: a `CheckResult` as JSON, in which the fair shares of flows are missing. */
  readonly check: (text: string) => string;
  readonly Simulation: new (text: string, recording: string) => Simulation;
}

/**
 * The simulator of a release. The release validates documents and computes runs. The rate steps of links and the fair shares, which
 * follow from the document alone, come from the page's simulator.
 */
export async function adaptBoundary1(
  released: Boundary1,
  module: WebAssembly.Module,
  pageSimulator: Simulator,
): Promise<Simulator> {
  await released.default({ module_or_path: module });
  class ReleasedDocument implements SimulatorDocument {
    readonly #text: string;
    readonly #verdict: CheckResult;
    readonly #pageDocument: SimulatorDocument;

    constructor(text: string) {
      this.#text = text;
      const verdict = JSON.parse(released.check(text)) as CheckResult;
      this.#pageDocument = new pageSimulator.Document(verdict.canonical ?? text);
      const { derived } = JSON.parse(this.#pageDocument.verdict()) as CheckResult;
      this.#verdict = verdict.ok ? { ...verdict, derived } : verdict;
    }

    verdict(): string {
      return JSON.stringify(this.#verdict);
    }

    rateSteps(): string {
      return this.#pageDocument.rateSteps();
    }

    simulation(recording: string): Simulation {
      return new released.Simulation(this.#text, recording);
    }

    free(): void {
      this.#pageDocument.free();
    }
  }
  return { version: released.version, Document: ReleasedDocument };
}

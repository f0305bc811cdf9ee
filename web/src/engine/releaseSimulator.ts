// Adapts the WebAssembly of an earlier release to the interface of the present one, so that `Runner` can use it.
import type { CheckResult } from "../generated/types.ts";
import type { Simulation, Simulator, SimulatorDocument } from "./simulator.ts";

/** The JavaScript module of a release of boundary 1. It validated a text for each run, and had no documents. */
export interface Boundary1 {
  readonly default: (input: { readonly module_or_path: WebAssembly.Module }) => Promise<unknown>;
  readonly version: () => string;
  /** The verdict on a text: `CheckResult` as JSON, without the flows' fair shares. */
  readonly check: (text: string) => string;
  readonly Simulation: new (text: string, recording: string) => Simulation;
}

/**
 * The simulator of a release. It computes runs and validates documents. The steps of links' rates and the fair shares, which follow from the
 * document alone, come from `present`.
 */
export async function adaptBoundary1(
  released: Boundary1,
  module: WebAssembly.Module,
  present: Simulator,
): Promise<Simulator> {
  await released.default({ module_or_path: module });
  class ReleasedDocument implements SimulatorDocument {
    readonly #text: string;
    readonly #verdict: CheckResult;
    readonly #present: SimulatorDocument;

    constructor(text: string) {
      this.#text = text;
      const verdict = JSON.parse(released.check(text)) as CheckResult;
      this.#present = new present.Document(verdict.canonical ?? text);
      const { derived } = JSON.parse(this.#present.verdict()) as CheckResult;
      this.#verdict = verdict.ok ? { ...verdict, derived } : verdict;
    }

    verdict(): string {
      return JSON.stringify(this.#verdict);
    }

    rateSteps(): string {
      return this.#present.rateSteps();
    }

    simulation(recording: string): Simulation {
      return new released.Simulation(this.#text, recording);
    }

    free(): void {
      this.#present.free();
    }
  }
  return { version: released.version, Document: ReleasedDocument };
}

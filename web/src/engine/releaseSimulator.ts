// Adapts the WebAssembly of an earlier release to the interface `Simulator`, so that `Runner` can use it.
import type { CheckResult, ScenarioDocument } from "../generated/types.ts";
import type { Boundary } from "./releases.ts";
import type { Simulation, Simulator, SimulatorDocument } from "./simulator.ts";

/** What the JavaScript modules of all releases have. */
interface ReleasedModule {
  readonly default: (input: { readonly module_or_path: WebAssembly.Module }) => Promise<unknown>;
  readonly version: () => string;
}

/**
 * The JavaScript module of a release with boundary 1. It has no `Document`: it validates the text again for
 * each run.
 */
export interface Boundary1 extends ReleasedModule {
  /**
   * The verdict on a document's text: a `CheckResult` as JSON, in which the fair shares of flows are missing.
   */
  readonly check: (text: string) => string;
  readonly Simulation: new (text: string, recording: string) => Simulation;
}

/** The JavaScript module of a release with boundary 2. */
export interface Boundary2 extends ReleasedModule, Simulator {}

/**
 * The simulator of a release.
 * @param released The JavaScript module of the release.
 * @param module The WebAssembly of the release.
 * @param loadPageSimulator Loads the page's simulator. It is called only if the release needs it.
 */
export async function releaseSimulator(
  boundary: Boundary,
  released: ReleasedModule,
  module: WebAssembly.Module,
  loadPageSimulator: () => Promise<Simulator>,
): Promise<Simulator> {
  await released.default({ module_or_path: module });
  if (boundary === 2) return released as Boundary2;
  return adaptBoundary1(released as Boundary1, await loadPageSimulator());
}

/**
 * A document without the names of groups, which do not affect results. Releases with boundary 1 do not
 * support them.
 */
interface Ungrouped {
  readonly text: string;
  /** The names of groups by the ids of flows. */
  readonly groups: ReadonlyMap<string, string>;
}

function withoutGroups(text: string): Ungrouped {
  const none = { text, groups: new Map<string, string>() };
  let doc: ScenarioDocument;
  try {
    doc = JSON.parse(text) as ScenarioDocument;
  } catch {
    return none;
  }
  if (!Array.isArray(doc?.flows)) return none;
  const groups = new Map(
    doc.flows.flatMap(({ id, group }) => (typeof group === "string" ? [[id, group] as const] : [])),
  );
  if (groups.size === 0) return none;
  const flows = doc.flows.map(({ group: _group, ...flow }) => flow);
  return { text: JSON.stringify({ ...doc, flows }), groups };
}

/** The canonical form of a release with the names of groups, so that links and files keep them. */
function withGroups(canonical: string | null, groups: Ungrouped["groups"]): string | null {
  if (canonical === null || groups.size === 0) return canonical;
  const doc = JSON.parse(canonical) as ScenarioDocument;
  const flows = (doc.flows ?? []).map((flow) => {
    const group = groups.get(flow.id);
    return group === undefined ? flow : { ...flow, group };
  });
  return JSON.stringify({ ...doc, flows });
}

/**
 * The simulator of a release with boundary 1. The release validates documents and computes runs. The rate
 * steps of links and the fair shares, which follow from the document alone, come from the page's simulator.
 */
function adaptBoundary1(released: Boundary1, pageSimulator: Simulator): Simulator {
  class ReleasedDocument implements SimulatorDocument {
    readonly #text: string;
    readonly #verdict: CheckResult;
    readonly #pageDocument: SimulatorDocument;

    constructor(text: string) {
      const ungrouped = withoutGroups(text);
      this.#text = ungrouped.text;
      const checked = JSON.parse(released.check(ungrouped.text)) as CheckResult;
      const verdict = { ...checked, canonical: withGroups(checked.canonical, ungrouped.groups) };
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

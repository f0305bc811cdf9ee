// The calls that the worker of the simulator answers. Times are in simulated seconds unless stated otherwise.
import type {
  CheckResult,
  Derived,
  Issue,
  LinkRates,
  ProgramReport,
  ProgramState,
  RunSummary,
  ScenarioDocument,
  SeriesInfo,
} from "../generated/types.ts";
import type { Decision, RunFailure, RunId, RunMode, RunOutcome } from "./types.ts";
import type { Call } from "./workers/calls.ts";

export interface OpenRequest {
  readonly id: RunId;
  /** The document. */
  readonly text: string;
  readonly bins: number;
  readonly mode: RunMode;
}

/** A question about a run. If the simulation of the run is no longer kept, it is created again from `text`. */
interface RunQuestion {
  readonly id: RunId;
  readonly text: string;
}

export type SimulatorCalls = {
  readonly version: Call<null, string>;
  readonly check: Call<string, CheckResult>;
  /** Compiles the program of a sender. */
  readonly compile: Call<string, ProgramReport>;
  /**
   * Computes the run of a document. A valid document replaces the run that is being computed, and the first frame is the
   * opening, except in mode "result". A call that is cancelled stops the computation.
   */
  readonly open: Call<OpenRequest, RunEnd, RunFrame>;
  /**
   * Computes a driven run to the time `until`. `later` is the document of the run with timeline entries to add, which are
   * later than the time that is computed. Null for none.
   */
  readonly advance: Call<{ readonly id: RunId; readonly until: number; readonly later: string | null }, null>;
  /** Frees the simulation that is kept to answer questions about a run. */
  readonly forget: Call<RunId, null>;
  readonly explain: Call<
    RunQuestion & { readonly flow: string; readonly from: number; readonly to: number },
    readonly Decision[]
  >;
  readonly summary: Call<RunQuestion & { readonly at: number }, RunSummary>;
  /** What the program of a flow did last before the time `at`. */
  readonly inspect: Call<RunQuestion & { readonly flow: string; readonly at: number }, ProgramState | null>;
};

export type RunFrame = ({ readonly type: "opening" } & RunOpening) | ({ readonly type: "data" } & FrameData);

export type RunEnd =
  | { readonly type: "refused"; readonly issues: readonly Issue[] }
  /** `memoryBytes` is the size of the WebAssembly's memory. */
  | { readonly type: "complete"; readonly outcome: RunOutcome; readonly memoryBytes: number }
  | { readonly type: "failed"; readonly failure: RunFailure }
  /** Another run has replaced the run, or the page has stopped it. */
  | { readonly type: "stopped" };

/** The data of a run that are known before the run is computed. */
export interface RunOpening {
  /** The text of the canonical document, and the document. */
  readonly canonical: string;
  readonly document: ScenarioDocument;
  readonly derived: Derived;
  /** The rate of each link direction during the run, as steps. */
  readonly rates: readonly LinkRates[];
  /** The duration of the run, in simulated seconds. */
  readonly duration: number;
  readonly directory: readonly SeriesInfo[];
  /**
   * The ids of flows and links. Events refer to flows and links by their index in these lists: the entity
   * index of every event, and the value of a drop, loss or mark, which is the index of a link.
   */
  readonly flows: readonly string[];
  readonly links: readonly string[];
}

/** The data of a run that are new since the previous frame. Both arrays are transferred, not copied. */
export interface FrameData {
  /** The simulated time up to which the run is computed, in seconds. */
  readonly computedTo: number;
  /**
   * One block per series: the header [key, rev, width, bins, first bin], then the values of the bins
   * beginning with `first bin`, 3 per bin for a gauge and 1 per bin for a counter.
   */
  readonly series: Float64Array<ArrayBuffer>;
  /**
   * The header [rev, rows, first row], then the rows beginning with `first row`, 5 numbers each (see
   * `EventRows`).
   */
  readonly events: Float64Array<ArrayBuffer>;
  /** Estimated wall-clock time until the run is complete, in seconds. */
  readonly remaining: number | null;
}

// The messages between the page and its worker, one union per direction. A message about a run contains the id of the run, and an answer
// contains the number of its question, so that late messages are recognised.
import type {
  CheckResult,
  Derived,
  ExplainedDecision,
  LinkRates,
  RunSummary,
  SeriesInfo,
} from "../generated/types.ts";
import type { RunFailure, RunId, RunOutcome } from "./types.ts";

/** Pairs a question with its answer. */
export type Ask = number;

/**
 * "live": posts frames when the page is ready for them; the simulation is kept for questions afterwards. "preview": as "live", but the
 * simulation is not kept. "whole": posts one frame at the end. "result": posts only the outcome; nothing is recorded.
 */
export type RunMode = "live" | "preview" | "whole" | "result";

export type ToWorker =
  /** The first message. `module` is the compiled module, if there is one; otherwise the worker loads it from `url`. */
  | { readonly type: "init"; readonly module: WebAssembly.Module | null; readonly url: string }
  | { readonly type: "check"; readonly ask: Ask; readonly text: string }
  /** Replaces the run that is being computed. */
  | {
      readonly type: "load";
      readonly runId: RunId;
      readonly text: string;
      readonly bins: number;
      readonly mode: RunMode;
    }
  /** The page has painted the last frame: the worker may post one more. */
  | { readonly type: "credit"; readonly runId: RunId }
  | { readonly type: "hold"; readonly held: boolean }
  | { readonly type: "cancel"; readonly runId: RunId }
  | { readonly type: "drop"; readonly runId: RunId }
  /** `text` is the document of the run, from which the worker creates its simulation again if it no longer keeps it. */
  | {
      readonly type: "explain";
      readonly ask: Ask;
      readonly runId: RunId;
      readonly text: string;
      readonly flow: string;
      readonly from: number;
      readonly to: number;
    }
  | {
      readonly type: "summary";
      readonly ask: Ask;
      readonly runId: RunId;
      readonly text: string;
      readonly at: number;
    }
  | { readonly type: "ping"; readonly ask: Ask };

export type FromWorker =
  | {
      readonly type: "ready";
      readonly version: string;
      readonly module: WebAssembly.Module;
    }
  /** The worker cannot run here; `message` is a sentence. */
  | { readonly type: "unusable"; readonly message: string }
  | { readonly type: "checked"; readonly ask: Ask; readonly result: CheckResult }
  | ({ readonly type: "started"; readonly runId: RunId } & RunOpening)
  | ({ readonly type: "frame"; readonly runId: RunId } & FrameData)
  | { readonly type: "done"; readonly runId: RunId; readonly outcome: RunOutcome }
  | { readonly type: "failed"; readonly runId: RunId; readonly failure: RunFailure }
  | {
      readonly type: "explained";
      readonly ask: Ask;
      readonly runId: RunId;
      readonly decisions: readonly ExplainedDecision[];
    }
  | { readonly type: "summarised"; readonly ask: Ask; readonly runId: RunId; readonly summary: RunSummary }
  /** The question cannot be answered, for the reason in `message`. */
  | { readonly type: "refused"; readonly ask: Ask; readonly message: string }
  | { readonly type: "pong"; readonly ask: Ask }
  /** The simulator trapped, so this worker can no longer be used. `runId` is the run on which it was working. */
  | { readonly type: "crashed"; readonly runId: RunId | null; readonly message: string };

/** The data of a run that are known before its first packet. */
export interface RunOpening {
  /** The document, migrated and canonical. */
  readonly canonical: string;
  readonly derived: Derived;
  /** The steps of the rate of each link direction during the run. */
  readonly rates: readonly LinkRates[];
  readonly duration: number;
  readonly directory: readonly SeriesInfo[];
  /** The flows and links to which the entity indices of events refer. */
  readonly flows: readonly string[];
  readonly links: readonly string[];
}

/** The new data since the previous frame. Both arrays are transferred. */
export interface FrameData {
  readonly computedTo: number;
  /** Blocks of [key, rev, width, bins, first bin], then 3 values per bin for a gauge and 1 for a counter. */
  readonly series: Float64Array<ArrayBuffer>;
  /** [rev, rows, first row], then rows of 5. */
  readonly events: Float64Array<ArrayBuffer>;
  /** Estimated wall seconds until the run is complete. */
  readonly remaining: number | null;
}

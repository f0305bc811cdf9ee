// What the page and its worker say to each other: hand-written, one union per direction. Whatever concerns a run carries
// the run's id, and what answers a question carries the question's number, so that late messages are recognised.
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
 * "live": frames as the page takes them, kept for questions afterwards. "preview": the same, not kept. "whole": one frame
 * at the end. "result": only the outcome; nothing is recorded.
 */
export type RunMode = "live" | "preview" | "whole" | "result";

export type ToWorker =
  /** First of all. A module that was compiled before saves loading it; `url` is where to load it from otherwise. */
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
  /** The page has taken the last frame: it may have one more. */
  | { readonly type: "credit"; readonly runId: RunId }
  | { readonly type: "hold"; readonly held: boolean }
  | { readonly type: "cancel"; readonly runId: RunId }
  | { readonly type: "drop"; readonly runId: RunId }
  /** `text` is the run's document, for a run that the worker no longer keeps. */
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
  /** A question that has no answer. */
  | { readonly type: "refused"; readonly ask: Ask; readonly message: string }
  | { readonly type: "pong"; readonly ask: Ask }
  /** The simulator trapped: this worker is of no use any more. `runId` is the run that it was working on. */
  | { readonly type: "crashed"; readonly runId: RunId | null; readonly message: string };

/** What is known of a run before its first packet. */
export interface RunOpening {
  /** The document, migrated and canonical. */
  readonly canonical: string;
  readonly derived: Derived;
  /** The rate of each link direction over the run. */
  readonly rates: readonly LinkRates[];
  readonly duration: number;
  readonly directory: readonly SeriesInfo[];
  /** What the entity indices of events mean. */
  readonly flows: readonly string[];
  readonly links: readonly string[];
}

/** What is new since the frame before. Both arrays are transferred. */
export interface FrameData {
  readonly computedTo: number;
  /** Blocks of [key, rev, width, bins, first bin], then 3 values per bin for a gauge and 1 for a counter. */
  readonly series: Float64Array<ArrayBuffer>;
  /** [rev, rows, first row], then rows of 5. */
  readonly events: Float64Array<ArrayBuffer>;
  /** Estimated wall seconds until the run is complete. */
  readonly remaining: number | null;
}

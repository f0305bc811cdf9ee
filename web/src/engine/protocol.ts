// The messages between the page and a worker, with one union type per direction. A message about a run
// contains the id of the run, and an answer contains the id of its question, so that late messages are
// recognised. Times are in simulated seconds unless stated otherwise.
import type {
  CheckResult,
  Derived,
  LinkRates,
  ProgramReport,
  ProgramState,
  RunSummary,
  SeriesInfo,
} from "../generated/types.ts";
import type { Boundary } from "./releases.ts";
import type { Decision, RunFailure, RunId, RunOutcome } from "./types.ts";

/** The number of a question, which its answer repeats. */
export type QuestionId = number;

/** The data about an earlier release that a worker needs, apart from the WebAssembly of the release. */
export interface ReleaseModules {
  readonly boundary: Boundary;
  /** The URL of the JavaScript module of the release. */
  readonly scriptUrl: string;
  /** The URL of the WebAssembly of the page's engine. */
  readonly pageUrl: string;
}

/**
 * "live": the worker posts frames when the page is ready for them, and keeps the simulation after the run to
 * answer questions. "preview": like "live", but the simulation is not kept. "whole": the worker posts one
 * frame, at the end of the run. "result": the worker records nothing and posts only the outcome. "driven": like
 * "preview", but the worker computes only to the times of `advance`, and posts a frame at each of them.
 */
export type RunMode = "live" | "preview" | "whole" | "result" | "driven";

export type ToWorker =
  /**
   * The first message. `module` is the compiled WebAssembly module; if it is null, the worker loads the
   * module from `url`.
   */
  | {
      readonly type: "init";
      readonly module: WebAssembly.Module | null;
      readonly url: string;
      /** Null for the page's engine. */
      readonly release: ReleaseModules | null;
    }
  | { readonly type: "check"; readonly questionId: QuestionId; readonly text: string }
  /** `text` is a program of a sender. */
  | { readonly type: "compile"; readonly questionId: QuestionId; readonly text: string }
  /**
   * If the document is valid, replaces the run that is being computed; the answer is `started`, except in
   * mode "result". Otherwise that run continues, and the answer is `failed`.
   */
  | {
      readonly type: "load";
      readonly runId: RunId;
      readonly text: string;
      readonly bins: number;
      readonly mode: RunMode;
    }
  /** The page is ready for another frame: the worker may post one. */
  | { readonly type: "credit"; readonly runId: RunId }
  /**
   * Computes a driven run to the simulated time `until`. `later` is the document of the run with timeline
   * entries to add, which are later than the time that is computed. Null for none.
   */
  | {
      readonly type: "advance";
      readonly runId: RunId;
      readonly until: number;
      readonly later: string | null;
    }
  | { readonly type: "pause"; readonly paused: boolean }
  /** Stops computing the run. */
  | { readonly type: "cancel"; readonly runId: RunId }
  /** Stops computing the run, and frees the simulation that is kept to answer questions about the run. */
  | { readonly type: "forget"; readonly runId: RunId }
  /**
   * `text` is the document of the run. If the worker no longer keeps the simulation of the run, it creates it
   * again from `text`.
   */
  | {
      readonly type: "explain";
      readonly questionId: QuestionId;
      readonly runId: RunId;
      readonly text: string;
      readonly flow: string;
      readonly from: number;
      readonly to: number;
    }
  | {
      readonly type: "summary";
      readonly questionId: QuestionId;
      readonly runId: RunId;
      readonly text: string;
      readonly at: number;
    }
  /** What the program of a flow did last before the time `at`. `text` is as in `explain`. */
  | {
      readonly type: "inspect";
      readonly questionId: QuestionId;
      readonly runId: RunId;
      readonly text: string;
      readonly flow: string;
      readonly at: number;
    }
  | { readonly type: "ping"; readonly questionId: QuestionId };

export type FromWorker =
  | {
      readonly type: "ready";
      readonly version: string;
      readonly module: WebAssembly.Module;
    }
  /** The simulator cannot run in this browser, for the reason in `message`. */
  | { readonly type: "unusable"; readonly message: string }
  | { readonly type: "checked"; readonly questionId: QuestionId; readonly result: CheckResult }
  | { readonly type: "compiled"; readonly questionId: QuestionId; readonly report: ProgramReport }
  | ({ readonly type: "started"; readonly runId: RunId } & RunOpening)
  | ({ readonly type: "frame"; readonly runId: RunId } & FrameData)
  /** `memoryBytes` is the size of the WebAssembly's memory; undefined for an earlier release. */
  | {
      readonly type: "done";
      readonly runId: RunId;
      readonly outcome: RunOutcome;
      readonly memoryBytes?: number | undefined;
    }
  | { readonly type: "failed"; readonly runId: RunId; readonly failure: RunFailure }
  | {
      readonly type: "explained";
      readonly questionId: QuestionId;
      readonly runId: RunId;
      readonly decisions: readonly Decision[];
    }
  | {
      readonly type: "summarised";
      readonly questionId: QuestionId;
      readonly runId: RunId;
      readonly summary: RunSummary;
    }
  | {
      readonly type: "inspected";
      readonly questionId: QuestionId;
      readonly runId: RunId;
      readonly state: ProgramState | null;
    }
  /** The question cannot be answered, for the reason in `message`. */
  | { readonly type: "refused"; readonly questionId: QuestionId; readonly message: string }
  | { readonly type: "pong"; readonly questionId: QuestionId }
  /**
   * The WebAssembly trapped, so the worker can no longer be used. `runId` is the run on which it was working.
   */
  | { readonly type: "crashed"; readonly runId: RunId | null; readonly message: string };

/** The data of a run that are known before the run is computed. */
export interface RunOpening {
  /** The document, migrated and canonical. */
  readonly canonical: string;
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

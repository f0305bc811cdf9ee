// The interface between the page and the simulator: requests, and the notifications that answer them. The page depends on
// this file only; client.ts implements it over a worker. docs/architecture.md, "Recording beside the world", describes the data.
//
// Playback is apart from simulation: a loaded run is computed ahead as fast as the machine allows, and nothing here
// knows about the playhead. Every run has an id that the page chooses; every message carries it, and late messages of
// runs that were replaced or dropped are never delivered.
import type {
  CheckResult,
  Derived,
  ExplainedDecision,
  Issue,
  LinkRates,
  RunSummary,
  ScenarioDocument,
  SeriesInfo,
} from "../generated/types.ts";

/** Chosen by the page, unique within the page's life, for example "run-12". */
export type RunId = string;

/**
 * The recorded values of one series. The same object lives as long as its run; its fields are replaced as the run
 * grows, so keep the object and read the fields when drawing. Gauges hold min, max, last per bin (three numbers;
 * NaN where nothing was recorded); counters hold the cumulative value at the END of each bin (one number).
 */
export interface Series {
  readonly info: SeriesInfo;
  /** Increases when bins were merged and everything must be read again. */
  readonly rev: number;
  /** Seconds per bin. */
  readonly width: number;
  /** How many bins are filled; the last may still be filling. */
  readonly bins: number;
  /** Length is at least bins * 3 (gauge) or bins (counter). */
  readonly data: Float64Array;
}

/** Rows of t, code, entity index, value, count, in time order; `entities` names the indices. */
export interface EventRows {
  readonly rows: number;
  readonly data: Float64Array;
  /** How many events the run had in all; more than `rows` when the table was full. */
  readonly total: number;
}

/** Everything recorded of one run. Grows while the run is computed; stays readable after the run was replaced. */
export interface RunRecord {
  readonly runId: RunId;
  readonly document: ScenarioDocument;
  readonly derived: Derived;
  /** The rate of each link direction over the run. */
  readonly rates: readonly LinkRates[];
  /** Increases with every change, so that a reader can tell whether to draw again. */
  readonly version: number;
  /** Simulated seconds that are computed and recorded. */
  readonly computedTo: number;
  readonly duration: number;
  readonly directory: readonly SeriesInfo[];
  series(entity: string, signal: string): Series | undefined;
  readonly events: EventRows;
  /** What an event row's entity index stands for: "flow:near" (of a drop: the flow that lost the packet), or "run". */
  entityName(eventCode: number, index: number): string;
  /** The link that the value of a drop, loss or mark names: "link:forward". */
  linkName(index: number): string;
  /** Set when the run is complete. */
  readonly outcome: RunOutcome | null;
  readonly failure: RunFailure | null;
}

/** A finished run. */
export interface RunOutcome {
  /** Result ID: 16 hex digits. */
  readonly resultId: string;
  readonly summary: RunSummary;
  readonly packetHops: number;
  /** Milliseconds of wall time that the computation took. */
  readonly wallMs: number;
}

/** A run that stopped. What was recorded until then stays. */
export interface RunFailure {
  /** "invalid": the document was refused; "stopped": a named error of the simulator; "crashed": a trap or a dead worker. */
  readonly kind: "invalid" | "stopped" | "crashed";
  readonly message: string;
  readonly at: number | null;
  readonly entity: string | null;
  readonly canContinue: boolean;
  readonly issues: readonly Issue[];
}

export interface LoadOptions {
  /** Bins per series (default 2048). */
  readonly bins?: number;
  /** Only a preview while a slider moves: may be replaced within milliseconds. */
  readonly preview?: boolean;
}

/** All may be left out. They are called from message handlers, at most once per animation frame for `frame`. */
export interface EngineListener {
  /** New data in a run's record (and the first call says that the record exists). */
  frame?(runId: RunId, record: RunRecord): void;
  /** How far the computation is, in simulated seconds, and an estimate of the wall seconds that remain. */
  progress?(runId: RunId, computedTo: number, duration: number, remainingS: number | null): void;
  done?(runId: RunId, outcome: RunOutcome): void;
  failed?(runId: RunId, failure: RunFailure): void;
}

/** One of many small runs, for "Try 10 seeds" and for varying a setting. */
export interface BatchJob {
  readonly id: string;
  readonly text: string;
}

export interface BatchHandle {
  /** Resolves when all are done or the batch was cancelled. */
  readonly finished: Promise<void>;
  cancel(): void;
}

export interface EngineClient {
  /** Resolves when the module is compiled; rejects with a sentence when the browser cannot run it. */
  ready(): Promise<{ readonly version: string }>;
  /** Validates, canonicalises and migrates a document's text. Never rejects because of the text. */
  check(text: string): Promise<CheckResult>;
  /**
   * Computes a run as fast as possible. A run that is still being computed is abandoned (its record stays readable);
   * load() of an invalid document ends in failed() with the issues.
   */
  load(text: string, runId: RunId, options?: LoadOptions): void;
  /** The record of a run that was loaded and not dropped. */
  record(runId: RunId): RunRecord | undefined;
  /** Forgets a run and frees what the worker keeps for it. */
  drop(runId: RunId): void;
  /** Holds or continues the computation of the current run (not the playback). */
  hold(held: boolean): void;
  /** Abandons the computation of the current run; what was recorded stays. */
  cancel(): void;
  /** The decisions of a flow between two times, by re-running from the nearest checkpoint. */
  explain(runId: RunId, flow: string, from: number, to: number): Promise<readonly ExplainedDecision[]>;
  /** The summary so far at a simulated time, exact, from the nearest checkpoint (the whole run when `at` is left out). */
  summary(runId: RunId, at?: number): Promise<RunSummary>;
  /** Many runs on a pool of workers; results arrive in any order. */
  batch(
    jobs: readonly BatchJob[],
    onResult: (id: string, result: RunOutcome | RunFailure) => void,
  ): BatchHandle;
  /**
   * Computes a run aside, on a worker of the pool, and resolves with its complete record: thumbnails of examples and the
   * small pictures of reference pages. Rejects when the document is refused or the run fails.
   */
  sketch(text: string, bins?: number): Promise<RunRecord>;
  subscribe(listener: EngineListener): () => void;
  /** Ends the workers. The client cannot be used afterwards. */
  dispose(): void;
}

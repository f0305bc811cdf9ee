// The interface between the page and the simulator: requests and notifications. The page depends only on this file; client.ts implements
// it with workers. docs/architecture.md, "Recording beside the world", describes the data.
//
// Playback is independent of simulation: a loaded run is computed as fast as the machine allows, and nothing here depends on the
// playhead. The page chooses an id for every run. Every notification contains this id. Late messages of runs that were replaced or
// dropped are not delivered.
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

/** An id that the page chooses and never uses twice, for example "run-12". */
export type RunId = string;

/**
 * The recorded values of one series. There is one object per series as long as the run exists. Its fields are replaced as the run
 * grows, so keep the object and read its fields when drawing. Gauges have min, max, last per bin (three numbers;
 * NaN where nothing was recorded); counters have the cumulative value at the END of each bin (one number).
 */
export interface Series {
  readonly info: SeriesInfo;
  /** Increases when bins were merged and everything must be read again. */
  readonly rev: number;
  /** Seconds per bin. */
  readonly width: number;
  /** Number of bins with values; the last bin may be incomplete. */
  readonly bins: number;
  /** Length is at least bins * 3 (gauge) or bins (counter). */
  readonly data: Float64Array;
}

/** Rows of t, code, entity index, value, count, in time order. `RunRecord.entityName` names the indices. */
export interface EventRows {
  readonly rows: number;
  readonly data: Float64Array;
  /** Number of events of the run, which is the sum of the counts of all rows. */
  readonly total: number;
}

/** Everything recorded of one run. Grows while the run is computed, and stays readable after the run is replaced. */
export interface RunRecord {
  readonly runId: RunId;
  readonly document: ScenarioDocument;
  readonly derived: Derived;
  /** The steps of the rate of each link direction during the run. */
  readonly rates: readonly LinkRates[];
  /** Increases with every change, so that a reader can detect changes. */
  readonly version: number;
  /** Simulated seconds that are computed and recorded. */
  readonly computedTo: number;
  readonly duration: number;
  readonly directory: readonly SeriesInfo[];
  series(entity: string, signal: string): Series | undefined;
  readonly events: EventRows;
  /** The entity of an event row: "flow:near" (for a drop, the flow that lost the packet), or "run". */
  entityName(eventCode: number, index: number): string;
  /** The link in the value of a drop, loss or mark: "link:forward". */
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

/** The reason why a run ended without a result. Its recording until then stays readable. */
export interface RunFailure {
  /** "invalid": the document was refused; "stopped": a named error of the simulator; "crashed": a trap or the loss of the worker. */
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
  /** The run is a preview while a slider moves. It is likely to be replaced soon, so it is not kept for questions. */
  readonly preview?: boolean;
}

/** The notifications of an engine; all are optional. `frame` is called at most once per animation frame. */
export interface EngineListener {
  /** The record of a run has new data. The record exists from the first call on. */
  frame?(runId: RunId, record: RunRecord): void;
  /** Progress of the computation, in simulated seconds, and an estimate of the remaining wall time in seconds. */
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
  /** Resolves when all jobs are done or the batch is cancelled. */
  readonly finished: Promise<void>;
  cancel(): void;
}

export interface EngineClient {
  /** Resolves when the module is compiled; rejects with a sentence when the browser cannot run it. */
  ready(): Promise<{ readonly version: string }>;
  /** Validates, canonicalises and migrates a document's text. Never rejects because of the text. */
  check(text: string): Promise<CheckResult>;
  /**
   * Computes a run as fast as possible. A run that is still being computed is abandoned, and its record stays readable.
   * For an invalid document, `failed` is called with its issues.
   */
  load(text: string, runId: RunId, options?: LoadOptions): void;
  /** The record of a run that was loaded and not dropped. */
  record(runId: RunId): RunRecord | undefined;
  /** Removes a run and its record, and frees its simulation in the worker. */
  drop(runId: RunId): void;
  /** Pauses or continues the computation of the current run, not the playback. */
  hold(held: boolean): void;
  /** Ends the computation of the current run; its recording stays. */
  cancel(): void;
  /** The decisions of a flow between two times, by re-running from the nearest checkpoint. */
  explain(runId: RunId, flow: string, from: number, to: number): Promise<readonly ExplainedDecision[]>;
  /** The exact summary of the run up to the simulated time `at`, or of everything computed so far when `at` is left out. */
  summary(runId: RunId, at?: number): Promise<RunSummary>;
  /** Computes many runs on a pool of workers; results arrive in any order. */
  batch(
    jobs: readonly BatchJob[],
    onResult: (id: string, result: RunOutcome | RunFailure) => void,
  ): BatchHandle;
  /**
   * Computes a run on a worker of the pool and resolves with its complete record. For thumbnails of examples and the small pictures of
   * reference pages. Rejects when the document is refused or the run fails.
   */
  sketch(text: string, bins?: number): Promise<RunRecord>;
  subscribe(listener: EngineListener): () => void;
  /** Ends the workers. The client cannot be used afterwards. */
  dispose(): void;
}

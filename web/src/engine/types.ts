// The interface between the page and the simulator: requests and notifications. The page depends only on this
// interface; client.ts implements it with workers. docs/architecture.md, "Recording outside of the world",
// describes the data.
//
// Playback is independent of simulation: a loaded run is computed as fast as the machine allows, and this
// module does not depend on the playhead. The page chooses an id for every run, and every notification
// contains the id of its run. Late messages about a run that was replaced or dropped are not delivered.
import type {
  CheckResult,
  CodePlace,
  Derived,
  Issue,
  LinkRates,
  ProgramReport,
  ProgramState,
  RecordedDecision,
  RunSummary,
  ScenarioDocument,
  SeriesInfo,
} from "../generated/types.ts";

/** A decision of a flow's algorithm, or of a queue about a packet of the flow. */
export type Decision = RecordedDecision;

/** An id that the page chooses and never uses twice, for example "run-12". */
export type RunId = string;

/**
 * The recorded values of one series. The object of a series is not replaced while its run exists, but the
 * fields of the object are replaced as the run grows. Keep a reference to the object, and read its fields
 * when drawing. A gauge has three numbers per bin: minimum, maximum and last value, or NaN if no value was
 * recorded. A counter has one number per bin: its total at the END of the bin.
 */
export interface Series {
  readonly info: SeriesInfo;
  /** The revision. It increases when bins are merged; then the values of all bins must be read again. */
  readonly rev: number;
  /** Simulated seconds per bin. */
  readonly width: number;
  /** Number of bins with values; the last bin may be incomplete. */
  readonly bins: number;
  /** First the values of bin 0, then those of bin 1, and so on. The array may be longer than the values. */
  readonly data: Float64Array;
}

/**
 * The recorded events, in the order of time. A row has five numbers: simulated time in seconds, event code,
 * entity index, value, and count. `RunRecord.entityName` returns the name of an entity.
 */
export interface EventRows {
  /** Number of rows. */
  readonly rows: number;
  /** First the numbers of row 0, then those of row 1, and so on. The array may be longer than the rows. */
  readonly data: Float64Array;
  /** Number of events, which is the sum of the counts of all rows. */
  readonly total: number;
}

/**
 * Everything that was recorded of one run. A record grows while its run is computed, and can be read after
 * the run is replaced.
 */
export interface RunRecord {
  readonly runId: RunId;
  readonly document: ScenarioDocument;
  readonly derived: Derived;
  /** The rate of each link direction during the run, as steps. */
  readonly rates: readonly LinkRates[];
  /** Increases with every change of the record. */
  readonly version: number;
  /** The simulated time up to which the run is computed and recorded, in seconds. */
  readonly computedTo: number;
  /** The duration of the complete run, in simulated seconds. */
  readonly duration: number;
  /** All series that the run may record. */
  readonly directory: readonly SeriesInfo[];
  /** The series of a signal; undefined as long as the entity has recorded no value of the signal. */
  series(entity: string, signal: string): Series | undefined;
  readonly events: EventRows;
  /**
   * The name of the entity of an event row: "flow:near" (for a drop, the flow that lost the packet), or
   * "run".
   */
  entityName(eventCode: number, index: number): string;
  /**
   * The name of a link, such as "link:forward". The value of a drop, loss or mark is the index of its link.
   */
  linkEntity(index: number): string;
  /** Set when the run is complete. */
  readonly outcome: RunOutcome | null;
  /** Set when the run has ended without a result. */
  readonly failure: RunFailure | null;
}

/** A finished run. */
export interface RunOutcome {
  /** Result ID: 16 hexadecimal digits. */
  readonly resultId: string;
  readonly summary: RunSummary;
  readonly packetHops: number;
  /** The wall-clock time that the computation took, in milliseconds. */
  readonly wallMs: number;
}

/**
 * The reason why a run ended without a result. Everything that the run recorded before the failure can still
 * be read.
 */
export interface RunFailure {
  /**
   * "invalid": the document was refused; "stopped": the simulator stopped with an error; "crashed": the
   * WebAssembly trapped or the worker was lost.
   */
  readonly kind: "invalid" | "stopped" | "crashed";
  readonly message: string;
  /** The simulated time of the failure in seconds, if the simulator stopped. */
  readonly at: number | null;
  /** The flow or link that failed, if any. */
  readonly entity: string | null;
  /** Whether the run could be continued with a larger budget of events. */
  readonly canContinue: boolean;
  /** The place in the program of the flow `entity`, if the program could not continue. */
  readonly code: CodePlace | null;
  readonly issues: readonly Issue[];
}

export interface LoadOptions {
  /** Bins per series (default 2048). */
  readonly bins?: number;
  /**
   * Whether the run is a preview while a slider moves. The simulation of a preview is not kept to answer
   * questions.
   */
  readonly preview?: boolean;
  /** Whether the run is computed only to the times of `advance`. */
  readonly driven?: boolean;
}

/** Functions that an engine calls. `frame` is called at most once per animation frame. */
export interface EngineListener {
  /** Called when the record of a run has new data. */
  frame?(runId: RunId, record: RunRecord): void;
  /**
   * Called with the simulated time that is computed, the duration of the run, and the estimated wall-clock
   * time that remains.
   */
  progress?(runId: RunId, computedTo: number, duration: number, remainingS: number | null): void;
  done?(runId: RunId, outcome: RunOutcome): void;
  failed?(runId: RunId, failure: RunFailure): void;
}

/** One of the runs of a batch, for example one of the seeds of "Try 10 seeds". */
export interface BatchJob {
  readonly id: string;
  /** The document. */
  readonly text: string;
}

export interface BatchHandle {
  /** Resolves when all jobs are done or the batch is cancelled. */
  readonly finished: Promise<void>;
  cancel(): void;
}

export interface EngineClient {
  /**
   * Resolves when the WebAssembly module is compiled. Rejects with an error for the user if the browser
   * cannot run the module.
   */
  ready(): Promise<{ readonly version: string }>;
  /** Validates, canonicalises and migrates a document's text. Never rejects because of the text. */
  check(text: string): Promise<CheckResult>;
  /** Compiles the program of a sender. Rejects if the compiler cannot be loaded. */
  compile(text: string): Promise<ProgramReport>;
  /**
   * Checks a document and, if it is valid, computes its run as fast as possible. The run that was being
   * computed until then is abandoned, but its record stays readable. If the document is invalid, the present
   * run continues. Resolves with the result of the check before the first frame of the run. Never rejects.
   */
  load(text: string, runId: RunId, options?: LoadOptions): Promise<CheckResult>;
  /**
   * Computes the current run, which is driven, to the simulated time `until`, and notifies listeners of a frame. `later`
   * is the document of the run with timeline entries to add, all of which are later than what is computed.
   */
  advance(runId: RunId, until: number, later: string | null): void;
  /** The record of a run; undefined if the run is unknown, was forgotten or refused, or has not started yet. */
  record(runId: RunId): RunRecord | undefined;
  /** Removes a run and its record, and frees its simulation in the worker. */
  forget(runId: RunId): void;
  /** Pauses or continues the computation of the current run. Playback is not affected. */
  setPaused(paused: boolean): void;
  /**
   * Ends the computation of the current run and of all runs that have not started. Their records can still be
   * read.
   */
  cancel(): void;
  /**
   * The decisions of a flow between two simulated times. To record them, the simulation is repeated from an
   * earlier checkpoint.
   */
  explain(runId: RunId, flow: string, from: number, to: number): Promise<readonly Decision[]>;
  /**
   * The exact summary of a run up to the simulated time `at`. Without `at`, it covers everything that is
   * computed.
   */
  summary(runId: RunId, at?: number): Promise<RunSummary>;
  /** What the program of a flow did last before a simulated time. Null if the flow has no program. */
  inspect(runId: RunId, flow: string, at: number): Promise<ProgramState | null>;
  /** Computes many runs on the pool of workers. `onResult` is called once for each job, in any order. */
  batch(
    jobs: readonly BatchJob[],
    onResult: (id: string, result: RunOutcome | RunFailure) => void,
  ): BatchHandle;
  /**
   * Computes a run on the pool of workers and resolves with its complete record, for the pictures of examples
   * and algorithms. Rejects if the document is refused or the run fails.
   */
  computeRecord(text: string, bins?: number): Promise<RunRecord>;
  /** Adds a listener. Returns the function that removes it. */
  subscribe(listener: EngineListener): () => void;
  /** Terminates the workers. The client cannot be used afterwards. */
  dispose(): void;
}

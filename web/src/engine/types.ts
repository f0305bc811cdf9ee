// The interface between the page and the simulator. The page depends only on this
// interface; client.ts implements it with workers. docs/architecture.md, "Recording outside of the world",
// describes the data.
//
// Playback is independent of simulation: an opened run is computed as fast as the machine allows, and this
// module does not depend on the playhead.
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

/** An id that is never used twice, for example "run-12". */
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
  readonly rows: number;
  /** First the numbers of row 0, then those of row 1, and so on. The array may be longer than the rows. */
  readonly data: Float64Array;
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
  /** Estimated wall-clock time until the run is complete, in seconds. */
  readonly remaining: number | null;
  /** The duration of the complete run, in simulated seconds. */
  readonly duration: number;
  /** All series that the run may record. */
  readonly directory: readonly SeriesInfo[];
  /** The series that have values so far. The array is the same object until another series gets its first value. */
  readonly recorded: readonly SeriesInfo[];
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
  /** The place in the program of the flow `entity`, if the program could not continue. */
  readonly code: CodePlace | null;
  readonly issues: readonly Issue[];
}

/**
 * "live": the worker sends frames when the page is ready for them, and keeps the simulation after the run to answer
 * questions. "preview": like "live", but the simulation is not kept. "whole": a worker of the pool sends one frame, at the end of the
 * run. "result": a worker of the pool records nothing. "driven": like "preview", but the worker computes only to the times of
 * `advance`, and sends a frame at each of them.
 */
export type RunMode = "live" | "preview" | "whole" | "result" | "driven";

/** A run that the engine computes or has computed. */
export interface RunHandle {
  readonly id: RunId;
  /** The verdict on the document, before the first frame. Never rejects. */
  readonly verdict: Promise<CheckResult>;
  /** The opening values and everything that is recorded so far. Null until the document is accepted. */
  readonly record: RunRecord | null;
  /** How the run ended; null if it was stopped or another run replaced it. Never rejects. */
  readonly end: Promise<RunOutcome | RunFailure | null>;
  /** Calls `listener` after each frame. Returns the function that ends this. */
  subscribe(listener: () => void): () => void;
  /**
   * Computes a driven run to the simulated time `until`. `later` is the document of the run with timeline entries to add,
   * all of which are later than what is computed.
   */
  advance(until: number, later: string | null): void;
  /**
   * The decisions of a flow between two simulated times. To record them, the simulation is repeated from an
   * earlier checkpoint.
   */
  explain(flow: string, from: number, to: number): Promise<readonly Decision[]>;
  /** The exact summary of the run up to the simulated time `at`. */
  summary(at: number): Promise<RunSummary>;
  /** What the program of a flow did last before a simulated time. Null if the flow has no program. */
  inspect(flow: string, at: number): Promise<ProgramState | null>;
  /** Ends the computation. What is recorded can still be read. */
  stop(): void;
  /** Ends the computation and pending questions, and frees the simulation in the worker. */
  dispose(): void;
}

export interface OpenOptions {
  /** Bins per series (default 2048). */
  readonly bins?: number;
  readonly mode?: RunMode;
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
  /** Validates and canonicalises a document's text. Never rejects because of the text. */
  check(text: string): Promise<CheckResult>;
  /** Compiles the program of a sender. */
  compile(text: string): Promise<ProgramReport>;
  /**
   * Checks a document and, if it is valid, computes its run as fast as possible. The run that was being computed until
   * then is abandoned. If the document is invalid, that run continues.
   */
  open(text: string, options?: OpenOptions): RunHandle;
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
  /** Terminates the workers. The client cannot be used afterwards. */
  dispose(): void;
}

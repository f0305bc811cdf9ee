/* tslint:disable */
/* eslint-disable */

export class Document {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Reads and validates a text. If it is not a valid document, the verdict contains issues.
     */
    constructor(text: string);
    /**
     * The rates of all link directions over the run, as the times at which they change: a list of
     * `LinkRates` as JSON. The list is empty for a document with issues.
     */
    rateSteps(): string;
    /**
     * A run of the document at time 0. `recording`: `RecordingSettings` as JSON.
     */
    simulation(recording: string): Simulation;
    /**
     * The verdict: `CheckResult` as JSON.
     */
    verdict(): string;
}

export class Simulation {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Adds the timeline entries of a document to the run. The document is the document of the run with a
     * timeline of only these entries, which are later than the current time and change a setting of a flow.
     */
    addChanges(later: string): void;
    /**
     * The recorded decisions of a flow: a list of `RecordedDecision` as JSON.
     */
    decisions(flow: string): string;
    /**
     * The recorded series: a list of `SeriesInfo` as JSON.
     */
    directory(): string;
    /**
     * The names for the indices in rows of events: `EntityNames` as JSON.
     */
    entities(): string;
    /**
     * New and changed events since the last call: revision, number of rows, first row, then the rows.
     */
    eventsNew(): Float64Array;
    /**
     * The reason why the run stopped: `StopReport` as JSON, or an empty text.
     */
    failure(): string;
    /**
     * Takes periodic checkpoints within a memory budget. Their interval is at first about
     * `seconds` of simulated time. `near` starts from them.
     */
    keepCheckpoints(seconds: number): void;
    /**
     * A copy of the run at time `t` or earlier, which records nothing. It starts from the current
     * state if that is not later than `t`, otherwise from the latest checkpoint at or before `t`.
     */
    near(t: number): Simulation;
    /**
     * Number of packet-hops so far: one for each link that a packet has crossed.
     */
    packetHops(): number;
    /**
     * What the program of a flow did last: `ProgramState` as JSON, or null.
     */
    programState(flow: string): string;
    /**
     * New values of all series since the last call, as blocks: key, revision, bin width, number of bins,
     * first bin, values.
     */
    readNew(): Float64Array;
    /**
     * From the present time, records only decisions.
     */
    recordDecisions(): void;
    /**
     * Records from now on which lines of the program of a flow run.
     */
    recordLines(flow: string): void;
    /**
     * The current result ID, as 16 hexadecimal digits.
     */
    resultId(): string;
    /**
     * Runs until `t` or until `max_events` events have been processed. Returns current time, number of
     * events processed, and `StepState`.
     */
    stepUntil(t: number, max_events: number): Float64Array;
    /**
     * Discards the recording. Call this after the whole recording has been read.
     */
    stopRecording(): void;
    /**
     * The summary of the run so far: `RunSummary` as JSON.
     */
    summary(): string;
    /**
     * End of the scenario, in seconds.
     */
    readonly duration: number;
    /**
     * Current simulated time, in seconds.
     */
    readonly now: number;
}

/**
 * Compares the results of two variants that were run with the same seeds. Returns a `PairedComparison` as
 * JSON.
 */
export function comparePaired(a: Float64Array | number[], b: Float64Array | number[]): string;

/**
 * Compiles the text of a program: `ProgramReport` as JSON.
 */
export function compileProgram(text: string): string;

/**
 * The values of a signal at times (`interval::curve`).
 */
export function curve(record: any, entity: string, signal: string, interval: number, times: Float64Array | number[]): Float64Array;

/**
 * The numbers of flows in an interval: those of `FlowNumbers` in the order of its fields, flow by flow.
 * `facts` has three numbers per flow, those of `FlowFacts`.
 */
export function flowNumbers(record: any, entities: string[], facts: Float64Array | number[], from: number, to: number, averaging: number): Float64Array;

/**
 * Whether a run fulfils a condition. False if it is not a measure.
 */
export function holds(record: any, facts: string, condition: string): boolean;

/**
 * Jain's index of rates; NaN if it is undefined.
 */
export function jain(rates: Float64Array | number[]): number;

/**
 * The numbers of a link direction in an interval: those of `LinkNumbers` in the order of its fields.
 * `capacity` is the number of bits that the link can send in the interval.
 */
export function linkNumbers(record: any, entity: string, capacity: number, from: number, to: number, averaging: number): Float64Array;

/**
 * Max-min fair rates of flows (`analysis::max_min`). `routes` contains the links of all flows, flow by flow,
 * as indices of `capacities`; `lengths` contains the number of links of each flow. The rate of a flow
 * without links is infinite.
 */
export function maxMinRates(capacities: Float64Array | number[], routes: Uint32Array | number[], lengths: Uint32Array | number[]): Float64Array;

/**
 * The mean time in seconds that packets waited at a link between two times.
 */
export function meanWait(record: any, link: string, from: number, to: number): number;

/**
 * The value of a measure. NaN if the run has no such value, or if there is no such measure.
 */
export function measure(record: any, facts: string, measure: string): number;

/**
 * Statistics of a series between two times: those of `Statistics` in the order of its fields.
 */
export function seriesStatistics(series: any, end: number, from: number, to: number): Float64Array;

/**
 * Runs once, when the module is instantiated.
 */
export function start(): void;

/**
 * The version of the simulator. Results are reproducible within a version.
 */
export function version(): string;

export type InitInput = RequestInfo | URL | Response | BufferSource | WebAssembly.Module;

export interface InitOutput {
    readonly memory: WebAssembly.Memory;
    readonly __wbg_document_free: (a: number, b: number) => void;
    readonly __wbg_simulation_free: (a: number, b: number) => void;
    readonly comparePaired: (a: number, b: number, c: number, d: number) => [number, number];
    readonly compileProgram: (a: number, b: number) => [number, number];
    readonly curve: (a: any, b: number, c: number, d: number, e: number, f: number, g: number, h: number) => [number, number];
    readonly document_new: (a: number, b: number) => number;
    readonly document_rateSteps: (a: number) => [number, number];
    readonly document_simulation: (a: number, b: number, c: number) => [number, number, number];
    readonly document_verdict: (a: number) => [number, number];
    readonly flowNumbers: (a: any, b: number, c: number, d: number, e: number, f: number, g: number, h: number) => [number, number];
    readonly holds: (a: any, b: number, c: number, d: number, e: number) => number;
    readonly jain: (a: number, b: number) => number;
    readonly linkNumbers: (a: any, b: number, c: number, d: number, e: number, f: number, g: number) => [number, number];
    readonly maxMinRates: (a: number, b: number, c: number, d: number, e: number, f: number) => [number, number];
    readonly meanWait: (a: any, b: number, c: number, d: number, e: number) => number;
    readonly measure: (a: any, b: number, c: number, d: number, e: number) => number;
    readonly seriesStatistics: (a: any, b: number, c: number, d: number) => [number, number];
    readonly simulation_addChanges: (a: number, b: number, c: number) => [number, number];
    readonly simulation_decisions: (a: number, b: number, c: number) => [number, number, number, number];
    readonly simulation_directory: (a: number) => [number, number];
    readonly simulation_duration: (a: number) => number;
    readonly simulation_entities: (a: number) => [number, number];
    readonly simulation_eventsNew: (a: number) => [number, number];
    readonly simulation_failure: (a: number) => [number, number];
    readonly simulation_keepCheckpoints: (a: number, b: number) => void;
    readonly simulation_near: (a: number, b: number) => [number, number, number];
    readonly simulation_now: (a: number) => number;
    readonly simulation_packetHops: (a: number) => number;
    readonly simulation_programState: (a: number, b: number, c: number) => [number, number];
    readonly simulation_readNew: (a: number) => [number, number];
    readonly simulation_recordDecisions: (a: number) => void;
    readonly simulation_recordLines: (a: number, b: number, c: number) => void;
    readonly simulation_resultId: (a: number) => [number, number];
    readonly simulation_stepUntil: (a: number, b: number, c: number) => [number, number];
    readonly simulation_stopRecording: (a: number) => void;
    readonly simulation_summary: (a: number) => [number, number];
    readonly start: () => void;
    readonly version: () => [number, number];
    readonly __wbindgen_malloc: (a: number, b: number) => number;
    readonly __wbindgen_realloc: (a: number, b: number, c: number, d: number) => number;
    readonly __wbindgen_free: (a: number, b: number, c: number) => void;
    readonly __externref_table_alloc: () => number;
    readonly __wbindgen_externrefs: WebAssembly.Table;
    readonly __externref_table_dealloc: (a: number) => void;
    readonly __externref_drop_slice: (a: number, b: number) => void;
    readonly __wbindgen_start: () => void;
}

export type SyncInitInput = BufferSource | WebAssembly.Module;

/**
 * Instantiates the given `module`, which can either be bytes or
 * a precompiled `WebAssembly.Module`.
 *
 * @param {{ module: SyncInitInput }} module - Passing `SyncInitInput` directly is deprecated.
 *
 * @returns {InitOutput}
 */
export function initSync(module: { module: SyncInitInput } | SyncInitInput): InitOutput;

/**
 * If `module_or_path` is {RequestInfo} or {URL}, makes a request and
 * for everything else, calls `WebAssembly.instantiate` directly.
 *
 * @param {{ module_or_path: InitInput | Promise<InitInput> }} module_or_path - Passing `InitInput` directly is deprecated.
 *
 * @returns {Promise<InitOutput>}
 */
export default function __wbg_init (module_or_path?: { module_or_path: InitInput | Promise<InitInput> } | InitInput | Promise<InitInput>): Promise<InitOutput>;

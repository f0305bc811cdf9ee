/* tslint:disable */
/* eslint-disable */

/**
 * An assignment with its key.
 */
export class Assignment {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Checks the text of a file. Returns a report as JSON.
     */
    check(file: string, text: string): string;
    /**
     * Sorts a list of reports and adds the findings of a comparison of their logs.
     */
    compare(reports: string): string;
    /**
     * The CSV of a list of compared reports.
     */
    csv(reports: string): string;
    /**
     * Reads the lecturer's file.
     */
    constructor(text: string);
}

/**
 * An assignment of the kind race, with its secret.
 */
export class Contest {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Reads the lecturer's file.
     */
    constructor(text: string);
    /**
     * Races the program of a file. Returns an entry.
     */
    race(file: string, text: string): string;
}

/**
 * An experiment, with or without changed assumptions.
 */
export class Experiment {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * The document of a cell with a seed, in canonical form.
     */
    document(cell: string, seed: number): string;
    /**
     * Finds an experiment by its ID and applies `changes`: a list of objects with `path` and `value`, as
     * JSON.
     */
    constructor(id: string, changes: string);
    /**
     * The further runs that a reading, a cause or a counter-run of a claim needs: its `changes`, and the cells
     * that run, as the JSON of `only`. An alternative without `only` has an empty list.
     */
    static ofAlternative(id: string, changes: string, only: string): Experiment;
    /**
     * What the page needs to run the experiment: `runs::outline` as JSON.
     */
    outline(): string;
    /**
     * The text that `fairshare papers ID --json` prints, with the arguments of `results`.
     */
    report(records: string): string;
    /**
     * Reduces runs to the results that `fairshare papers --json` prints. Those of an experiment without
     * changes also have what its claims are under other coordinates or quantities, and those of further runs
     * have what the claims are under the alternatives that need them. `records` has one list for each cell, in
     * order, with the `RunRecord` of each seed, as JSON.
     */
    results(records: string): string;
    /**
     * Runs a cell with a seed and returns its `RunRecord` as JSON.
     */
    run(cell: string, seed: number): string;
}

/**
 * A run whose stretches can be recorded.
 */
export class PacketRuns {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Computes the run up to a time, but no more than `max_events` events. Returns whether it is computed up
     * to this time.
     */
    advance(until: number, max_events: number): boolean;
    /**
     * The IDs of flows and link directions, to which the rows refer by position, as JSON:
     * `{"flows": [...], "links": [...]}`.
     */
    ids(): string;
    constructor(document: string);
    /**
     * Begins to record the packets of a flow or of a link direction. Without both, it records all packets of
     * the network.
     */
    record(flow: string | null | undefined, link: string | null | undefined, from: number, to: number): PacketStretch;
}

/**
 * The record of a stretch, complete or in progress.
 */
export class PacketStretch {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Records the next events, at most `max_events`. Returns whether the record is complete or has
     * `max_rows` rows.
     */
    advance(max_events: number, max_rows: number): boolean;
    /**
     * The time before which the record contains every step.
     */
    reached(): number;
    /**
     * All columns of the first row, then those of the second row, and so on.
     */
    rows(): Float64Array;
}

/**
 * A program or a built-in algorithm that takes part in the race.
 */
export class Racer {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * The document of a network with the first seed.
     */
    document(network: string): string;
    /**
     * A drive by hand, as JSON text.
     */
    static drive(text: string): Racer;
    /**
     * The hand-in of a program or drive with the results of all runs.
     */
    handIn(name: string, assignment: string, results: string): string;
    /**
     * A program, or the built-in algorithm with this ID. The issues of a program have line and column.
     */
    constructor(algorithm: string | null | undefined, code: string);
    /**
     * Makes a run of its race, counted from 0.
     */
    run(run: number): string;
    /**
     * The number of runs of its race.
     */
    runs(): number;
}

/**
 * A sweep of a scenario.
 */
export class Sweep {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * The text that `fairshare sweep --csv` prints, with the argument of `results`.
     */
    csv(records: string): string;
    /**
     * The document of a cell with one of its seeds, counted from 1.
     */
    document(cell: string, run: number): string;
    /**
     * Reads the document of a sweep.
     */
    constructor(document: string);
    /**
     * What the page needs to run the sweep: `Sweep::outline` as JSON. Fails if the scenario of a cell is not
     * valid.
     */
    outline(): string;
    /**
     * The text that `fairshare sweep --json` prints, with the argument of `results`.
     */
    report(records: string): string;
    /**
     * The results as the page draws them. `records` has one list for each cell, in order, with the
     * `SweepRecord` of each seed, as JSON.
     */
    results(records: string): string;
    /**
     * Runs a cell with one of its seeds, counted from 1, and returns its `SweepRecord` as JSON.
     */
    run(cell: string, run: number): string;
}

/**
 * Reads a paper's file and adds its experiments to those that `Experiment` finds. Returns `export::opened` as
 * JSON. A file may not have the id of a paper of this project.
 */
export function addPaper(text: string): string;

/**
 * A program as an algorithm in Rust: the text of its file, its settings, and what was not translated.
 */
export function exportAlgorithm(code: string, name: string): string;

/**
 * Runs a document and writes it in a format. `flow` and `link` select the contents, and `url` is the address
 * of the scenario.
 */
export function exportRun(format: string, document: string, flow?: string | null, link?: string | null, url?: string | null): Uint8Array;

/**
 * The width in seconds of the intervals in which a run is compared with the fluid model.
 */
export function modelIntervals(document: string): number;

/**
 * What `fairshare models --json` prints for a run, from its document, its summary, and its series as
 * `MeasuredSeries::from_json` reads them.
 */
export function modelReport(document: string, summary: string, measured: string): string;

/**
 * The names of the columns of a row and of the kinds of rows, both in order, as JSON:
 * `{"columns": [...], "kinds": [...]}`.
 */
export function packetRows(): string;

/**
 * The card of a list of results.
 */
export function raceCard(name: string, results: string): string;

/**
 * The ranking of a list of entries.
 */
export function rankEntries(entries: string): string;

/**
 * The ranking of a list of entries as CSV.
 */
export function rankingCsv(entries: string): string;

/**
 * The report on a file that is too large to be read, as JSON. Empty if the file may be read.
 */
export function refusal(file: string, size: number, first_bytes: Uint8Array | number[]): string;

/**
 * The report on a file in a folder that is not read because of its path in there, as JSON. Empty if the file
 * may be read.
 */
export function skipped(file: string, path: string): string;

/**
 * Runs once, when the module is instantiated.
 */
export function start(): void;

/**
 * The document of a sweep that changes each number of a scenario by this many percent, one at a time.
 */
export function tornado_document(scenario: string, percent: number, seeds: number): string;

/**
 * The hand-ins of a file: a list of objects with `file` and either `text` or `report`, as JSON.
 */
export function unpack(file: string, bytes: Uint8Array | number[]): string;

/**
 * The version of the simulator. Results are reproducible within a version.
 */
export function version(): string;

export type InitInput = RequestInfo | URL | Response | BufferSource | WebAssembly.Module;

export interface InitOutput {
    readonly memory: WebAssembly.Memory;
    readonly __wbg_assignment_free: (a: number, b: number) => void;
    readonly __wbg_contest_free: (a: number, b: number) => void;
    readonly __wbg_experiment_free: (a: number, b: number) => void;
    readonly __wbg_packetruns_free: (a: number, b: number) => void;
    readonly __wbg_packetstretch_free: (a: number, b: number) => void;
    readonly __wbg_racer_free: (a: number, b: number) => void;
    readonly __wbg_sweep_free: (a: number, b: number) => void;
    readonly addPaper: (a: number, b: number) => [number, number, number, number];
    readonly assignment_check: (a: number, b: number, c: number, d: number, e: number) => [number, number];
    readonly assignment_compare: (a: number, b: number, c: number) => [number, number, number, number];
    readonly assignment_csv: (a: number, b: number, c: number) => [number, number, number, number];
    readonly assignment_new: (a: number, b: number) => [number, number, number];
    readonly contest_new: (a: number, b: number) => [number, number, number];
    readonly contest_race: (a: number, b: number, c: number, d: number, e: number) => [number, number];
    readonly experiment_document: (a: number, b: number, c: number, d: number) => [number, number, number, number];
    readonly experiment_new: (a: number, b: number, c: number, d: number) => [number, number, number];
    readonly experiment_ofAlternative: (a: number, b: number, c: number, d: number, e: number, f: number) => [number, number, number];
    readonly experiment_outline: (a: number) => [number, number];
    readonly experiment_report: (a: number, b: number, c: number) => [number, number, number, number];
    readonly experiment_results: (a: number, b: number, c: number) => [number, number, number, number];
    readonly experiment_run: (a: number, b: number, c: number, d: number) => [number, number, number, number];
    readonly exportAlgorithm: (a: number, b: number, c: number, d: number) => [number, number, number, number];
    readonly exportRun: (a: number, b: number, c: number, d: number, e: number, f: number, g: number, h: number, i: number, j: number) => [number, number, number, number];
    readonly modelIntervals: (a: number, b: number) => [number, number, number];
    readonly modelReport: (a: number, b: number, c: number, d: number, e: number, f: number) => [number, number, number, number];
    readonly packetRows: () => [number, number];
    readonly packetruns_advance: (a: number, b: number, c: number) => [number, number, number];
    readonly packetruns_ids: (a: number) => [number, number];
    readonly packetruns_new: (a: number, b: number) => [number, number, number];
    readonly packetruns_record: (a: number, b: number, c: number, d: number, e: number, f: number, g: number) => [number, number, number];
    readonly packetstretch_advance: (a: number, b: number, c: number) => [number, number, number];
    readonly packetstretch_reached: (a: number) => number;
    readonly packetstretch_rows: (a: number) => [number, number];
    readonly raceCard: (a: number, b: number, c: number, d: number) => [number, number, number, number];
    readonly racer_document: (a: number, b: number, c: number) => [number, number, number, number];
    readonly racer_drive: (a: number, b: number) => [number, number, number];
    readonly racer_handIn: (a: number, b: number, c: number, d: number, e: number, f: number, g: number) => [number, number, number, number];
    readonly racer_new: (a: number, b: number, c: number, d: number) => [number, number, number];
    readonly racer_run: (a: number, b: number) => [number, number, number, number];
    readonly racer_runs: (a: number) => number;
    readonly rankEntries: (a: number, b: number) => [number, number, number, number];
    readonly rankingCsv: (a: number, b: number) => [number, number, number, number];
    readonly refusal: (a: number, b: number, c: number, d: number, e: number) => [number, number];
    readonly skipped: (a: number, b: number, c: number, d: number) => [number, number];
    readonly start: () => void;
    readonly sweep_csv: (a: number, b: number, c: number) => [number, number, number, number];
    readonly sweep_document: (a: number, b: number, c: number, d: number) => [number, number, number, number];
    readonly sweep_new: (a: number, b: number) => [number, number, number];
    readonly sweep_outline: (a: number) => [number, number, number, number];
    readonly sweep_report: (a: number, b: number, c: number) => [number, number, number, number];
    readonly sweep_results: (a: number, b: number, c: number) => [number, number, number, number];
    readonly sweep_run: (a: number, b: number, c: number, d: number) => [number, number, number, number];
    readonly tornado_document: (a: number, b: number, c: number, d: number) => [number, number, number, number];
    readonly unpack: (a: number, b: number, c: number, d: number) => [number, number];
    readonly version: () => [number, number];
    readonly __wbindgen_externrefs: WebAssembly.Table;
    readonly __wbindgen_malloc: (a: number, b: number) => number;
    readonly __wbindgen_realloc: (a: number, b: number, c: number, d: number) => number;
    readonly __wbindgen_free: (a: number, b: number, c: number) => void;
    readonly __externref_table_dealloc: (a: number) => void;
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

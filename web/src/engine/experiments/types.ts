// The data about an experiment or a sweep that the page and its workers exchange when it is run in the page.
// The functions of the WebAssembly are documented in wasm/laboratory/src/features/papers.rs and wasm/laboratory/src/features/sweeps.rs.
import type { Call } from "../workers/calls.ts";

/** A change of one assumption, as `fairshare papers ID --set path=value` makes it. */
export interface Change {
  readonly path: string;
  readonly value: string;
}

/** A change that was applied, with the number of cells that it changed. */
export interface AppliedChange extends Change {
  readonly cells: number;
  readonly note?: string;
}

/** A ready-made question about an assumption, and the changes that answer it. */
export interface ReadyQuestion {
  readonly id: string;
  readonly question: string;
  readonly about: string;
  readonly changes: readonly Change[];
}

export interface CellOutline {
  readonly id: string;
  readonly at: Readonly<Record<string, number | string>>;
  /** The estimated number of packets of a run. */
  readonly packets: number;
}

/** What a session needs to make runs. */
export interface RunOutline {
  readonly version: string;
  readonly seeds: number;
  readonly cells: readonly CellOutline[];
}

/** What is needed to run an experiment. */
export interface Outline extends RunOutline {
  readonly id: string;
  /** The hash of the experiment's definition, without the changes. */
  readonly definition: string;
  readonly changes: readonly AppliedChange[];
  readonly questions: readonly ReadyQuestion[];
  /** The algorithms that the TCP flows of the experiment can have. Empty if it has no TCP flows. */
  readonly tcp: readonly string[];
  /** The algorithms of the experiment other than TCP. */
  readonly algorithms: readonly string[];
}

/** An experiment with changed assumptions; without changes, the experiment as it is. */
export interface ExperimentChoice {
  readonly experiment: string;
  readonly changes: readonly Change[];
  /**
   * The cells that run, for the further runs of a claim's reading, cause or counter-run: its `only`. Without it,
   * all cells run.
   */
  readonly only?: readonly unknown[];
  /** The text of the paper's file, for an experiment of a file that the reader opened. */
  readonly file?: string;
}

/** A sweep, by its document as JSON (docs/sweeps.md). */
export interface SweepChoice {
  readonly sweep: string;
}

/** What the workers run. */
export type RunSubject = ExperimentChoice | SweepChoice;

/** What is needed to run a sweep: `Sweep::outline` in sim-core/sweeps. */
export interface SweepOutline extends RunOutline {
  /** The names of the columns of a report: the paths of the varied settings, or `setting` and `value`. */
  readonly columns: readonly string[];
  /** The ids of the entries of the scenario's `flows`. */
  readonly entries: readonly string[];
  /** The settings of the scenario that algorithms of the sweep do not have, and without which they run. */
  readonly dropped: readonly DroppedSetting[];
}

/** A setting of a flow that an algorithm does not have. */
export interface DroppedSetting {
  readonly flow: string;
  readonly algorithm: string;
  readonly setting: string;
}

/** A run: a cell and a seed. The seeds of a sweep are counted from 1. */
export interface CellRun {
  readonly cell: string;
  readonly seed: number;
}

/** A call about a subject. The answer is a text, in most cases JSON. */
type About<Argument> = Call<{ readonly subject: RunSubject } & Argument, string>;
/** `records` has one list for each cell, in order, with the record of each seed. */
type AboutRecords = About<{ readonly records: string }>;

export type PapersCalls = {
  /**
   * Reads a paper's file. Answers with the data that the page shows of it (`export::opened` in
   * sim-core/papers).
   */
  readonly open: Call<{ readonly file: string }, string>;
  readonly outline: About<unknown>;
  readonly document: About<CellRun>;
  readonly run: About<CellRun>;
  readonly results: AboutRecords;
  readonly report: AboutRecords;
  readonly csv: AboutRecords;
  /**
   * The document of a sweep that changes each number of a scenario, which is the subject, by this many
   * percent.
   */
  readonly tornado: About<{ readonly percent: number; readonly seeds: number }>;
};

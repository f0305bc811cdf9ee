// The data of the race that the page and its workers exchange. The functions of the WebAssembly are documented
// in wasm/laboratory/src/features/race.rs.
import type { Call } from "../workers/calls.ts";

/** The rules by which a run gets points (docs/race.md). */
export type RuleId = "share" | "fairness" | "utilisation" | "delay" | "loss" | "convergence" | "power";

/** What was measured by a rule, in the unit of the rule, and the points for it. */
export interface RulePoints {
  readonly value: number | null;
  readonly points: number;
}

/** The result on one network. */
export interface NetworkCard {
  readonly network: string;
  readonly score: number;
  readonly rules: Readonly<Partial<Record<RuleId, RulePoints>>>;
  readonly result_ids: readonly string[];
  /** Why a run has no points. */
  readonly failure?: string;
}

/** The result of a program or an algorithm. */
export interface RaceCard {
  readonly name: string;
  readonly score: number;
  readonly networks: readonly NetworkCard[];
}

/** A drive by hand on a network of the race: the windows that a person chose, in packets, at times in seconds. */
export interface HandDrive {
  readonly network: string;
  /** The window at the start. */
  readonly window: number;
  readonly moves: readonly (readonly [at: number, to: number])[];
}

/** A drive, a program, or the built-in algorithm with this id. */
export interface Racer {
  readonly algorithm: string | null;
  readonly code: string;
  readonly drive?: HandDrive;
}

/** What a worker answers. Answers are JSON texts. */
export type RaceCalls = {
  /** The number of runs, as a text. Refuses a program with its mistakes. */
  readonly check: Call<Racer, string>;
  readonly run: Call<{ readonly racer: Racer; readonly run: number }, string>;
  /** A `RaceCard` from a list of results. */
  readonly card: Call<{ readonly name: string; readonly results: string }, string>;
  /** The scenario of a network. */
  readonly document: Call<{ readonly racer: Racer; readonly network: string }, string>;
  /** The hand-in of a program. */
  readonly handIn: Call<
    {
      readonly racer: Racer;
      readonly name: string;
      readonly assignment: string;
      readonly results: string;
    },
    string
  >;
};

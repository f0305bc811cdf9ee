// The data of the race that the page and its workers exchange. The functions of the WebAssembly are documented
// in wasm/laboratory/src/features/race.rs.
import type { Call } from "../../engine/workers/calls.ts";
import type { Racer } from "../../extension/offers.ts";

/** What a worker answers. Answers are JSON texts. */
export type RaceCalls = {
  /** The number of runs of a race, as a text. Fails for a program with mistakes and names them. */
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

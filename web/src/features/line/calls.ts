// What the page of the fit and its workers exchange. The functions of the WebAssembly are documented in
// wasm/laboratory/src/features/fit.rs.
import type { Call } from "../../engine/workers/calls.ts";
import type { ScenarioDocument } from "../../generated/types.ts";
import type { lineTexts } from "./texts/index.ts";

/** A file that a worker keeps once it has read it. */
export interface FitFile {
  readonly id: number;
  readonly file: File;
}

/** The distances of the candidates so far, as a JSON text. */
interface AtRound extends FitFile {
  readonly distances: string;
}

export type LineCalls = {
  /** The number of candidates of the next round. */
  readonly next: Call<AtRound, number>;
  /** The distance of one of them. */
  readonly score: Call<AtRound & { readonly index: number }, string>;
  /** `LineAnswer` or `LineRefusal`. */
  readonly answer: Call<AtRound, string>;
  readonly numbers: Call<{ readonly rate: number; readonly ping: number; readonly loaded: number }, string>;
  /** The wait of a call and the rate of the transfers. */
  readonly proposal: Call<{ readonly document: string; readonly seed: number }, string>;
  /** A file of the simulator in a format. */
  readonly sample: Call<string, Uint8Array>;
};

/** An estimate with its interval, which has no end if the data show only the least value. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number | null;
}

export type QueueKind = "drop_tail" | "aqm" | "fair";

export interface LineProposal {
  readonly id: "now" | "cake" | "fq_codel" | "buffer" | "controller";
  readonly sets: number | string | null;
  readonly document: ScenarioDocument;
  readonly lines: readonly { readonly system: "tc" | "openwrt" | "sysctl"; readonly text: string }[];
}

/** What `fairshare fit --json` prints, before the proposals are run. */
export interface LineAnswer {
  /** Constant, or the median of `over_time` with the range of four fifths of it. */
  readonly rate: Estimate;
  /** The rates in half seconds if they vary. */
  readonly over_time: readonly number[] | null;
  readonly base_rtt: Estimate;
  readonly buffer: Estimate | null;
  /** The most likely first. */
  readonly queue: readonly QueueKind[];
  readonly controller: readonly string[];
  readonly loss: number;
  readonly wait: number;
  readonly share: number;
  readonly assumed: readonly (keyof typeof lineTexts.assumptions)[];
  readonly proposals: readonly LineProposal[];
  readonly seeds: readonly number[];
}

export interface LineRefusal {
  readonly refused: "too_short" | "no_rtt" | "not_full" | "rate_varies" | "several_paths" | "nothing_similar";
  readonly numbers: readonly number[];
}

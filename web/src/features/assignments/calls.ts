// The data about checked hand-ins that the page and its workers exchange. The functions of the WebAssembly
// are documented in wasm/laboratory/src/features/assignments.rs.

import type { Call } from "../../engine/workers/calls.ts";
import type { RaceCard } from "../../extension/offers.ts";

/** Something about a hand-in that the lecturer should look at. */
export interface Finding {
  readonly kind: string;
  /** A sentence in English. */
  readonly text: string;
}

export type AnswerState = "right" | "wrong" | "missing" | "to read" | "given" | "not judged";

export interface Judged {
  readonly state: AnswerState;
  readonly answer: string;
  /** The right answer, or how far a prediction is from the run. Empty if there is none. */
  readonly expected: string;
  /** The points of the answer; null if a person decides. */
  readonly points?: number | null;
  /** The points that a right answer gives. */
  readonly worth?: number;
}

/** A file of a race with the results of its program, as the WebAssembly reads and writes it. */
export interface RaceEntry {
  readonly file: string;
  readonly name: string;
  readonly code: string;
  /** The network of a racer that belongs to one network. */
  readonly network?: string | null;
  readonly results: readonly unknown[];
  readonly findings: readonly (readonly [kind: string, text: string])[];
}

/** The place of an entry; null if its program did not run. */
export interface Ranked {
  readonly place: number | null;
  readonly name: string;
  /** The network of a racer that belongs to one network; null for a program. */
  readonly network: string | null;
  readonly file: string;
  /** The points that give the place. */
  readonly score: number | null;
  /** The points with the published seeds, which do not count for the place. */
  readonly published: number | null;
  readonly card: RaceCard | null;
  readonly findings: readonly Finding[];
}

/** What the check of a file found. */
export interface Report {
  readonly file: string;
  /** The pseudonym. Empty if the file could not be read. */
  readonly name: string;
  readonly version: string;
  readonly result: string;
  /** Seconds. */
  readonly spent: number;
  readonly findings: readonly Finding[];
  /** One entry for each question. Empty if the file could not be read. */
  readonly answers: readonly Judged[];
  readonly right: number;
  /** The number of answers that can be right or wrong. */
  readonly of: number;
  /** The points of the right answers, and of all answers that can be right or wrong. A race has none. */
  readonly points?: number;
  readonly ofPoints?: number;
  readonly log: readonly (readonly [t: number, step: string])[];
  /** In a race: what was raced, and after the comparison the place. */
  readonly entry?: RaceEntry;
  readonly ranked?: Ranked;
}

/** A file in which hand-ins are found: a text to check, or the report why it is not read. */
export interface Found {
  readonly file: string;
  readonly text?: string;
  readonly report?: Report;
}

/** A hand-in that is to be checked. */
export interface HandInText {
  readonly file: string;
  readonly text: string;
}

/** A file in the list of a check. */
export interface ListedFile {
  /** Unique in the list. */
  readonly file: string;
  /** The text of a hand-in. Null for a file that is not read. */
  readonly text: string | null;
  /** Without findings about other files. Null as long as the hand-in is not checked. */
  readonly report: Report | null;
}

/** The findings about files that are no hand-ins, or none that can be read: `is_unread` in sim-core/assignments. */
const UNREAD: readonly (string | undefined)[] = ["skipped", "unreadable", "size", "zip"];

/** Whether a file is listed but is no hand-in, or none that can be read. */
export const isSkipped = ({ findings }: Report): boolean => UNREAD.includes(findings[0]?.kind);

/** Whether a finding is a reason to look at a hand-in. The others say what it is: a drive, or one of equal place. */
export const standsOut = ({ kind }: Finding): boolean => kind !== "tie" && kind !== "drive";

/** What judges the hand-ins of an assignment. Reports are passed as JSON. */
export interface Judge {
  check(file: string, text: string): string;
  compare(reports: string): string;
  csv(reports: string): string;
  free(): void;
}

/** What a worker answers. Answers are texts. */
export type CheckCalls = {
  /** Reads the text of an assignment. The answer is empty. */
  readonly open: Call<{ readonly assignment: string }, string>;
  /** The report if a file of this size is not read, or an empty text. */
  readonly refusal: Call<
    { readonly file: string; readonly size: number; readonly first: Uint8Array },
    string
  >;
  /** The report if a file at this path in a folder is not read, or an empty text. */
  readonly skipped: Call<{ readonly file: string; readonly path: string }, string>;
  /** A list of `Found`. */
  readonly unpack: Call<{ readonly file: string; readonly bytes: Uint8Array }, string>;
  /** A `Report`. */
  readonly check: Call<HandInText & { readonly assignment: string }, string>;
  /** A list of `Report`, from such a list. */
  readonly compare: Call<{ readonly assignment: string; readonly reports: string }, string>;
  /** A file, from a list of `Report`. */
  readonly csv: Call<{ readonly assignment: string; readonly reports: string }, string>;
};

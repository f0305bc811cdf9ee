// What the page and the workers know of hand-ins that are checked. The functions of the WebAssembly are documented in
// wasm/papers/src/assignments.rs.

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
  readonly log: readonly (readonly [t: number, step: string])[];
}

/** A file in which hand-ins are found: a text to check, or the report why it is not read. */
export interface Found {
  readonly file: string;
  readonly text?: string;
  readonly report?: Report;
}

/** A question to a worker. The answer is a text. */
export type CheckQuestion =
  /** Reads the assignment, which the questions after it concern. The answer is empty. */
  | { readonly ask: "open"; readonly assignment: string }
  /** The report if a file of this size is not read, or an empty text. */
  | { readonly ask: "refusal"; readonly file: string; readonly size: number; readonly first: Uint8Array }
  /** A list of `Found`. */
  | { readonly ask: "unpack"; readonly file: string; readonly bytes: Uint8Array }
  /** A `Report`. */
  | { readonly ask: "check"; readonly file: string; readonly text: string }
  /** `reports` is a list of `Report`. The answer to "compare" is such a list, to "csv" a file. */
  | { readonly ask: "compare" | "csv"; readonly reports: string };

export type ToCheckWorker =
  | { readonly type: "init"; readonly module: WebAssembly.Module; readonly script: string }
  | { readonly type: "question"; readonly number: number; readonly question: CheckQuestion };

export type FromCheckWorker =
  | { readonly type: "answer"; readonly number: number; readonly text: string }
  | { readonly type: "refusal"; readonly number: number; readonly message: string }
  | { readonly type: "unusable"; readonly message: string };

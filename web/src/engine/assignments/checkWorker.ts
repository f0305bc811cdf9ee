// The program of a worker that checks hand-ins. It answers calls one by one.
import type { Refusal } from "../workers/calls.ts";
import { issuesOf, messageOf, serveCalls } from "../workers/serve.ts";
import type { CheckCalls } from "./types.ts";

/** An assignment in the WebAssembly; wasm/papers/src/assignments.rs documents the functions. */
interface WasmAssignment {
  check(file: string, text: string): string;
  compare(reports: string): string;
  csv(reports: string): string;
  free(): void;
}

/** The script that wasm-bindgen generated. */
interface CheckScript {
  readonly Assignment: new (text: string) => WasmAssignment;
  readonly unpack: (file: string, bytes: Uint8Array) => string;
  readonly refusal: (file: string, size: number, first: Uint8Array) => string;
  readonly skipped: (file: string, path: string) => string;
}

let assignment: WasmAssignment | null = null;

function opened(): WasmAssignment {
  if (!assignment) throw new Error("No assignment is open.");
  return assignment;
}

/** The messages of the issues of a hand-in. The worker stays in use after any error. */
function refusalOf(error: unknown): Refusal {
  const issues = issuesOf(error);
  const message = issues ? issues.map((issue) => issue.message).join(" ") : messageOf(error);
  return { message, isFault: false };
}

serveCalls<CheckCalls, CheckScript>(
  ({ Assignment, unpack, refusal, skipped }) => ({
    open: (text) => {
      assignment?.free();
      assignment = null;
      assignment = new Assignment(text);
      return "";
    },
    refusal: ({ file, size, first }) => refusal(file, size, first),
    skipped: ({ file, path }) => skipped(file, path),
    unpack: ({ file, bytes }) => unpack(file, bytes),
    check: ({ file, text }) => opened().check(file, text),
    compare: (reports) => opened().compare(reports),
    csv: (reports) => opened().csv(reports),
  }),
  refusalOf,
);

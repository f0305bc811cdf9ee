// The program of a worker that checks hand-ins. It answers calls one by one.
import type { Refusal } from "../../engine/workers/calls.ts";
import { issuesOf, messageOf, serveCalls } from "../../engine/workers/serve.ts";
import type { CheckCalls, Judge } from "./calls.ts";
import { type ContestScript, raceJudge } from "./raceJudge.ts";

/** The script that wasm-bindgen generated. wasm/laboratory/src/features/assignments.rs documents the functions. */
interface CheckScript extends ContestScript {
  readonly Assignment: new (text: string) => Judge;
  readonly unpack: (file: string, bytes: Uint8Array) => string;
  readonly refusal: (file: string, size: number, first: Uint8Array) => string;
  readonly skipped: (file: string, path: string) => string;
}

/** The judge of the assignment of the latest call. Most calls concern the same assignment. */
let open: { readonly assignment: string; readonly judge: Judge } | null = null;

/** The messages of the issues of a hand-in. The worker stays in use after any error. */
function refusalOf(error: unknown): Refusal {
  const issues = issuesOf(error);
  const message = issues ? issues.map((issue) => issue.message).join(" ") : messageOf(error);
  return { message, isFault: false };
}

serveCalls<CheckCalls, CheckScript>(({ Assignment, unpack, refusal, skipped, ...contest }) => {
  const judgeOf = ({ assignment }: { readonly assignment: string }): Judge => {
    if (open?.assignment === assignment) return open.judge;
    open?.judge.free();
    open = null;
    open = { assignment, judge: raceJudge(contest, assignment) ?? new Assignment(assignment) };
    return open.judge;
  };
  return {
    open: (asked) => {
      judgeOf(asked);
      return "";
    },
    refusal: ({ file, size, first }) => refusal(file, size, first),
    skipped: ({ file, path }) => skipped(file, path),
    unpack: ({ file, bytes }) => unpack(file, bytes),
    check: (asked) => judgeOf(asked).check(asked.file, asked.text),
    compare: (asked) => judgeOf(asked).compare(asked.reports),
    csv: (asked) => judgeOf(asked).csv(asked.reports),
  };
}, refusalOf);

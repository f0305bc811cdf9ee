// Whether the runs gave the results that the opened link states.
import { sameRun } from "../../../scenario/edit.ts";
import { useLab, useScenario } from "./hooks.ts";

/** "before" is another result of the run before the change, and "unreadable" a damaged part of the link about it. */
export type LinkCheck = "same" | "differs" | "before" | "unreadable";

/** Null while it is not known, after an edit, and for a link that states no result. */
export function useLinkCheck(): LinkCheck | null {
  const expected = useLab((s) => s.expected);
  const doc = useScenario((s) => s.doc);
  const opened = useScenario((s) => s.opened);
  const result = useLab((s) => (s.run?.outcome && s.run.doc === doc ? s.run.outcome.resultId : null));
  const before = useLab((s) => (s.asks ? s.reference : s.lastChange?.before)?.outcome?.resultId);
  if (!expected || !result || !sameRun(doc, opened)) return null;
  if (expected.result !== result) return "differs";
  if (expected.before === "") return "unreadable";
  return expected.before !== undefined && before !== undefined && before !== expected.before
    ? "before"
    : "same";
}

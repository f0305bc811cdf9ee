// The effects of a change on the results.
import { expect, test } from "vitest";
import { flowSummary, runSummary } from "../../engine/testRecords.ts";
import { effectText } from "./effects.ts";

const outcome = (resultId: string, goodput: number) => ({
  resultId,
  summary: runSummary([flowSummary("near", { goodput_bps: goodput })], [], []),
});

test("results are called the same only if their IDs are equal", () => {
  expect(effectText(outcome("1", 4e6), outcome("1", 4e6))).toBe("the results are the same");
  expect(effectText(outcome("1", 4e6), outcome("2", 4e6))).not.toMatch(/same|no change/);
  expect(effectText(outcome("1", 4e6), outcome("2", 4.001e6))).toContain("more than 0.5");
  expect(effectText(outcome("1", 4e6), outcome("2", 5e6))).toBe("near 4 \u2192 5\u202fMb/s");
  expect(effectText(outcome("1", 4e6), null)).toBe("\u2026");
});

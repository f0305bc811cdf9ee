// With many comparisons, chance alone makes some differences exceed their 95 % intervals.
import { beforeAll, expect, test } from "vitest";
import { compareAll, type Samples } from "./numbers.ts";
import { loadWasm } from "./testWasm.ts";

beforeAll(loadWasm);

const ZEROS = [0, 0, 0, 0, 0];
/** Differences whose t is 3.0, 4.0 and 1.0 with 4 degrees of freedom: p = 0.040, 0.016 and 0.374. */
const withT = (t: number): Samples => {
  const spread = [-2, -1, 0, 1, 2];
  const error = Math.sqrt(2.5) / Math.sqrt(5);
  return [ZEROS, spread.map((x) => x + t * error)];
};
const verdicts = (samples: readonly Samples[]): string[] => compareAll(samples).map(({ verdict }) => verdict);

test("differences are tested by Holm's method, the clearest first", () => {
  expect(verdicts([withT(3)])).toEqual(["differ"]);
  // 0.016 is below 0.05/3, 0.040 is above 0.05/2.
  expect(verdicts([withT(3), withT(4), withT(1)])).toEqual(["chance", "differ", "chance"]);
  // 0.016 is below 0.05/2, and 0.040 below 0.05.
  expect(verdicts([withT(3), withT(4)])).toEqual(["differ", "differ"]);
  // 0.016 is above 0.05/4.
  expect(verdicts([withT(3), withT(4), withT(1), withT(1)])).toEqual([
    "chance",
    "chance",
    "chance",
    "chance",
  ]);
});

test("equal results and too few seeds are no comparisons", () => {
  expect(verdicts([[ZEROS, ZEROS], withT(4), withT(3), [ZEROS, ZEROS]])).toEqual([
    "same",
    "differ",
    "differ",
    "same",
  ]);
  expect(verdicts([[[1], [2]]])).toEqual(["too-few"]);
});

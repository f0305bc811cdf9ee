// Means over intervals, by hand.
import { expect, test } from "vitest";
import { meansOver } from "./means.ts";

test("bins count for the interval that contains their middle", () => {
  const values = Float64Array.of(1, 3, Number.NaN, 5, Number.NaN, Number.NaN, 9);
  // Bins of 0.5 s: 1 and 3 are in the first second, 5 in the second, none in the third, 9 in the fourth.
  expect(meansOver({ width: 0.5, values }, 1, 4)).toEqual([2, 5, null, 9]);
  // Values after the last interval are left out.
  expect(meansOver({ width: 0.5, values }, 1, 1)).toEqual([2]);
});

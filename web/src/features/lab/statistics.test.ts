// Estimates, compared with values computed by hand.
import { expect, test } from "vitest";
import { compare, estimate } from "./statistics.ts";

test("mean and 95 % interval of 1..5: sd 1.5811, half = 2.776 * 1.5811 / sqrt 5 = 1.963", () => {
  const e = estimate([1, 2, 3, 4, 5]);
  expect(e.mean).toBe(3);
  expect(e.half).toBeCloseTo(1.963, 3);
});

test("one value has no interval", () => {
  expect(estimate([7])).toEqual({ n: 1, mean: 7, half: Number.NaN });
});

test("paired: a small constant difference is significant although seeds vary widely", () => {
  const a = [10, 20, 30, 40];
  const b = [11, 21.1, 31, 40.9];
  expect(compare(a, b).verdict).toBe("differ");
  expect(compare(a, [9, 22, 29, 42]).verdict).toBe("chance");
  expect(compare(a, a).verdict).toBe("same");
  expect(compare([1], [2]).verdict).toBe("too-few");
});

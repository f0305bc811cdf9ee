// Estimates and fair rates through the WebAssembly, compared with values computed by hand.
import { beforeAll, expect, test } from "vitest";
import { compareRuns, fairRates } from "./arithmetic.ts";
import { loadWasm } from "./testWasm.ts";

beforeAll(loadWasm);

test("mean and 95 % interval of 1..5: sd 1.5811, half = 2.776 * 1.5811 / sqrt 5 = 1.963", () => {
  const { a } = compareRuns([1, 2, 3, 4, 5], []);
  expect(a.mean).toBe(3);
  expect(a.half_width).toBeCloseTo(1.963, 3);
});

test("one value has no interval", () => {
  const { a, b } = compareRuns([7], []);
  expect(a).toEqual({ samples: 1, mean: 7, half_width: null });
  expect(b).toEqual({ samples: 0, mean: null, half_width: null });
});

test("paired: a small constant difference is significant although seeds vary widely", () => {
  const a = [10, 20, 30, 40];
  const { difference, verdict } = compareRuns(a, [11, 21.1, 31, 40.9]);
  expect(verdict).toBe("differ");
  expect(difference.mean).toBeCloseTo(1, 9);
  expect(compareRuns(a, [9, 22, 29, 42]).verdict).toBe("chance");
  expect(compareRuns(a, a).verdict).toBe("same");
  expect(compareRuns([1], [2]).verdict).toBe("too-few");
});

test("max-min: capacity that flows limited by a slow link do not use goes to other flows", () => {
  // Bertsekas and Gallager 1992: link 0 of 3, link 1 of 9. Flow a over both, b over 0, c and d over 1.
  // Link 0 is full at 1.5 each for a and b; then c and d share 9 - 1.5.
  expect(fairRates([[0, 1], [0], [1], [1]], [3, 9])).toEqual([1.5, 1.5, 3.75, 3.75]);
  // A flow without links gets the rate 0, and so does a flow over a link with rate 0.
  expect(fairRates([[], [0, 1], [1]], [0, 9])).toEqual([0, 0, 9]);
});

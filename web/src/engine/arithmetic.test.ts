// Compares estimates and fair rates from the WebAssembly with values that were computed by hand.
import { beforeAll, expect, test } from "vitest";
import type { PairedComparison } from "../generated/types.ts";
import { compareAll, fairRates } from "./numbers.ts";
import { loadWasm } from "./testWasm.ts";

beforeAll(loadWasm);

const compareRuns = (a: readonly number[], b: readonly number[]) =>
  compareAll([[a, b]])[0] as PairedComparison;

test("the 95 % interval of the mean uses Student's t distribution", () => {
  // Standard deviation 1.5811, t quantile for 4 degrees of freedom 2.776: 2.776 * 1.5811 / sqrt(5) = 1.963.
  const { a } = compareRuns([1, 2, 3, 4, 5], []);
  expect(a.mean).toBe(3);
  expect(a.half_width).toBeCloseTo(1.963, 3);
});

test("one value has no interval", () => {
  const { a, b } = compareRuns([7], []);
  expect(a).toEqual({ samples: 1, mean: 7, half_width: null });
  expect(b).toEqual({ samples: 0, mean: null, half_width: null });
});

test("a difference that is similar for every seed is significant, even if results vary widely between seeds", () => {
  const a = [10, 20, 30, 40];
  const { difference, verdict } = compareRuns(a, [11, 21.1, 31, 40.9]);
  expect(verdict).toBe("differ");
  expect(difference.mean).toBeCloseTo(1, 9);
  expect(compareRuns(a, [9, 22, 29, 42]).verdict).toBe("chance");
  expect(compareRuns(a, a).verdict).toBe("same");
  expect(compareRuns([1], [2]).verdict).toBe("too-few");
});

test("max-min fairness divides the capacity that flows with a slower link cannot use among the other flows", () => {
  // As in Bertsekas and Gallager 1992, section 6.5.2: the links have the capacities 3 and 9. Flow a crosses
  // both links, b crosses link 0, c and d cross link 1. Link 0 limits a and b to 1.5 each; then c and d share
  // 9 - 1.5.
  expect(fairRates([[0, 1], [0], [1], [1]], [3, 9], [[1, 1], [1], [1], [1]])).toEqual([1.5, 1.5, 3.75, 3.75]);
  // A flow without links gets the rate 0, as does a flow over a link with capacity 0.
  expect(fairRates([[], [0, 1], [1]], [0, 9], [[], [1, 1], [1]])).toEqual([0, 0, 9]);
  // A station at a twentieth of the rate gets a twentieth of what another one gets.
  expect(fairRates([[0], [0]], [144], [[1], [0.05]])).toEqual([72, 72 * 0.05]);
});

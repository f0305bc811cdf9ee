// The times at which a link is down, because its rate is 0. The simulator's tests cover the computation of
// the rates (sim-core/document/src/rate_steps.rs).
import { expect, test } from "vitest";
import { downTimes } from "./schedule.ts";

test("a link is down from a step to 0 until the next step, at most until the end of the run", () => {
  const rates = [
    [0, 1e7],
    [2, 0],
    [5, 1e7],
    [12, 0],
    [16, 5e6],
  ] as const;
  expect(downTimes(rates, 20)).toEqual([
    [2, 5],
    [12, 16],
  ]);
  expect(downTimes(rates, 13)).toEqual([
    [2, 5],
    [12, 13],
  ]);
});

test("adjacent down times are merged", () => {
  const rates = [
    [0, 1e7],
    [2, 0],
    [3, 0],
    [4, 1e6],
  ] as const;
  expect(downTimes(rates, 20)).toEqual([[2, 4]]);
});

import { expect, test } from "vitest";
import { opening } from "../../../engine/testing.ts";
import { CostModel, memoryOf, shorterDuration } from "./runCost.ts";

const derivedOf = (packets: number) => ({ ...opening.derived, estimated_packets: packets });

test("the expected time follows the speed of the last run", () => {
  const model = new CostModel();
  model.measure(derivedOf(100_000), 50);
  expect(model.costOf(derivedOf(10_000_000))).toEqual({ packets: 10_000_000, seconds: 5 });
  model.measure(derivedOf(100_000), 500);
  expect(model.costOf(derivedOf(10_000_000)).seconds).toBe(50);
});

test("a run that was too short to measure does not change the expected time", () => {
  const model = new CostModel();
  const before = model.costOf(derivedOf(1e7));
  model.measure(derivedOf(10), 0.4);
  expect(model.costOf(derivedOf(1e7))).toEqual(before);
});

test("a shorter run takes about two seconds", () => {
  expect(shorterDuration(600, { packets: 1e8, seconds: 100 })).toBe(10);
  expect(shorterDuration(20_000, { packets: 1e7, seconds: 8 })).toBe(5000);
});

test("no run is offered that is shorter than a second", () => {
  expect(shorterDuration(10, { packets: 1e9, seconds: 1000 })).toBeNull();
});

test("the memory grows with columns and bins", () => {
  expect(memoryOf(20, 2048) - memoryOf(10, 2048)).toBe(10 * 2048 * 8 * 2);
});

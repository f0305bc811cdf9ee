// Whether the result of a change also occurs without it, with another seed.
import { expect, test } from "vitest";
import type { FlowSummary } from "../../../generated/types.ts";
import { isWithinSeeds, spreadOf } from "./SeedHint.tsx";

const flows = (...goodputs: readonly number[]): { flows: FlowSummary[] } => ({
  flows: goodputs.map((goodput_bps) => ({ role: "measured", goodput_bps }) as FlowSummary),
});

test("a result is within the seeds if other seeds give less and more without the change", () => {
  expect(isWithinSeeds(2, 2.3, [2.1, 2.4, 2.2])).toBe(true);
  expect(isWithinSeeds(2, 2.5, [2.1, 2.4, 2.2])).toBe(false);
  expect(isWithinSeeds(2, 1.9, [2.1, 2.4, 2.2])).toBe(false);
});

test("an effect that is smaller than the range of seeds, but leaves it, is not within the seeds", () => {
  expect(isWithinSeeds(3.4, 1.1, [3.2, 5.8])).toBe(false);
});

test("without a difference between seeds, every effect is larger", () => {
  expect(isWithinSeeds(2, 2.01, [2, 2, 2])).toBe(false);
});

test("a run without any effect has no hint", () => {
  expect(isWithinSeeds(2, 2, [1, 3])).toBe(false);
});

test("the ratio compares the flow with most and the one with least", () => {
  expect(spreadOf(flows(1, 4, 2))).toBe(4);
  expect(spreadOf(flows(1))).toBeNaN();
  expect(spreadOf(flows(1, 2, 3, 4, 5, 6, 7, 8, 9))).toBeNaN();
});

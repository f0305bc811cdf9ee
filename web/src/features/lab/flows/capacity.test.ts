// The capacity of a link that follows a delivery trace.
import { expect, test } from "vitest";
import { runRecord } from "../../../engine/testRecords.ts";
import { capacitySteps, traceSteps } from "./capacity.ts";

test("the capacity of a trace is the mean of the interval before the end of each step", () => {
  // Two lines of 12 kbit at 500 ms, and one at 1000 ms: 24 kbit in the first half second, and 12 kbit in the
  // second, again and again.
  const steps = traceSteps("500\n500\n1000\n", 2, 0.5);
  expect(steps.map(([t]) => t)).toEqual(Array.from({ length: 16 }, (_, k) => k * 0.125));
  const at = (end: number): number | undefined => steps.find(([t]) => t === end - 0.125)?.[1];
  expect([at(0.5), at(1), at(1.5), at(2)]).toEqual([48_000, 24_000, 48_000, 24_000]);
  // Before the end of the first interval, the mean covers the time since the start.
  expect(at(0.25)).toBe(0);
});

test("a link without a trace has the rate of its schedule", () => {
  const steps = [
    [0, 1e6],
    [5, 2e6],
  ] as const;
  const record = runRecord({ rates: [{ link: "forward", steps }] });
  expect(capacitySteps(record, "forward", 1)).toEqual(steps);
  const impairments = { trace: "1000\n" };
  const traced = runRecord({ document: { v: 1, network: { kind: "dumbbell", forward: { impairments } } } });
  expect(capacitySteps(traced, "forward", 1).at(-1)?.[1]).toBe(12_000);
});

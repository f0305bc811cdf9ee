// The steps of a link's rate from the timeline and from schedules.
import { expect, test } from "vitest";
import type { LinkDocument, ScenarioDocument } from "../generated/types.ts";
import { downTimes, rateSteps } from "./schedule.ts";

const doc = (
  schedule: LinkDocument["schedule"] | undefined,
  more: Partial<ScenarioDocument> = {},
): ScenarioDocument => ({
  v: 1,
  network: { kind: "dumbbell", forward: { rate: 1e7, ...(schedule ? { schedule } : {}) } },
  ...more,
});
const steps = (
  schedule: LinkDocument["schedule"] | undefined,
  duration = 20,
  more: Partial<ScenarioDocument> = {},
) => rateSteps(doc(schedule, more), "network.forward", 1e7, duration);

test("without a schedule only the timeline changes the rate", () => {
  const timeline = [
    { at: 10, set: "network.forward.rate", to: 5e6 },
    { at: 5, set: "network.forward.delay", to: 0.1 },
  ];
  expect(steps(undefined)).toEqual([[0, 1e7]]);
  expect(steps(undefined, 20, { timeline })).toEqual([
    [0, 1e7],
    [10, 5e6],
  ]);
});

test("points in any order, once or repeated", () => {
  const points = [
    { at: 4, rate: 2e6 },
    { at: 1, rate: 4e6 },
  ];
  expect(steps({ kind: "points", points })).toEqual([
    [0, 1e7],
    [1, 4e6],
    [4, 2e6],
  ]);
  expect(steps({ kind: "points", points, repeat: 8 }, 10)).toEqual([
    [0, 1e7],
    [1, 4e6],
    [4, 2e6],
    [9, 4e6],
  ]);
});

test("a ramp becomes steps with the rates at their middles", () => {
  const points = [
    { at: 2, rate: 0 },
    { at: 4, rate: 4e6 },
  ];
  expect(steps({ kind: "points", points, between: "ramps", every: 1 })).toEqual([
    [0, 1e7],
    [2, 1e6],
    [3, 3e6],
    [4, 4e6],
  ]);
});

test("periodic schedules: square waves by share, and slopes", () => {
  expect(steps({ kind: "periodic", low: 1e6, high: 9e6, period: 10, share: 0.25 })).toEqual([
    [0, 1e7],
    [0, 9e6],
    [2.5, 1e6],
    [10, 9e6],
    [12.5, 1e6],
  ]);
  const triangle = steps({ kind: "periodic", shape: "triangle", low: 0, high: 4e6, period: 4, every: 1 }, 4);
  expect(triangle.slice(1).map(([, rate]) => rate)).toEqual([1e6, 3e6, 3e6, 1e6]);
});

test("the rate is 0 during outages, and afterwards it is the one that applies by then", () => {
  const impairments = {
    outages: [
      { at: 12, lasts: 4 },
      { at: 2, lasts: 1 },
      { at: 3, lasts: 2 },
    ],
  };
  const base: ScenarioDocument = {
    v: 1,
    network: { kind: "dumbbell", forward: { rate: 1e7, impairments } },
    timeline: [{ at: 14, set: "network.forward.rate", to: 5e6 }],
  };
  const rates = rateSteps(base, "network.forward", 1e7, 20);
  expect(rates).toEqual([
    [0, 1e7],
    [2, 0],
    [5, 1e7],
    [12, 0],
    [16, 5e6],
  ]);
  expect(downTimes(rates, 20)).toEqual([
    [2, 5],
    [12, 16],
  ]);
  expect(downTimes(rates, 13)).toEqual([
    [2, 5],
    [12, 13],
  ]);
});

import { describe, expect, it } from "vitest";
import { roundUp, ValueScale } from "./valueScale.ts";

describe("roundUp", () => {
  it.each([
    [1, 1],
    [1.01, 1.2],
    [9.9, 10],
    [10.6, 12],
    [8e6, 8e6],
    [0.031, 0.04],
  ])("rounds %d up to %d", (value, expected) => {
    expect(roundUp(value)).toBeCloseTo(expected, 9);
  });
});

describe("ValueScale", () => {
  it("grows at once", () => {
    const scale = new ValueScale({ headroom: 0 });
    scale.update(10, 0);
    expect(scale.top).toBe(10);
    scale.update(31, 1);
    expect(scale.top).toBe(40);
  });

  it("does not shrink for a sawtooth whose peaks are slightly below the upper end", () => {
    const scale = new ValueScale({ headroom: 0 });
    scale.update(40, 0);
    for (let now = 0; now < 60_000; now += 50) scale.update(30 + 8 * ((now / 1000) % 1), now);
    expect(scale.top).toBe(40);
  });

  it("shrinks only after a wait, one step at a time, and returns the time until the next call", () => {
    const scale = new ValueScale({ headroom: 0, shrinkDelay: 1000, shrinkInterval: 200 });
    scale.update(40, 0);
    expect(scale.update(10, 0)).toBe(1000);
    expect(scale.update(10, 999)).toBe(1);
    expect(scale.top).toBe(40);
    expect(scale.update(10, 1000)).toBe(200);
    expect(scale.top).toBe(30);
    scale.update(10, 1100);
    expect(scale.top).toBe(30);
    const seen = new Set<number>();
    for (let now = 1200; now < 5000; now += 50) {
      scale.update(10, now);
      seen.add(scale.top);
    }
    expect([...seen]).toEqual([25, 20, 15, 12]);
  });

  it("does not shrink after a short dip", () => {
    const scale = new ValueScale({ headroom: 0, shrinkDelay: 1000 });
    scale.update(40, 0);
    scale.update(10, 0);
    scale.update(38, 900);
    scale.update(10, 1000);
    expect(scale.update(10, 1100)).toBeGreaterThan(0);
    expect(scale.top).toBe(40);
  });

  it("ends at 1 if there are no values", () => {
    const scale = new ValueScale();
    scale.update(Number.NaN, 0);
    expect(scale.top).toBe(1);
  });
});

it("final data have the same scale, whatever was shown before", () => {
  const scale = new ValueScale();
  scale.update(31, 0, true);
  const before = scale.top;
  scale.update(38, 10, true);
  expect(scale.top).toBeGreaterThan(before);
  for (let now = 20; now < 5000; now += 100) scale.update(31, now, true);
  expect(scale.top).toBe(before);
});

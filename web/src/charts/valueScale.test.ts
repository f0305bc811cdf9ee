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

  it("keeps its end while values may still arrive", () => {
    const scale = new ValueScale({ headroom: 0 });
    scale.update(40, 0, false);
    for (let now = 0; now < 60_000; now += 50) expect(scale.update(30 * (now / 60_000), now, false)).toBe(0);
    expect(scale.top).toBe(40);
  });

  it("settles in one step when final values have needed a lower end for a moment", () => {
    const scale = new ValueScale({ headroom: 0, settleDelay: 250 });
    scale.update(40, 0);
    expect(scale.update(1.1, 100)).toBe(250);
    expect(scale.update(1.1, 349)).toBe(1);
    expect(scale.top).toBe(40);
    expect(scale.update(1.1, 350)).toBe(0);
    expect(scale.top).toBe(1.2);
  });

  it("does not settle while the largest value changes", () => {
    const scale = new ValueScale({ headroom: 0, settleDelay: 250 });
    scale.update(40, 0);
    for (const [now, largest] of [
      [0, 10],
      [200, 20],
      [400, 10],
    ] as const)
      scale.update(largest, now);
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

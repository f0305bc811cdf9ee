// Sliders give round numbers, include both ends of their range, and step on a grid with the arrow keys.
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  fromPosition,
  POSITIONS,
  rangeAroundDefault,
  type SliderRange,
  stepValue,
  toPosition,
} from "./slider.ts";

const RATE: SliderRange = { min: 1e5, max: 1e9, scale: "log", integer: false };
const PACKETS: SliderRange = { min: 1, max: 5000, scale: "log", integer: true };
const LOG_FROM_ZERO: SliderRange = { min: 0, max: 0.5, scale: "log", integer: false };
const LINEAR: SliderRange = { min: 0, max: 60, scale: "linear", integer: false };
const ranges = fc.constantFrom(RATE, PACKETS, LOG_FROM_ZERO, LINEAR);

test("a value survives the conversion to a position and back", () => {
  fc.assert(
    fc.property(ranges, fc.integer({ min: 0, max: POSITIONS }), (range, position) => {
      const value = fromPosition(position, range);
      expect(value).toBeGreaterThanOrEqual(range.min);
      expect(value).toBeLessThanOrEqual(range.max);
      if (range.integer) expect(Number.isInteger(value)).toBe(true);
      expect(fromPosition(toPosition(value, range), range)).toBeCloseTo(value, 9);
    }),
  );
});

test("the end positions give the limits of the range", () => {
  for (const range of [RATE, PACKETS, LOG_FROM_ZERO, LINEAR]) {
    expect(fromPosition(0, range)).toBe(range.min);
    expect(fromPosition(POSITIONS, range)).toBe(range.max);
    expect(toPosition(range.min, range)).toBe(0);
    expect(toPosition(range.max, range)).toBeCloseTo(POSITIONS, 9);
  }
});

test("values on a logarithmic scale have two significant digits, below and above a power of ten", () => {
  expect(stepValue(9.9e6, 1, RATE)).toBe(1e7);
  expect(stepValue(1e7, 1, RATE)).toBe(1.1e7);
  expect(stepValue(1e7, -1, RATE)).toBe(9.9e6);
  expect(stepValue(1e7, 10, RATE)).toBe(2e7);
  expect(stepValue(1e9, 1, RATE)).toBe(1e9);
  expect(stepValue(9, 1, PACKETS)).toBe(10);
  expect(stepValue(100, -1, PACKETS)).toBe(99);
});

test("a step down reverts a step up", () => {
  fc.assert(
    fc.property(ranges, fc.integer({ min: 10, max: POSITIONS - 10 }), (range, position) => {
      const value = fromPosition(position, range);
      const up = stepValue(value, 1, range);
      expect(up).toBeGreaterThan(value);
      expect(stepValue(up, -1, range)).toBeCloseTo(value, 9);
    }),
  );
});

test("a range too wide for a slider is narrowed to values near the default", () => {
  const wide = rangeAroundDefault(0, 86400, 60, "linear", false);
  expect(wide.max).toBe(1200);
  expect(rangeAroundDefault(1, 1e12, 1e7, "log", false)).toMatchObject({ min: 1000, max: 1e11 });
});

import { describe, expect, it } from "vitest";
import vectors from "../../../sim-core/measures/src/tests/vectors.json";
import {
  binsBetween,
  counterAt,
  effectiveInterval,
  gaugeAt,
  quantileSorted,
  rateAt,
  spreadOf,
} from "./series.ts";
import { counter, gauge } from "./tests/testSeries.ts";

/**
 * A series of the vectors, which also test the statistics of the simulator (sim-core/measures/src/tests.rs).
 */
function seriesOf({ kind, width, data }: (typeof vectors)[number]): ReturnType<typeof counter> {
  const values = data.map((value) => value ?? Number.NaN);
  const { info } = kind === "counter" ? counter(width, []) : gauge(width, []);
  const bins = kind === "counter" ? values.length : values.length / 3;
  return { info, rev: 0, width, bins, data: Float64Array.from(values) };
}

/** Vectors state null where there is no value. */
function expectValue(found: number, expected: number | null | undefined, t: number | null | undefined): void {
  if (typeof expected === "number") expect(found, `at ${t} s`).toBeCloseTo(expected, 9);
  else expect(found, `at ${t} s`).toBeNaN();
}

describe.each(vectors)("$about", (vector) => {
  const series = seriesOf(vector);
  const { end } = vector;

  it("has the values at times", () => {
    for (const [t, value] of vector.values) {
      const found = vector.kind === "counter" ? counterAt(series, end, t ?? 0) : gaugeAt(series, t ?? 0);
      expectValue(found, value, t);
    }
  });

  it("has the mean rates over a trailing interval, which is shorter near time 0", () => {
    for (const [t, interval, rate] of vector.rates)
      expectValue(rateAt(series, end, t ?? 0, interval ?? 0), rate, t);
  });

  it("has the bins of windows", () => {
    for (const [from, to, first, afterLast] of vector.bins)
      expect(binsBetween(series, Math.min(end, series.bins * series.width), from ?? 0, to ?? 0)).toEqual([
        first,
        afterLast,
      ]);
  });
});

it("a gauge keeps its last value in empty bins for a limited time", () => {
  const none = [Number.NaN, Number.NaN, Number.NaN] as const;
  const cwnd = gauge(1, [[1, 4, 4], [2, 9, 2], none, [3, 5, 5]]);
  expect(gaugeAt(cwnd, 2.5, 2)).toBe(2);
  expect(gaugeAt(cwnd, 2.5, 0.5)).toBeNaN();
});

describe("helper functions", () => {
  it("rounds the averaging interval to whole bins", () => {
    expect(effectiveInterval({ width: 0.03 }, 0.16)).toBeCloseTo(0.15, 12);
    expect(effectiveInterval({ width: 0.5 }, 0.16)).toBe(0.5);
  });

  it("takes quantiles from sorted values", () => {
    const values = Float64Array.from({ length: 20 }, (_, i) => i + 1);
    expect(quantileSorted(values, 0.95)).toBe(19);
    expect(quantileSorted(values, 0.5)).toBe(10);
    expect(quantileSorted(new Float64Array(0), 0.5)).toBeNaN();
  });

  it("finds the spread of values in any order", () => {
    for (const n of [0, 1, 9, 10, 33, 250]) {
      // Values that repeat, in no order, and some that are missing.
      const values = Array.from({ length: n }, (_, i) => ((i * 7919) % 101) % 23);
      const sorted = Float64Array.from(values).sort();
      const [low, high] = n > 9 ? [0.1, 0.9] : [0, 1];
      const total = values.reduce((sum, value) => sum + value, 0);
      expect(spreadOf([Number.NaN, ...values, Number.NaN])).toEqual({
        count: n,
        total,
        mean: total / n,
        low: quantileSorted(sorted, low),
        high: quantileSorted(sorted, high),
      });
    }
  });
});

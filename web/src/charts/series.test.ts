import { describe, expect, it } from "vitest";
import {
  counterAt,
  effectiveInterval,
  gaugeAt,
  jainIndex,
  quantileSorted,
  rateAt,
  windowStats,
} from "./series.ts";
import { counter, gauge } from "./testSeries.ts";

// Bins of 100 ms: 1000 bytes in each of the first two bins, none in the third, 4000 in the fourth. The run has been computed to 0.35 s.
const bytes = counter(0.1, [1000, 2000, 2000, 6000]);
const COMPUTED_TO = 0.35;

describe("counters", () => {
  it("are exact at bin edges and linear between edges", () => {
    expect(counterAt(bytes, COMPUTED_TO, 0)).toBe(0);
    expect(counterAt(bytes, COMPUTED_TO, 0.1)).toBe(1000);
    expect(counterAt(bytes, COMPUTED_TO, 0.15)).toBeCloseTo(1500, 9);
    expect(counterAt(bytes, COMPUTED_TO, 0.3)).toBe(2000);
    // The last bin is incomplete. Its value is the total at 0.35 s.
    expect(counterAt(bytes, COMPUTED_TO, 0.325)).toBeCloseTo(4000, 9);
    expect(counterAt(bytes, COMPUTED_TO, 9)).toBe(6000);
  });

  it("give mean rates over a trailing interval, which is shorter near time 0", () => {
    expect(rateAt(bytes, COMPUTED_TO, 0.3, 0.2)).toBeCloseTo((2000 - 1000) / 0.2, 6);
    expect(rateAt(bytes, COMPUTED_TO, 0.1, 0.2)).toBeCloseTo(1000 / 0.1, 6);
    expect(rateAt(bytes, COMPUTED_TO, 0, 0.2)).toBeNaN();
  });

  it("have exact window statistics", () => {
    // From 0.1 to 0.3 s, the counter grows by 1000 bytes: by 10000 bytes/s in the first bin and by 0 in the second.
    const s = windowStats(bytes, COMPUTED_TO, 0.1, 0.3);
    expect(s).toMatchObject({ total: 1000, min: 0, exact: true });
    expect(s.mean).toBeCloseTo(5000, 6);
    expect(s.max).toBeCloseTo(10_000, 6);
    // Edges move to the nearest bin edges, and the result states the moved edges.
    const moved = windowStats(bytes, COMPUTED_TO, 0.08, 0.31);
    expect(moved.from).toBeCloseTo(0.1, 12);
    expect(moved.to).toBeCloseTo(0.3, 12);
    expect(moved.total).toBe(1000);
  });

  it("add up: the totals of two adjacent windows are the total of the combined window", () => {
    const a = windowStats(bytes, COMPUTED_TO, 0, 0.2).total;
    const b = windowStats(bytes, COMPUTED_TO, 0.2, 0.35).total;
    expect(a + b).toBe(windowStats(bytes, COMPUTED_TO, 0, 0.35).total);
    expect(a + b).toBe(6000);
  });
});

describe("gauges", () => {
  const cwnd = gauge(1, [
    [1, 4, 4],
    [2, 9, 2],
    [Number.NaN, Number.NaN, Number.NaN],
    [3, 5, 5],
  ]);

  it("have their last value in empty bins, for a limited time", () => {
    expect(gaugeAt(cwnd, 1)).toBe(4);
    expect(gaugeAt(cwnd, 2.5, 2)).toBe(2);
    expect(gaugeAt(cwnd, 2.5, 0.5)).toBeNaN();
  });

  it("have exact extremes and the mean of the values at bin ends", () => {
    const s = windowStats(cwnd, 4, 0, 4);
    expect(s).toMatchObject({ min: 1, max: 9, exact: false, p95: 5 });
    expect(s.mean).toBeCloseTo((4 + 2 + 5) / 3, 12);
  });

  it("have no statistics where nothing was recorded", () => {
    expect(windowStats(cwnd, 4, 2, 3).mean).toBeNaN();
  });
});

describe("helper functions", () => {
  it("rounds the averaging interval to whole bins", () => {
    expect(effectiveInterval({ width: 0.03 }, 0.16)).toBeCloseTo(0.15, 12);
    expect(effectiveInterval({ width: 0.5 }, 0.16)).toBe(0.5);
  });

  it("computes Jain's index", () => {
    expect(jainIndex([5, 5])).toBe(1);
    // (1 + 3)^2 / (2 * (1 + 9)) = 16 / 20
    expect(jainIndex([1, 3])).toBeCloseTo(0.8, 12);
    expect(jainIndex([0, 0])).toBeNaN();
  });

  it("takes quantiles from sorted values", () => {
    const values = Float64Array.from({ length: 20 }, (_, i) => i + 1);
    expect(quantileSorted(values, 0.95)).toBe(19);
    expect(quantileSorted(values, 0.5)).toBe(10);
    expect(quantileSorted(new Float64Array(0), 0.5)).toBeNaN();
  });
});

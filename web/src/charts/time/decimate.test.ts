import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { jain } from "../../engine/numbers.ts";
import { loadWasm } from "../../engine/testWasm.ts";
import { counter, gauge, SOLID } from "../tests/testSeries.ts";
import { DecimatedLine } from "./decimate.ts";
import { type LineSpec, Trace } from "./trace.ts";

function trace(spec: Partial<LineSpec> & Pick<LineSpec, "series" | "run">): Trace {
  return new Trace({ id: "a", label: "a", view: { kind: "value" }, style: SOLID, ...spec });
}

function decimated(t: Trace, from: number, to: number, columns: number): DecimatedLine {
  const out = new DecimatedLine();
  out.update(t, { from, to, columns }, t.refresh());
  return out;
}

beforeAll(loadWasm);

describe("decimation of a gauge", () => {
  it("keeps first, smallest, largest and last of every column", () => {
    const series = gauge(1, [
      [5, 6, 6],
      [1, 7, 3],
      [2, 9, 4],
      [4, 4, 4],
    ]);
    const columns = decimated(trace({ series, run: { computedTo: 4 } }), 0, 4, 2);
    expect(columns.length).toBe(2);
    expect([columns.first[0], columns.low[0], columns.high[0], columns.last[0]]).toEqual([6, 1, 7, 3]);
    expect([columns.first[1], columns.low[1], columns.high[1], columns.last[1]]).toEqual([4, 2, 9, 4]);
    expect([columns.time[0], columns.time[1]]).toEqual([2, 4]);
  });

  it("has the smallest and largest value of all bins, whatever the number of columns", () => {
    const bin = fc.tuple(
      fc.integer({ min: 0, max: 50 }),
      fc.integer({ min: 0, max: 50 }),
      fc.integer({ min: 0, max: 50 }),
    );
    fc.assert(
      fc.property(
        fc.array(bin, { minLength: 1, maxLength: 200 }),
        fc.integer({ min: 1, max: 80 }),
        (raw, count) => {
          const bins = raw.map((values) => {
            const sorted = [...values].sort((a, b) => a - b);
            return [sorted[0], sorted[2], sorted[1]] as [number, number, number];
          });
          const run = { computedTo: bins.length };
          const [low, high] = decimated(
            trace({ series: gauge(1, bins), run }),
            0,
            bins.length,
            count,
          ).extent();
          expect(low).toBe(Math.min(...bins.map((b) => b[0])));
          expect(high).toBe(Math.max(...bins.map((b) => b[1])));
        },
      ),
      { seed: 3, numRuns: 200 },
    );
  });

  it("finds the largest value without short spikes", () => {
    const flat = (value: number): [number, number, number] => [value, value, value];
    // The value is 640 in one of a hundred seconds and 100 in all others. The result is rounded up to a
    // multiple of 640 / 64.
    const bins = Array.from({ length: 100 }, (_, i) => flat(i === 5 ? 640 : 100));
    const columns = decimated(trace({ series: gauge(1, bins), run: { computedTo: 100 } }), 0, 100, 100);
    expect(columns.largestWithoutSpikes(2, 0)).toBe(110);
    expect(columns.largestWithoutSpikes(0.5, 0)).toBe(640);
    expect(columns.largestWithoutSpikes(101, 0)).toBeNaN();
  });

  it("breaks the line only where more than four consecutive bins are empty", () => {
    const nothing: [number, number, number] = [Number.NaN, Number.NaN, Number.NaN];
    const one: [number, number, number] = [1, 1, 1];
    const bins = [one, nothing, one, ...Array.from({ length: 10 }, () => nothing), one];
    const columns = decimated(trace({ series: gauge(0.5, bins), run: { computedTo: 7 } }), 0, 7, 100);
    expect([...columns.gap.subarray(0, columns.length)]).toEqual([1, 0, 1]);
  });

  it("draws a line only between the start and stop of its flow", () => {
    const series = gauge(
      1,
      Array.from({ length: 10 }, () => [1, 1, 1] as const),
    );
    const t = trace({ series, run: { computedTo: 10 }, from: 4, to: 7 });
    const columns = decimated(t, 0, 10, 100);
    expect(columns.time[0]).toBeGreaterThanOrEqual(4);
    expect(columns.time[columns.length - 1]).toBeLessThanOrEqual(8);
    expect(t.valueAt(3)).toBeNaN();
    expect(t.valueAt(5)).toBe(1);
  });
});

describe("decimation of a run that grows", () => {
  it("gives the same entries as decimating the whole run at once", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 2, maxLength: 120 }),
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 9 }),
        (growth, count, chunk) => {
          let total = 0;
          const ends = growth.map((x) => {
            total += x;
            return total;
          });
          const series = counter(1, ends);
          const run = { computedTo: ends.length };
          const view = { kind: "rate", interval: 3 } as const;
          const whole = decimated(trace({ series, run, view }), 0, ends.length, count);

          const growing = counter(1, ends);
          const state = { computedTo: 0 };
          const t = trace({ series: growing, run: state, view });
          const columns = new DecimatedLine();
          for (let n = 0; n < ends.length; ) {
            n = Math.min(ends.length, n + chunk);
            growing.bins = n;
            state.computedTo = n;
            columns.update(t, { from: 0, to: ends.length, columns: count }, t.refresh());
          }
          expect(columns.length).toBe(whole.length);
          for (const name of ["time", "first", "low", "high", "last"] as const) {
            expect([...columns[name].subarray(0, columns.length)]).toEqual([
              ...whole[name].subarray(0, whole.length),
            ]);
          }
        },
      ),
      { seed: 5, numRuns: 200 },
    );
  });

  it("reads all bins again after bins were merged", () => {
    const series = counter(1, [1, 2, 3, 4]);
    const t = trace({ series, run: { computedTo: 4 }, view: { kind: "rate", interval: 1 } });
    expect(t.refresh()).toBe(0);
    expect(t.refresh()).toBe(-1);
    series.rev = 1;
    series.width = 2;
    series.bins = 2;
    series.data = Float64Array.from([2, 10]);
    expect(t.refresh()).toBe(0);
    expect(t.interval).toBe(2);
    expect(t.valueAt(4)).toBe(4);
  });
});

describe("derived lines", () => {
  it("average a counter over the interval of their view", () => {
    // 125 bytes a second in the first second, then 375: as bits 1000 and 3000.
    const series = counter(0.5, [62.5, 125, 312.5, 500]);
    const t = trace({ series, run: { computedTo: 2 }, view: { kind: "rate", interval: 1 }, scale: 8 });
    t.refresh();
    expect(t.valueAt(1)).toBeCloseTo(1000, 9);
    expect(t.valueAt(1.5)).toBeCloseTo((312.5 - 62.5) * 8, 9);
    expect(t.valueAt(2)).toBeCloseTo(3000, 9);
    expect((t.data[3] ?? 0) * t.scale).toBeCloseTo(3000, 9);
  });

  it("combine counters", () => {
    const a = counter(1, [1, 2]);
    const b = counter(1, [3, 4]);
    const view = { kind: "combine", of: [a, b], interval: 1, combine: jain } as const;
    const t = trace({ series: a, run: { computedTo: 2 }, view });
    t.refresh();
    expect(t.valueAt(1)).toBeCloseTo(0.8, 12);
    expect(t.valueAt(2)).toBe(1);
  });
});

describe("the edges of a window", () => {
  it("include one value outside of the window, so that the line continues to the edge", () => {
    const series = gauge(
      1,
      Array.from({ length: 20 }, (_, k) => [k, k, k] as const),
    );
    const columns = decimated(trace({ series, run: { computedTo: 20 } }), 5.5, 9.5, 400);
    expect(columns.time[0]).toBe(5);
    expect(columns.time[columns.length - 1]).toBe(10);
  });
});

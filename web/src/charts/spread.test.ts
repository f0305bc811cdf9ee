// The mean and the spread of several flows, compared with values that were computed by hand.
import { describe, expect, it } from "vitest";
import { spreadOf } from "./series.ts";
import { counter, gauge, SOLID } from "./tests/testSeries.ts";
import { Trace } from "./time/trace.ts";

describe("the spread of a group", () => {
  it("is from the smallest to the largest value of up to nine flows", () => {
    expect(spreadOf([3, 1, Number.NaN, 8])).toEqual({ count: 3, total: 12, mean: 4, low: 1, high: 8 });
  });

  it("is from the tenth to the ninetieth percentile of more flows", () => {
    // 20 values: the nearest ranks are 0.1 * 20 = 2 and 0.9 * 20 = 18.
    const values = Array.from({ length: 20 }, (_, i) => 20 - i);
    expect(spreadOf(values)).toEqual({ count: 20, total: 210, mean: 10.5, low: 2, high: 18 });
  });

  it("of no values is unknown", () => {
    expect(spreadOf([Number.NaN])).toEqual({
      count: 0,
      total: 0,
      mean: Number.NaN,
      low: Number.NaN,
      high: Number.NaN,
    });
  });
});

describe("the line of a group", () => {
  const run = { computedTo: 3 };
  const line = (
    of: readonly { series: ReturnType<typeof counter>; from: number; to: number }[],
    interval: number,
  ) => {
    const series = of[0]?.series;
    if (series === undefined) throw new Error("no series");
    const trace = new Trace({
      id: "g",
      label: "g",
      run,
      series,
      view: { kind: "group", of, interval },
      style: SOLID,
    });
    trace.refresh();
    return trace;
  };
  const bins = (trace: Trace): number[][] =>
    Array.from({ length: trace.bins }, (_, k) => [...trace.data.subarray(3 * k, 3 * k + 3)]);

  it("is the mean rate of the flows that are active, with its spread", () => {
    const trace = line(
      [
        { series: counter(1, [10, 20, 30]), from: 0, to: 9 },
        { series: counter(1, [30, 60, 60]), from: 0, to: 2 },
        { series: counter(1, [0, 20, 40]), from: 1, to: 9 },
      ],
      1,
    );
    // Low, high, mean: 10 and 30; then 10, 30 and 20; then 10 and 20, because the second flow has stopped.
    expect(bins(trace)).toEqual([
      [10, 30, 20],
      [10, 30, 20],
      [10, 20, 15],
    ]);
    expect(trace.valueAt(3)).toBe(15);
  });

  it("averages rates over the interval", () => {
    const trace = line([{ series: counter(1, [10, 30, 90]), from: 0, to: 9 }], 2);
    expect(bins(trace).map(([, , mean]) => mean)).toEqual([10, 15, 40]);
  });

  it("is the mean of the last values of gauges, where a flow without a new value keeps its value", () => {
    const none: [number, number, number] = [Number.NaN, Number.NaN, Number.NaN];
    const trace = line(
      [
        { series: gauge(1, [[1, 9, 4], [2, 2, 2], none]), from: 0, to: 9 },
        { series: gauge(1, [none, [8, 8, 8], [6, 6, 6]]), from: 0, to: 9 },
      ],
      0,
    );
    expect(bins(trace)).toEqual([
      [4, 4, 4],
      [2, 8, 5],
      [2, 6, 4],
    ]);
  });

  it("is extended as the run grows", () => {
    const series = counter(1, [10, 30]);
    const growing = { computedTo: 2 };
    const of = [{ series, from: 0, to: 9 }];
    const trace = new Trace({
      id: "g",
      label: "g",
      run: growing,
      series,
      view: { kind: "group", of, interval: 1 },
      style: SOLID,
    });
    trace.refresh();
    series.data = Float64Array.of(10, 30, 60);
    series.bins = 3;
    growing.computedTo = 3;
    expect(trace.refresh()).toBe(1);
    expect(bins(trace).map(([, , mean]) => mean)).toEqual([10, 20, 30]);
  });
});

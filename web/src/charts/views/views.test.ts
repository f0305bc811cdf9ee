import { beforeAll, expect, test } from "vitest";
import { loadWasm } from "../../engine/testWasm.ts";
import { counter, gauge, SOLID } from "../tests/testSeries.ts";
import { Trace } from "../time/trace.ts";
import { namedParts } from "./declare.ts";
import { delayPoints } from "./delayView.ts";
import { cumulativeCurve, distributionOf, histogram, quantile, shareUpTo } from "./distribution.ts";
import { jainBetween, jainBetweenGroups, overScales, timeScales } from "./jainScales.ts";
import { stackedShares } from "./marks/areas.ts";
import { momentsOf, sigmaEllipse } from "./marks/ellipses.ts";
import { largestOf, nearFairness, phasePath } from "./phaseView.ts";
import { lowEnd } from "./plot.ts";
import { binsWithin, gaugeMeans, gaugeSamples, intervalStarts, rateSamples } from "./samples.ts";
import { viewWindow } from "./viewContent.ts";

const close = (value: number, wanted: number): void => expect(value).toBeCloseTo(wanted, 9);

// The ellipse -----------------------------------------------------------------------------------------------

beforeAll(loadWasm);

test("the moments of four points are those of the arithmetic by hand, without points that have no value", () => {
  // x: 1, 3, 3, 5: mean 3, squared distances 4 + 0 + 0 + 4, variance 2. y: 10, 20, 40, 50: mean 30, variance
  // (400 + 100 + 100 + 400) / 4. Products: (-2)(-20) + 0 + 0 + 2 * 20 = 80, covariance 20.
  const moments = momentsOf([1, 3, Number.NaN, 3, 5], [10, 20, 7, 40, 50]);
  expect(moments.count).toBe(4);
  close(moments.meanX, 3);
  close(moments.meanY, 30);
  close(moments.varX, 2);
  close(moments.varY, 250);
  close(moments.cov, 20);
});

test("the mean and the variance of few points are correct", () => {
  expect(momentsOf([], []).meanX).toBeNaN();
  expect(momentsOf([7], [8])).toMatchObject({ count: 1, meanX: 7, meanY: 8, varX: 0, varY: 0, cov: 0 });
});

test("the ellipse of uncorrelated points has the standard deviations as semi-axes", () => {
  const wide = sigmaEllipse({ count: 9, meanX: 0, meanY: 0, varX: 9, varY: 4, cov: 0 });
  close(wide.major, 3);
  close(wide.minor, 2);
  close(wide.angle, 0);
  const high = sigmaEllipse({ count: 9, meanX: 0, meanY: 0, varX: 4, varY: 9, cov: 0 });
  close(high.major, 3);
  close(Math.abs(high.angle), Math.PI / 2);
});

test("the ellipse of correlated points follows the eigenvectors of the covariance matrix", () => {
  // The matrix (2 1; 1 2) has the eigenvalue 3 in direction (1, 1) and the eigenvalue 1 in direction (1, -1).
  const ellipse = sigmaEllipse({ count: 9, meanX: 0, meanY: 0, varX: 2, varY: 2, cov: 1 });
  close(ellipse.major, Math.sqrt(3));
  close(ellipse.minor, 1);
  close(ellipse.angle, Math.PI / 4);
});

test("points on a line have an ellipse without width, and an axis that points down turns the angle", () => {
  // 10 pixels per unit to the right, and 10 pixels per unit upwards, which is a negative number of pixels.
  const ellipse = sigmaEllipse({ count: 9, meanX: 0, meanY: 0, varX: 1, varY: 1, cov: 1 }, 10, -10);
  close(ellipse.major, Math.sqrt(200));
  close(ellipse.minor, 0);
  close(ellipse.angle, -Math.PI / 4);
});

// Distributions ---------------------------------------------------------------------------------------------

test("quantiles are the nearest ranks of the values", () => {
  const d = distributionOf({ values: Float64Array.of(30, 10, Number.NaN, 20, 40) });
  expect([...d.values]).toEqual([10, 20, 30, 40]);
  expect([...d.upTo]).toEqual([0.25, 0.5, 0.75, 1]);
  expect(d.mean).toBe(25);
  expect([0, 0.25, 0.26, 0.5, 0.95, 1].map((q) => quantile(d, q))).toEqual([10, 10, 20, 20, 40, 40]);
  expect([5, 10, 25, 40, 50].map((value) => shareUpTo(d, value))).toEqual([0, 0.25, 0.5, 1, 1]);
});

test("a sample with three quarters of the weight has three quarters of the distribution", () => {
  const d = distributionOf({ values: Float64Array.of(2, 1, 9), weights: Float64Array.of(3, 1, 0) });
  expect([...d.values]).toEqual([1, 2]);
  expect([...d.upTo]).toEqual([0.25, 1]);
  expect(d.mean).toBe(7 / 4);
  expect(quantile(d, 0.25)).toBe(1);
  expect(quantile(d, 0.3)).toBe(2);
});

test("an empty sample has no quantiles", () => {
  const d = distributionOf({ values: new Float64Array(0) });
  expect(quantile(d, 0.5)).toBeNaN();
  expect(d.mean).toBeNaN();
  expect(shareUpTo(d, 1)).toBe(0);
});

test("a long cumulative curve keeps the smallest value and the largest values", () => {
  const d = distributionOf({ values: Float64Array.from({ length: 10_000 }, (_, i) => i) });
  const { values, shares } = cumulativeCurve(d, 100);
  // The smallest value, 99 hundredths below the hundred largest values, and these.
  expect(values).toHaveLength(1 + 99 + 100);
  expect(values.slice(-3)).toEqual([9997, 9998, 9999]);
  expect([values[0], values.at(-1)]).toEqual([0, 9999]);
  expect([shares[0], shares.at(-1)]).toEqual([1 / 10_000, 1]);
  // A hundredth of the values are at most 99, half of them at most 4999.
  expect([values[1], values[50]]).toEqual([99, 4999]);
  expect(cumulativeCurve(distributionOf({ values: Float64Array.of(3, 1) }))).toEqual({
    values: [1, 3],
    shares: [0.5, 1],
  });
});

test("the classes of a histogram have equal widths and together the whole weight", () => {
  const values = Float64Array.of(0, 1, 2.4, 2.5, 5, 9.9, 10);
  expect(histogram(distributionOf({ values }), 0, 10, 4).map((share) => Math.round(share * 7))).toEqual([
    3, 1, 1, 2,
  ]);
});

test("the classes of a histogram can begin above 0", () => {
  const values = Float64Array.of(61, 62, 66, 67, 69);
  expect(histogram(distributionOf({ values }), 60, 70, 2).map((share) => Math.round(share * 5))).toEqual([
    2, 3,
  ]);
});

test("the lower end of an axis has one significant digit", () => {
  expect([0.087, 0.06, 0.1, 0.0999, 2, 0, Number.POSITIVE_INFINITY].map(lowEnd)).toEqual([
    0.08, 0.06, 0.1, 0.09, 2, 0, 0,
  ]);
});

// Jain's index over time scales -----------------------------------------------------------------------------

test("the time scales have equal ratios and contain the powers of ten", () => {
  const scales = timeScales(0.1, 100);
  expect(scales).toHaveLength(25);
  expect([scales[0], scales[8], scales[16], scales[24]]).toEqual([0.1, 1, 10, 100]);
  close((scales[5] ?? 0) / (scales[4] ?? 1), 10 ** (1 / 8));
  expect(timeScales(0.03, 0.5)[0]).toBe(0.1);
  expect(timeScales(0.25, 12).every((scale) => scale >= 0.25 && scale <= 12)).toBe(true);
  expect(timeScales(5, 1)).toEqual([]);
});

/** Two flows that take turns: each sends 100 bytes in every second second. */
const turns = [
  counter(1, [100, 100, 200, 200, 300, 300, 400, 400]),
  counter(1, [0, 100, 100, 200, 200, 300, 300, 400]),
].map((series) => ({ series, from: 0, to: 8 }));

test("two flows that send alternately are unfair over one second and fair over two", () => {
  expect(jainBetween(turns, 8, 0, 1)).toBe(0.5);
  expect(jainBetween(turns, 8, 0, 2)).toBe(1);
  // Over three seconds: 200 and 100, so 300^2 / (2 * 50 000) = 0.9.
  close(jainBetween(turns, 8, 0, 3), 0.9);
  const curve = overScales([1, 2, 3], [0, 8], (from, to) => jainBetween(turns, 8, from, to));
  expect(curve.map(({ mean }) => Number(mean.toFixed(6)))).toEqual([0.5, 1, 0.9]);
  expect(curve.map(({ intervals }) => intervals)).toEqual([8, 4, 2]);
  expect(curve.map(({ low, high }) => [low.toFixed(2), high.toFixed(2)])).toEqual([
    ["0.50", "0.50"],
    ["1.00", "1.00"],
    ["0.90", "0.90"],
  ]);
});

test("only flows that are active during a whole interval are compared", () => {
  const late = turns.map((flow, i) => ({ ...flow, from: i * 2 }));
  expect(jainBetween(late, 8, 0, 2)).toBeNaN();
  expect(jainBetween(late, 8, 2, 4)).toBe(1);
  expect(overScales([2], [0, 8], (from, to) => jainBetween(late, 8, from, to))[0]?.intervals).toBe(3);
});

test("the index between groups compares the means of their flows", () => {
  const flow = (rate: number) => ({
    series: counter(1, [rate, 2 * rate]),
    from: 0,
    to: 2,
  });
  // The means are 20 and 20, although the totals are 40 and 20.
  close(jainBetweenGroups([[flow(10), flow(30)], [flow(20)]], 2, 0, 2), 1);
  // The means are 10 and 30: 40^2 / (2 * 1000) = 0.8.
  close(jainBetweenGroups([[flow(10)], [flow(30)]], 2, 0, 2), 0.8);
  expect(jainBetweenGroups([[flow(10)], []], 2, 0, 2)).toBeNaN();
});

// Samples ---------------------------------------------------------------------------------------------------

test("the intervals of a window are on the grid of the run", () => {
  expect([...intervalStarts([0.9, 4.2], 1)]).toEqual([1, 2, 3]);
  expect([...intervalStarts([1, 1.5], 1)]).toEqual([]);
});

test("rates are the growth of a counter in each interval, up to the computed part of the run", () => {
  const series = counter(0.5, [10, 30, 60, 100, 150, 210]);
  expect([...rateSamples(series, 3, [0, 3], 1)]).toEqual([30, 70, 110]);
  expect([...rateSamples(series, 2.4, [1, 3], 1)]).toEqual([70]);
});

test("a gauge is sampled at the ends of bins, without empty bins", () => {
  const none = [Number.NaN, Number.NaN, Number.NaN] as const;
  const series = gauge(0.5, [[1, 9, 5], none, [2, 4, 3], [6, 8, 7]]);
  expect(binsWithin(series, [0.5, 2])).toEqual([1, 4]);
  expect([...gaugeSamples(series, [0, 2])]).toEqual([5, 3, 7]);
  expect([...gaugeSamples(series, [0.5, 1.5])]).toEqual([3]);
  expect([...gaugeMeans(series, [0, 2], 1)]).toEqual([5, 5]);
});

test("the points of a flow are its delays without the base and its goodputs in bit/s, while it is active", () => {
  const flow = {
    delivered: counter(1, [100, 300, 600, 1000]),
    rtt: gauge(1, [
      [0, 0, 0.11],
      [0, 0, 0.12],
      [0, 0, 0.14],
      [0, 0, 0.18],
    ]),
    base: 0.1,
    from: 1,
    to: 3,
  };
  const line = { id: "a", label: "a", style: SOLID, run: { computedTo: 4 }, flows: [flow] };
  const { x, y } = delayPoints(line, [0, 4], 1);
  expect(y).toEqual([1600, 2400]);
  expect(x.map((delay) => Number(delay.toFixed(6)))).toEqual([0.02, 0.04]);
});

// Paths, areas and windows ----------------------------------------------------------------------------------

test("the path of a phase plot has the rates of both flows, 0 before a flow starts", () => {
  const spec = (id: string, ends: readonly number[], from = 0) => ({
    id,
    label: id,
    run: { computedTo: 4 },
    series: counter(1, ends),
    view: { kind: "rate", interval: 1 } as const,
    scale: 8,
    style: SOLID,
    from,
  });
  const [x, y] = [new Trace(spec("x", [1, 2, 3, 4])), new Trace(spec("y", [0, 0, 2, 5], 2))];
  x.refresh();
  y.refresh();
  expect(phasePath(x, y, [1, 4])).toEqual({ t: [2, 3, 4], x: [8, 8, 8], y: [0, 16, 24] });
});

test("a point is near the line of fairness if the rates per flow differ by at most a tenth", () => {
  const path = { t: [1, 2, 3, 4], x: [100, 100, 100, 0], y: [100, 91, 80, 0] };
  expect(nearFairness(path, 1, 1)).toBe(0.5);
  // Ten flows against one: 100 / 10 per flow against 10.
  expect(nearFairness({ t: [1], x: [100], y: [10] }, 10, 1)).toBe(1);
  expect(nearFairness({ t: [], x: [], y: [] }, 1, 1)).toBeNaN();
});

test("the axes of a phase plot include a capacity that the two flows come near", () => {
  const path = { t: [1, 2], x: [2, 4], y: [1, 3] };
  expect(largestOf(path, [10])).toBe(10);
  // The sum of the rates is at most 7, so 21 is the largest capacity that the axes include.
  expect(largestOf(path, [21, 22])).toBe(21);
  expect(largestOf(path, [22])).toBe(4);
});

test("a description names six flows and counts the others", () => {
  const text = (n: number): string => `flow ${n}`;
  expect(namedParts([1, 2], text)).toEqual(["flow 1", "flow 2"]);
  expect(namedParts([1, 2, 3, 4, 5, 6, 7, 8], text).slice(5)).toEqual(["flow 6", "2 others"]);
});

test("areas are stacked in the order of the flows", () => {
  expect(stackedShares([() => 0.25, (t) => t / 10], [0, 5])).toEqual([
    { lower: [0, 0], upper: [0.25, 0.25] },
    { lower: [0.25, 0.25], upper: [0.25, 0.75] },
  ]);
});

test("a view covers the selection, else the visible window up to the playhead, else the run after the warm-up", () => {
  const view = { from: 4, computedTo: () => 50 };
  const state = { domain: [0, 60], brush: null, playhead: 20, duration: 60 } as const;
  expect(viewWindow(state, view)).toEqual([4, 20]);
  expect(viewWindow({ ...state, playhead: 3 }, view)).toEqual([0, 3]);
  expect(viewWindow({ ...state, playhead: 60 }, view)).toEqual([4, 50]);
  expect(viewWindow({ ...state, brush: [10, 55] }, view)).toEqual([10, 50]);
  expect(viewWindow({ ...state, domain: [10, 30] }, view)).toEqual([10, 20]);
  // The playhead has not reached the visible window.
  expect(viewWindow({ ...state, domain: [30, 40] }, view)).toEqual([30, 40]);
  expect(viewWindow({ ...state, brush: [1, 2] }, { ...view, overTime: true })).toEqual([0, 50]);
});

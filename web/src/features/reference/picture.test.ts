// The picture of every algorithm shows its mechanism: its charts have values, and the charts of algorithms
// with a particular rule show the rule.
import { beforeAll, expect, test } from "vitest";
import { computeRun } from "../../engine/testRuns.ts";
import { loadWasm } from "../../engine/testWasm.ts";
import catalogue from "../../generated/catalogue.json";
import type { AlgorithmInfo } from "../../generated/types.ts";
import { pictureCharts, pictureScenario } from "./picture.ts";

const algorithms: readonly AlgorithmInfo[] = catalogue.algorithms;

function algorithm(id: string): AlgorithmInfo {
  const found = algorithms.find((a) => a.id === id);
  if (!found) throw new Error(`There is no algorithm ${id}.`);
  return found;
}

/** The run of the first picture of an algorithm. */
function firstRun(id: string): ReturnType<typeof computeRun> {
  const info = algorithm(id);
  const [picture] = info.pictures;
  if (!picture) throw new Error(`${id} has no picture.`);
  return computeRun(pictureScenario(info, picture));
}

/** The last values of a gauge of the flow in the bins between two times. */
function valuesOf(run: ReturnType<typeof computeRun>, signal: string, from = 0, to = run.duration): number[] {
  const series = run.series("flow:own", signal);
  if (!series) throw new Error(`There is no ${signal}.`);
  const values: number[] = [];
  for (let bin = Math.ceil(from / series.width); (bin + 1) * series.width <= to; bin++) {
    const value = series.data[bin * 3 + 2];
    if (value !== undefined && !Number.isNaN(value)) values.push(value);
  }
  return values;
}

beforeAll(loadWasm);

test.each(algorithms.map((info) => [info.id, info] as const))("%s has pictures with values", (id, info) => {
  expect(info.pictures.length).toBeGreaterThan(0);
  for (const picture of info.pictures) {
    const run = computeRun(pictureScenario(info, picture));
    const charts = pictureCharts(picture, run);
    expect(charts.length, id).toBeGreaterThan(1);
    for (const { data } of charts) expect(data.lines.length).toBeGreaterThan(0);
    // A chart of named signals has a line for each of them.
    for (const names of picture.charts.filter((chart) => chart.includes(" ")))
      for (const signal of names.split(" "))
        expect(run.series("flow:own", signal), `${id} ${signal}`).toBeDefined();
  }
});

test.each(["lda", "ldaf", "lda_plus"])("%s uses its link, meets losses, and rises again", (id) => {
  const run = firstRun(id);
  const rates = valuesOf(run, "rate");
  expect(Math.max(...rates)).toBeGreaterThan(0.3 * run.derived.capacity);
  expect(run.summary.flows.find((flow) => flow.id === "own")?.lost).toBeGreaterThan(10);
  const udp = run.document.flows?.find((flow) => flow.id === "udp");
  const [start, stop] = [Number(udp?.start), Number(udp?.stop)];
  const before = valuesOf(run, "rate", 0, start).at(-1) ?? 0;
  const lowest = Math.min(...valuesOf(run, "rate", start, stop + 20));
  expect(lowest).toBeLessThan(0.8 * before);
  expect(valuesOf(run, "rate").at(-1)).toBeGreaterThan(1.2 * lowest);
});

test("TRABOL falls to 0.45 of its target rate and returns in steps", () => {
  const rates = [...new Set(valuesOf(firstRun("trabol"), "rate"))];
  // A ray of 12 % lost packets gives steps of 17.6 Mb/s; the buffer saves a few of the first ray's packets.
  const expected = [150, 67.5, 85.1, 102.7, 120.3, 137.9];
  for (const [i, rate] of expected.entries())
    expect(Math.abs((rates[i] ?? 0) / 1e6 - rate)).toBeLessThan(1.5);
});

test("TPBA alternates between probing and running", () => {
  const probing = valuesOf(firstRun("tpba"), "probing");
  const changes = probing.filter((value, i) => i > 0 && value !== probing[i - 1]).length;
  expect(changes).toBeGreaterThanOrEqual(6);
});

test("CUBIC's window passes from the concave to the convex region between two losses", () => {
  const run = firstRun("cubic");
  const [w, peak] = [valuesOf(run, "cwnd", 10), valuesOf(run, "w_max", 10)];
  expect(w.some((value, i) => value > 1.02 * (peak[i] ?? 0))).toBe(true);
  expect(w.some((value, i) => value < 0.8 * (peak[i] ?? 0))).toBe(true);
});

test.each([
  ["tahoe", 0, 1],
  ["reno", 1, 1],
  ["newreno", 0, 12],
  ["sack", 0, 12],
])("%s recovers from four losses in a window as its generation does", (id, timeouts, lowest) => {
  const run = firstRun(id);
  expect(run.summary.flows[0]?.timeouts).toBe(timeouts);
  expect(Math.floor(Math.min(...valuesOf(run, "cwnd", 1)))).toBeGreaterThanOrEqual(lowest);
  if (lowest === 1) expect(Math.min(...valuesOf(run, "cwnd", 1))).toBe(1);
});

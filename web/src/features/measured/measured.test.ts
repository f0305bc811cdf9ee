// Lines and delivery traces of measured series, with numbers that can be checked by hand.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { ImportedFile, ImportedSeries, Quantity } from "../../engine/imports/types.ts";
import { deliveryTrace, MAX_CHARACTERS, MAX_LINES } from "./deliveryTrace.ts";
import {
  MAX_DRAWN,
  type Measured,
  NOTHING_MEASURED,
  withChange,
  withDrawn,
  withFile,
  withoutFile,
  withProblem,
} from "./measured.ts";
import { measuredLines } from "./measuredLines.ts";

function seriesOf(
  quantity: Quantity,
  ...rows: readonly (readonly [number, number, number])[]
): ImportedSeries {
  const column = (index: 0 | 1 | 2): Float64Array<ArrayBuffer> =>
    Float64Array.from(rows, (row) => row[index]);
  return {
    name: { kind: "own", text: quantity },
    quantity,
    starts: column(0),
    ends: column(1),
    values: column(2),
  };
}

const fileOf = (...series: readonly ImportedSeries[]): ImportedFile => ({ format: "csv", series, notes: [] });

const inputs = { duration: 10, interval: 1, nameOf: () => "x" };

/** The value of the only line of a chart at the end of the bin that ends at a time. */
function valueAt(measured: Measured, chart: string, t: number): number {
  const [line] = measuredLines(measured.files, inputs)[chart] ?? [];
  if (!line) throw new Error(`no line in ${chart}`);
  return line.series.data[3 * (Math.round(t / line.series.width) - 1) + 2] ?? Number.NaN;
}

test("a rate is averaged over the interval of the chart", () => {
  const measured = withFile(
    NOTHING_MEASURED,
    "a",
    fileOf(seriesOf("rate", [0, 1, 100], [1, 2, 300], [2, 4, 500])),
  );
  expect(valueAt(measured, "rate bit/s", 0.5)).toBeCloseTo(100, 9);
  expect(valueAt(measured, "rate bit/s", 1)).toBeCloseTo(100, 9);
  expect(valueAt(measured, "rate bit/s", 1.5)).toBeCloseTo(200, 9);
  expect(valueAt(measured, "rate bit/s", 3)).toBeCloseTo(500, 9);
  expect(valueAt(measured, "rate bit/s", 4.6)).toBeNaN();
});

test("there is no rate in a gap", () => {
  const measured = withFile(NOTHING_MEASURED, "a", fileOf(seriesOf("rate", [0, 1, 100], [5, 6, 100])));
  expect(valueAt(measured, "rate bit/s", 3)).toBeNaN();
  expect(valueAt(measured, "rate bit/s", 6)).toBeCloseTo(100, 9);
});

test("the times and rates of a file can be adjusted", () => {
  const start = withFile(
    NOTHING_MEASURED,
    "a",
    fileOf(seriesOf("rate", [0, 2, 100]), seriesOf("rtt", [0, 1, 0.02])),
  );
  const [file] = start.files;
  const moved = withChange(start, file?.id ?? 0, { shift: 5, factor: 3 });
  expect(valueAt(moved, "rate bit/s", 4)).toBeNaN();
  expect(valueAt(moved, "rate bit/s", 6.5)).toBeCloseTo(300, 9);
  expect(valueAt(moved, "rtt s", 5.5)).toBe(0.02);
  const [line] = measuredLines(moved.files, inputs)["rate bit/s"] ?? [];
  expect([line?.from, line?.to]).toEqual([5, 7]);
});

test("several samples in a bin keep their extremes", () => {
  const measured = withFile(
    NOTHING_MEASURED,
    "a",
    fileOf(seriesOf("delay", [1, 1, 3], [1, 1, 9], [1, 1, 5])),
  );
  const [line] = measuredLines(measured.files, inputs)["queue s"] ?? [];
  expect([...(line?.series.data.slice(2400, 2403) ?? [])]).toEqual([3, 9, 5]);
});

test("the rate with the most bits is drawn at first, with its round trips", () => {
  const flow = (from: string, quantity: Quantity, value: number): ImportedSeries => ({
    ...seriesOf(quantity, [0, 1, value]),
    name: { kind: "flow", protocol: "TCP", from, to: "A:5201" },
  });
  const file = fileOf(
    flow("A:1", "rate", 1e6),
    flow("A:1", "rtt", 0.1),
    flow("A:2", "rate", 2e6),
    flow("A:2", "rtt", 0.2),
  );
  const { files } = withFile(NOTHING_MEASURED, "a", file);
  const drawn = files[0]?.drawn.map(({ index }) => file.series[index]);
  expect(drawn?.map((one) => one?.quantity)).toEqual(["rate", "rtt"]);
  expect(drawn?.map((one) => one?.name)).toEqual([
    { kind: "flow", protocol: "TCP", from: "A:2", to: "A:5201" },
    { kind: "flow", protocol: "TCP", from: "A:2", to: "A:5201" },
  ]);
});

test("a removed series frees its number", () => {
  const many = fileOf(...Array.from({ length: 20 }, () => seriesOf("rate", [0, 1, 1])));
  let measured = withFile(NOTHING_MEASURED, "a", many);
  const id = measured.files[0]?.id ?? 0;
  for (let i = 1; i < 20; i += 1) measured = withDrawn(measured, id, i, true);
  const numbers = (): number[] => (measured.files[0]?.drawn ?? []).map(({ number }) => number);
  expect(numbers()).toHaveLength(MAX_DRAWN);
  measured = withDrawn(measured, id, 3, false);
  measured = withDrawn(measured, id, 19, true);
  expect(new Set(numbers()).size).toBe(MAX_DRAWN);
  expect(Math.max(...numbers())).toBe(MAX_DRAWN);
});

test("a file that cannot be read leaves the others as they are", () => {
  const measured = withFile(NOTHING_MEASURED, "a", fileOf(seriesOf("rate", [0, 1, 1])));
  const after = withProblem(measured, "b", { code: "empty", place: {}, detail: "" });
  expect(after.files).toBe(measured.files);
  expect(withoutFile(after, measured.files[0]?.id ?? 0).failed).toHaveLength(1);
});

const options = { shift: 0, factor: 1, duration: 60 };

function linesOf(series: ImportedSeries, change: Partial<typeof options> = {}): number[] {
  const result = deliveryTrace(series, { ...options, ...change });
  if (!result.ok) throw new Error(result.reason);
  return result.text.trim().split("\n").map(Number);
}

test("a delivery trace has a line for each 1500 bytes", () => {
  // 1.2 Mbit/s are 100 lines per second, one in each 10 ms; then 0.6 Mbit/s.
  const lines = linesOf(seriesOf("rate", [0, 1, 1.2e6], [1, 3, 0.6e6]));
  expect(lines).toHaveLength(200);
  expect(lines.slice(0, 3)).toEqual([10, 20, 30]);
  expect(lines.slice(99, 102)).toEqual([1000, 1020, 1040]);
  expect(lines.at(-1)).toBe(3000);
});

test("a trace follows shift and factor", () => {
  const series = seriesOf("rate", [0, 2, 0.6e6]);
  expect(linesOf(series, { factor: 2 })).toHaveLength(200);
  expect(linesOf(series, { duration: 1 }).at(-1)).toBe(1000);
  const shifted = linesOf(series, { shift: 1 });
  expect(shifted).toHaveLength(150);
  expect(shifted[0]).toBe(20);
  expect(linesOf(series, { shift: -1 })).toHaveLength(50);
});

test("the times of a trace never decrease", () => {
  const lines = linesOf(seriesOf("rate", [0, 1, 1.2e6], [1, 5, 0]));
  expect(lines.at(-1)).toBe(5000);
  expect(lines).toHaveLength(100);
  // Intervals of an uneven length, as timers make them.
  const rows = Array.from(
    { length: 16 },
    (_, i) => [i / 2 + 0.001 * (i % 3), (i + 1) / 2, 1e6 * (1 + (i % 4))] as const,
  );
  const measured = linesOf(seriesOf("rate", ...rows));
  expect(measured.every((t, i) => t >= (measured[i - 1] ?? 0))).toBe(true);
  const bytes = rows.reduce((sum, [start, end, rate]) => sum + (rate * (end - start)) / 8, 0);
  expect(Math.abs(measured.length - bytes / 1500)).toBeLessThan(5);
});

test.each([
  ["outside", { shift: 100 }, 1e6],
  ["idle", {}, 10],
  ["long", {}, 1e9],
] as const)("no trace: %s", (reason, change, rate) => {
  expect(deliveryTrace(seriesOf("rate", [0, 60, rate]), { ...options, ...change })).toEqual({
    ok: false,
    reason,
  });
});

test("the limits equal those of the simulator", () => {
  const source = readFileSync("sim-core/engine/src/net/trace.rs", "utf8");
  const limit = (name: string): number =>
    Number(new RegExp(`${name}: usize = ([\\d_]+)`).exec(source)?.[1]?.replaceAll("_", ""));
  expect([MAX_LINES, MAX_CHARACTERS]).toEqual([limit("MAX_LINES"), limit("MAX_CHARACTERS")]);
});

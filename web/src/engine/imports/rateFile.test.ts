// Files with rates over time: the values that are read, and the line number of every value that cannot be
// used.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseRates, RATE_LIMITS, readRateFile } from "./rateFile.ts";
import { ImportError } from "./types.ts";

function problemOf(text: string): readonly [string, number | undefined] {
  try {
    parseRates(text);
  } catch (error) {
    if (error instanceof ImportError) return [error.problem.code, error.problem.place.line];
    throw error;
  }
  throw new Error("the file was read");
}

test("a table gives points in seconds and bit/s, repeated after a last step", () => {
  expect(parseRates("time (ms);rate (Mbit/s)\n0;4\n500;0\n# a comment\n1500;2,5\n")).toEqual({
    kind: "points",
    points: [
      { at: 0, rate: 4e6 },
      { at: 0.5, rate: 0 },
      { at: 1.5, rate: 2.5e6 },
    ],
    repeat: 2.5,
  });
});

test("a table without titles has seconds and bit/s", () => {
  expect(parseRates("0 1000\n")).toEqual({ kind: "points", points: [{ at: 0, rate: 1000 }], repeat: null });
});

test("clocks and dates begin at 0", () => {
  const points = (text: string): unknown => {
    const file = parseRates(text);
    return file.kind === "points" && file.points.map(({ at }) => at);
  };
  expect(points("time,rate\n1700000000,1\n1700000002.5,2\n")).toEqual([0, 2.5]);
  expect(points("time,rate\n2026-11-23T10:00:00Z,1\n2026-11-23T10:00:01Z,2\n")).toEqual([0, 1]);
});

test("a file of whole milliseconds is a delivery trace", () => {
  expect(parseRates("0\n5\r\n5\n\n 12 \n")).toEqual({ kind: "trace", trace: "0\n5\n5\n12\n" });
});

test.each([
  ["an empty file", "", "empty", undefined],
  ["a file of comments", "# nothing\n\n", "empty", undefined],
  ["titles without rows", "time,rate\n", "empty", undefined],
  ["a negative rate", "time,rate\n0,5\n1,-5\n", "badRate", 3],
  ["a rate that is no number", "time,rate\n0,5\n\n1,fast\n", "badRate", 4],
  ["a rate above the largest", "time,rate (Gbit/s)\n0,2000\n", "badRate", 2],
  ["an empty rate", "time,rate\n0,5\n1,\n", "noRate", 3],
  ["a time that stays", "time,rate\n0,5\n1,5\n1,6\n", "timesRepeat", 4],
  ["a time that decreases", "0,5\n2,5\n1,6\n", "timesRepeat", 3],
  ["a negative time", "time,rate\n-1,5\n", "notANumber", 2],
  ["a table of delays", "time,rtt\n0,5\n", "noValueColumn", 1],
  ["a trace whose times decrease", "5\n4\n", "notMilliseconds", 2],
  ["a trace with a fraction", "1\n2.5\n", "notMilliseconds", 2],
  ["a trace with a negative time", "-3\n", "notMilliseconds", 1],
  ["a trace that ends at 0", "0\n0\n", "notMilliseconds", 2],
  ["a binary file", "\u0000\u0001", "unknownFormat", undefined],
])("%s has a problem with its line", (_name, text, code, line) => {
  expect(problemOf(text)).toEqual([code, line]);
});

test("files that are too long are refused", async () => {
  const rows = Array.from({ length: RATE_LIMITS.points + 1 }, (_, i) => `${i},1`).join("\n");
  expect(problemOf(rows)).toEqual(["tooManyPoints", RATE_LIMITS.points + 1]);
  expect(problemOf("1\n".repeat(RATE_LIMITS.traceLines + 1))).toEqual([
    "traceTooLong",
    RATE_LIMITS.traceLines + 1,
  ]);
  const large = new Blob([new Uint8Array(RATE_LIMITS.file + 1)]);
  await expect(readRateFile(large)).rejects.toMatchObject({ problem: { code: "rateFileTooLarge" } });
});

test("the limits equal those of the simulator", () => {
  const source = readFileSync("sim-core/engine/src/net/trace.rs", "utf8");
  const limit = (name: string): number =>
    Number(new RegExp(`${name}: usize = ([\\d_]+)`).exec(source)?.[1]?.replaceAll("_", ""));
  expect([RATE_LIMITS.traceLines, RATE_LIMITS.traceCharacters]).toEqual([
    limit("MAX_LINES"),
    limit("MAX_CHARACTERS"),
  ]);
  const schema = readFileSync("public/scenario.schema.json", "utf8");
  expect(/"points":\{[\s\S]*?"maxItems":(\d+)/.exec(schema)?.[1]).toBe(String(RATE_LIMITS.points));
});

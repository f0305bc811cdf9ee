import { expect, test } from "vitest";
import { type LinesPanel, styleAt } from "../../charts/paper/index.ts";
import { crossingsInWords, readThreshold, withThreshold } from "./threshold.ts";

const point = (x: number, y: number, half = 0) => ({
  x,
  y,
  cell: null,
  ...(half > 0 ? { interval: [y - half, y + half] as const } : {}),
});
const panel = (...curves: LinesPanel["curves"]): LinesPanel => ({
  kind: "lines",
  heading: "",
  x: { label: "buffer (BDP)" },
  y: { label: "utilisation" },
  curves,
  marks: [],
});
const units = { name: "Buffer", x: "BDP", y: "" };
const curve = (label: string, ...points: ReturnType<typeof point>[]) => ({
  label,
  style: styleAt(0),
  points,
});

test("a curve passes the threshold between two neighbouring values", () => {
  const cubic = curve("CUBIC", point(0.5, 0.997), point(0.1, 0.91), point(0.3, 0.973));
  expect(crossingsInWords([panel(cubic)], 0.98, units)).toEqual([
    "CUBIC passes 0.98 at buffer between 0.3\u202fBDP (0.973) and 0.5\u202fBDP (0.997).",
  ]);
});

test("a curve that stays below the threshold names its nearest value", () => {
  const reno = curve("Reno", point(1, 0.9), point(4, 0.9635), point(2, 0.95));
  expect(crossingsInWords([panel(reno)], 0.98, units)).toEqual([
    "Reno stays below 0.98; nearest at buffer 4\u202fBDP (0.964).",
  ]);
});

test("a curve that stays above the threshold names its nearest value", () => {
  const both = curve("", point(1, 0.99), point(4, 0.995));
  expect(crossingsInWords([panel(both)], 0.98, units)).toEqual([
    "utilisation stays above 0.98; nearest at buffer 1\u202fBDP (0.99).",
  ]);
});

test("a crossing whose interval contains the threshold is marked as uncertain", () => {
  const bbr = curve("BBR", point(1, 0.979, 0.004), point(2, 0.985));
  expect(crossingsInWords([panel(bbr)], 0.98, units)[0]).toContain("95 % interval");
});

test("a curve can pass the threshold several times", () => {
  const wave = curve("W", point(1, 0), point(2, 2), point(3, 0));
  expect(crossingsInWords([panel(wave)], 1, units)).toEqual([
    "W passes 1 at buffer between 1\u202fBDP (0) and 2\u202fBDP (2), and between 2\u202fBDP (2) and 3\u202fBDP (0).",
  ]);
});

test("the threshold is a line over the whole axis", () => {
  const [drawn] = withThreshold([panel(curve("CUBIC", point(0.1, 0.9), point(4, 1)))], 0.98);
  const line = (drawn as LinesPanel).curves.at(-1);
  expect(line?.points.map(({ x, y }) => [x, y])).toEqual([
    [0.1, 0.98],
    [4, 0.98],
  ]);
});

test("a share can be typed as 98, 98 % or 0.98", () => {
  for (const text of ["98", "98 %", "98%", "0.98", " 0,98 "])
    expect(readThreshold(text, "%", "Utilisation"), text).toEqual({ value: 98 });
  expect(readThreshold("", "%", "Utilisation")).toBeNull();
  expect(readThreshold("0.5 %", "%", "Drop rate")).toEqual({ value: 0.5 });
  expect(readThreshold("980", "%", "Utilisation")).toEqual({
    problem: "Utilisation is a percentage: enter a number from 0 to 100 %.",
  });
});

test("a threshold is understood with a unit, and refused in words with another one", () => {
  expect(readThreshold("500 kb/s", "Mb/s", "Goodput")).toEqual({ value: 0.5 });
  expect(readThreshold("0.02 s", "ms", "Mean RTT")).toEqual({ value: 20 });
  expect(readThreshold("0.9", "", "Jain's index")).toEqual({ value: 0.9 });
  expect(readThreshold("90 %", "", "Jain's index")).toEqual({
    problem: "Jain's index is a number without a unit, so enter one without per cent or another unit.",
  });
  for (const text of ["20 %", "fast"])
    expect(readThreshold(text, "ms", "Mean RTT")).toEqual({
      problem: "Mean RTT is given in ms, so enter a number in this unit.",
    });
});

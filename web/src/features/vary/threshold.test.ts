import { expect, test } from "vitest";
import { type LinesPanel, styleAt } from "../../charts/paper/index.ts";
import { crossingsInWords, thresholdOf, withThreshold } from "./threshold.ts";

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
const curve = (label: string, ...points: ReturnType<typeof point>[]) => ({
  label,
  style: styleAt(0),
  points,
});

test("a curve passes the threshold between two neighbouring values", () => {
  const cubic = curve("CUBIC", point(0.5, 0.997), point(0.1, 0.91), point(0.3, 0.973));
  expect(crossingsInWords([panel(cubic)], 0.98)).toEqual([
    "CUBIC passes 0.98 at buffer (BDP) between 0.3 (0.973) and 0.5 (0.997).",
  ]);
});

test("a curve that stays below the threshold names its nearest value", () => {
  const reno = curve("Reno", point(1, 0.9), point(4, 0.9635), point(2, 0.95));
  expect(crossingsInWords([panel(reno)], 0.98)).toEqual([
    "Reno stays below 0.98; nearest at buffer (BDP) 4 (0.964).",
  ]);
});

test("a curve that stays above the threshold names its nearest value", () => {
  const both = curve("", point(1, 0.99), point(4, 0.995));
  expect(crossingsInWords([panel(both)], 0.98)).toEqual([
    "utilisation stays above 0.98; nearest at buffer (BDP) 1 (0.99).",
  ]);
});

test("a crossing whose interval contains the threshold is marked as uncertain", () => {
  const bbr = curve("BBR", point(1, 0.979, 0.004), point(2, 0.985));
  expect(crossingsInWords([panel(bbr)], 0.98)[0]).toContain("95 % interval");
});

test("a curve can pass the threshold several times", () => {
  const wave = curve("W", point(1, 0), point(2, 2), point(3, 0));
  expect(crossingsInWords([panel(wave)], 1)).toEqual([
    "W passes 1 at x between 1 (0) and 2 (2), and between 2 (2) and 3 (0).".replace("x", "buffer (BDP)"),
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

test("a threshold can have a decimal comma", () => {
  expect(thresholdOf(" 0,98 ", "")).toBe(0.98);
  expect(thresholdOf("", "")).toBeNull();
  expect(thresholdOf("many", "")).toBeNull();
});

test("a threshold is understood with a unit, also per cent of a share", () => {
  expect(thresholdOf("98 %", "%")).toBe(98);
  expect(thresholdOf("98%", "")).toBe(0.98);
  expect(thresholdOf("0,98", "")).toBe(0.98);
  expect(thresholdOf("500 kb/s", "Mb/s")).toBe(0.5);
  expect(thresholdOf("0.02 s", "ms")).toBe(20);
  expect(thresholdOf("20 %", "ms")).toBeNull();
  expect(thresholdOf("fast", "")).toBeNull();
});

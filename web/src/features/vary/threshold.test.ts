import { expect, test } from "vitest";
import type { LinesPanel } from "../../charts/paper/index.ts";
import { crossingsOf, thresholdTexts, withThreshold } from "./threshold.ts";

const points = (...pairs: readonly (readonly [number, number])[]) =>
  pairs.map(([x, y]) => ({ x, y, cell: null }));
const style = { colour: 0, dash: 0, marker: 0 } as const;
const panel: LinesPanel = {
  kind: "lines",
  heading: "",
  x: { label: "Buffer (BDP)" },
  y: { label: "Utilisation" },
  curves: [
    { label: "CUBIC", style, points: points([0.5, 0.99], [0.1, 0.9], [0.3, 0.97]) },
    { label: "Reno", style, points: points([0.1, 0.8], [0.5, 0.9]) },
    { label: "law", style, points: points([0.1, 0], [0.5, 1]), theory: true },
  ],
  marks: [],
};

test("a curve passes a value on the straight line between two points", () => {
  expect(crossingsOf(panel.curves[0]?.points ?? [], 0.98, false)).toEqual([
    { from: 0.3, to: 0.5, at: expect.closeTo(0.4, 10), rises: true },
  ]);
  // On a logarithmic axis, the middle of 1 and 100 is 10.
  expect(crossingsOf(points([1, 4], [100, 2]), 3, true)).toEqual([
    { from: 1, to: 100, at: expect.closeTo(10, 10), rises: false },
  ]);
});

test("each measured curve has an answer in words", () => {
  expect(thresholdTexts(panel, 0.98)).toEqual([
    "CUBIC rises above 0.98 between 0.3 and 0.5, on a straight line at 0.4.",
    "Reno stays below 0.98.",
  ]);
  expect(thresholdTexts(panel, 0.5)).toEqual(["CUBIC stays above 0.5.", "Reno stays above 0.5."]);
});

test("the threshold is a line across the measured points", () => {
  const [drawn] = withThreshold([panel], 0.98);
  const line = drawn?.kind === "lines" ? drawn.curves.at(-1) : undefined;
  expect(line).toMatchObject({
    theory: true,
    points: [
      { x: 0.1, y: 0.98 },
      { x: 0.5, y: 0.98 },
    ],
  });
});

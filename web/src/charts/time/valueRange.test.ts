// Which peaks the value axis of a complete window leaves out.
import { expect, test } from "vitest";
import type { ChartContext } from "./lineLayer.ts";
import { ValueRange } from "./valueRange.ts";

/** The peak that is cut off, of data with this peak and these other values; null if the axis includes it. */
function cutPeak(peak: number, rest: number, cutSpikes: boolean): number | null {
  const range = new ValueRange({
    plot: {
      options: { cutSpikes, timeView: { state: { domain: [0, 10] } } },
      loop: { requestAfter: () => undefined },
    },
    layer: {
      lines: [{ trace: { end: 10 } }],
      currentLines: [],
      largest: () => peak,
      largestWithoutSpikes: () => rest,
    },
    data: { lines: [] },
  } as unknown as ChartContext);
  range.update(0);
  return range.hiddenPeak;
}

test("a short peak of a start-up may be cut off", () => {
  expect(cutPeak(94, 40, true)).toBe(94);
  expect(cutPeak(94, 40, false)).toBeNull();
  expect(cutPeak(45, 40, true)).toBeNull();
});

test("peaks far above everything else are the data", () => {
  expect(cutPeak(125_000, 2500, true)).toBeNull();
});

// Which peaks the value axis of a complete window leaves out.
import { expect, test } from "vitest";
import { gauge, SOLID } from "../tests/testSeries.ts";
import { type ChartContext, LineLayer } from "./lineLayer.ts";
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

test("the lines of an older run far above are cut off, so that those of the run are not flat", () => {
  const layerOf = (before: number, now: number): LineLayer => {
    const layer = new LineLayer();
    layer.setLines(
      [before, now].map((value, i) => ({
        id: `${i}`,
        label: "",
        run: { computedTo: 2 },
        series: gauge(1, [
          [value, value, value],
          [value, value, value],
        ]),
        view: { kind: "value" },
        style: SOLID,
        ghost: i === 0,
      })),
    );
    layer.prepare(0, 2, 400);
    return layer;
  };
  const axisOf = (layer: LineLayer): readonly [top: number, cut: number | null] => {
    const options = { cutSpikes: false, timeView: { state: { domain: [0, 2] } } };
    const range = new ValueRange({
      plot: { options, loop: { requestAfter: () => undefined } },
      layer,
      data: { lines: [] },
    } as unknown as ChartContext);
    range.update(0);
    return [range.scale.top, range.hiddenPeak];
  };
  expect(axisOf(layerOf(20, 1))).toEqual([1.2, 20]);
  expect(axisOf(layerOf(3, 1))).toEqual([4, null]);
  expect(axisOf(layerOf(1, 20))).toEqual([25, null]);
});

import { expect, test } from "vitest";
import { draw } from "../core/mark.ts";
import { pathData } from "../core/svg.ts";
import { layOut } from "../plot/layout.ts";
import { gauge, SOLID } from "../tests/testSeries.ts";
import { plainTheme } from "../theme.ts";
import { LineLayer, lineMarks } from "./lineLayer.ts";
import { timePlot } from "./timePlot.ts";

/**
 * The path data of the bands and of the strokes of `count` gauges. In every bin, the smallest value is 5, the
 * largest 10 and the last 5. A bin is more than 100 pixels wide.
 */
function paths(count: number): { readonly bands: string[]; readonly strokes: string[] } {
  const bins = Array.from({ length: 5 }, () => [5, 10, 5] as const);
  const layer = new LineLayer();
  layer.setLines(
    Array.from({ length: count }, (_, i) => ({
      id: `f${i}`,
      label: `f${i}`,
      run: { computedTo: 5 },
      series: gauge(1, bins),
      view: { kind: "value" },
      style: SOLID,
    })),
  );
  const request = { width: 760, height: 220, presenter: false, labels: true, timeAxis: true, hasRail: false };
  const layout = layOut(request);
  layer.prepare(0, 5, layout.width);
  const plot = timePlot(layout, plainTheme("light"), [0, 5], 10, "packets");
  const nodes = draw(lineMarks(layer.lines, plot), plot);
  const isBand = (node: (typeof nodes)[number]): boolean => node.attributes.has("fill-opacity");
  const dataOf = (node: (typeof nodes)[number]): string => (node.outline ? pathData(node.outline) : "");
  return {
    bands: nodes.filter(isBand).map(dataOf),
    strokes: nodes.filter((node) => !isBand(node)).map(dataOf),
  };
}

/** Whether a path reaches the value 10, which is at the top of the plot: its vertical position is 0. */
const reachesPeak = (data: string): boolean => /[ML][\d.]+,0(?![\d.])/.test(data);

test("with up to six lines and wide bins, bands show the extremes", () => {
  const { bands, strokes } = paths(6);
  expect(bands).toHaveLength(6);
  expect(strokes.map(reachesPeak)).toEqual(Array.from({ length: 6 }, () => false));
});

test("with seven to twelve lines and wide bins, the lines without a band show their extremes as strokes", () => {
  const { bands, strokes } = paths(8);
  expect(bands).toHaveLength(6);
  // The lines are drawn in reverse order, so the two lines without a band come first.
  expect(strokes.map(reachesPeak)).toEqual([true, true, ...Array.from({ length: 6 }, () => false)]);
});

test("with more than twelve lines, no line has a band and all show their extremes as strokes", () => {
  const { bands, strokes } = paths(13);
  expect(bands).toHaveLength(0);
  // Lines of one style share a path.
  expect(strokes.map(reachesPeak)).toEqual([true]);
});

test("the line of a group keeps its values when its run becomes an older run", () => {
  const layer = new LineLayer();
  const run = { computedTo: 2 };
  const series = gauge(1, [
    [1, 3, 2],
    [2, 6, 4],
  ]);
  const of = [{ series, from: 0, to: 2 }];
  const spec = {
    id: "g",
    label: "g",
    run,
    series,
    view: { kind: "group", of, interval: 0 },
    style: SOLID,
  } as const;
  layer.setLines([spec]);
  layer.prepare(0, 2, 600);
  const [line] = layer.lines;
  const after = { ...spec, run: { computedTo: 2 }, series: gauge(1, [[1, 9, 9]]) };
  const older = {
    ...spec,
    id: "overlay/g",
    view: { ...spec.view, of: of.map((source) => ({ ...source })) },
    ghost: true,
  };
  layer.setLines([
    older,
    { ...after, view: { ...spec.view, of: [{ series: after.series, from: 0, to: 2 }] } },
  ]);
  layer.prepare(0, 2, 600);
  expect(layer.get("overlay/g")).toBe(line);
  expect(line?.trace.generation).toBe(1);
  expect(layer.get("g")?.trace.valueAt(1)).toBe(9);
  expect(line?.trace.valueAt(1)).toBe(2);
});

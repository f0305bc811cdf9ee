// The names of charts in links, and the order of the charts.
import { expect, test } from "vitest";
import { knownCharts, toggledChart, variantOf, withVariant } from "./shownCharts.ts";

test("unknown and repeated charts of a link are ignored", () => {
  expect(knownCharts(["queue.ms", "spin", "queue", "rate"])).toEqual(["queue.ms", "rate"]);
  expect(knownCharts(["spin"])).toBeNull();
});

test("a chart that is shown again gets its usual place among the shown charts", () => {
  expect(toggledChart(["rate.total", "window"], "queue")).toEqual(["rate.total", "queue", "window"]);
  expect(toggledChart(["rate"], "jain")).toEqual(["rate", "jain"]);
  expect(toggledChart(["rate.total", "window"], "rate")).toEqual(["window"]);
});

test("a chart keeps its place when its variant changes", () => {
  expect(withVariant(["rate", "queue", "window"], "queue", "ms")).toEqual(["rate", "queue.ms", "window"]);
  expect(withVariant(["queue.ms"], "queue", "")).toEqual(["queue"]);
  expect(variantOf(["rate", "queue.ms"], "queue")).toBe("ms");
  expect(variantOf(["rate", "queue.ms"], "rate")).toBe("");
});

// The names of charts in links, and the order of the charts.
import { expect, test } from "vitest";
import type { FeatureView } from "../../../extension/feature.ts";
import { install } from "../../../extension/installed.ts";
import {
  chartIds,
  chartOf,
  type FeatureViewId,
  hasLayer,
  heightOf,
  isOverTime,
  isViewId,
  knownCharts,
  movedChart,
  splitLayers,
  toggledChart,
  variantOf,
  withHeights,
  withNormalHeights,
  withVariant,
} from "./shownCharts.ts";

const view: FeatureView = {
  id: "added",
  name: () => "Added",
  hint: () => "",
  picture: ["", ""],
  load: async () => ({ default: () => null }),
};

test("unknown and repeated charts of a link are ignored", () => {
  expect(knownCharts(["queue.ms", "spin", "queue", "rate"])).toEqual(["queue.ms", "rate"]);
  expect(knownCharts(["spin"])).toBeNull();
});

test("a name states which layers are drawn over a chart", () => {
  const hasModels = (name: string): boolean => hasLayer(name, "models");
  expect(["rate", "rate.total", "queue.ms*80", "phase.a|models"].some(hasModels)).toBe(false);
  expect(["rate.:models", "queue.ms:models*80"].map(hasModels)).toEqual([true, true]);
  expect(splitLayers(variantOf(["queue.ms:models*80"], "queue"))).toEqual(["ms", ["models"]]);
  expect(knownCharts(["queue.:models", "queue"])).toEqual(["queue.:models"]);
  expect(withHeights(["rate.:models"], { rate: 2 })).toEqual(["rate.:models*200"]);
});

test("views of features follow the charts over time", () => {
  install([{ id: "a", views: [view] }]);
  expect(knownCharts(["added.x"])).toEqual(["added.x"]);
  expect(toggledChart(["rate", "phase"], "added" as FeatureViewId)).toEqual(["rate", "added", "phase"]);
  install([]);
  expect(knownCharts(["added.x"])).toBeNull();
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

test("the name of a chart contains its variant and its height", () => {
  const names = ["rate*150", "queue.ms*80", "window"];
  expect(names.map(chartOf)).toEqual(["rate", "queue", "window"]);
  expect(names.map(heightOf)).toEqual([150, 80, 100]);
  expect(variantOf(names, "queue")).toBe("ms");
  expect(withVariant(names, "queue", "")).toEqual(["rate*150", "queue*80", "window"]);
  expect(["rate*9999", "rate*1", "rate*x"].map(heightOf)).toEqual([600, 20, 100]);
});

test("charts change their heights and places", () => {
  const names = ["rate", "queue.ms", "window*50"];
  expect(withHeights(names, { rate: 0.8, queue: 1.405 })).toEqual(["rate*80", "queue.ms*141", "window*50"]);
  expect(withNormalHeights(names, ["window"])).toEqual(["rate", "queue.ms", "window"]);
  expect(movedChart(names, "window", "rate")).toEqual(["window*50", "rate", "queue.ms"]);
  expect(movedChart(names, "rate", "queue")).toEqual(["queue.ms", "rate", "window*50"]);
  expect(movedChart(names, "rate", "rtt")).toBe(names);
});

test("views have variants and heights like charts", () => {
  const names = ["rate", "phase.web.3|near*150", "spread.rtt|hist"];
  expect(knownCharts(names)).toEqual(names);
  expect(variantOf(names, "phase")).toBe("web.3|near");
  expect(withVariant(names, "spread", "wait|tail")[2]).toBe("spread.wait|tail");
  expect(toggledChart(["rate", "queue"], "shares")).toEqual(["rate", "shares", "queue"]);
  expect(chartIds().filter((id) => isViewId(id) && isOverTime(id))).toEqual([
    "shares",
    "sequence",
    "packets",
  ]);
});

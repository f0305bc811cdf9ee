import { expect, test } from "vitest";
import { lineOutline } from "../marks/line.ts";
import { withinPlot } from "./timeMarks.ts";

test("the part of a varying capacity outside the plot is not drawn", () => {
  const ys = withinPlot([10.5, 10.5, -80, -80, 250, 250, 0.5, 0.5], 100);
  expect(ys.filter((pixel) => !Number.isNaN(pixel))).toEqual([10.5, 10.5, 0.5, 0.5]);
  expect(lineOutline([0, 10, 10, 20, 20, 30, 30, 40], ys)).not.toContain("-80");
});

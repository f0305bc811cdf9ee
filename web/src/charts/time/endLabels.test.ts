// The order of the labels at the right of a time chart.
import { expect, test } from "vitest";
import { orderOf } from "./endLabels.ts";

test("labels are in the order of the values that they state", () => {
  const line = (value: number) => ({ trace: { valueAt: () => value } });
  const lines = [line(3.94), line(Number.NaN), line(5.81), line(0), line(5.81)];
  expect(orderOf(lines, 60)).toEqual([2, 4, 0, 3, 1]);
});

// Losses as rows of the panel "Why?".
import { expect, test } from "vitest";
import { type Loss, withMergedLosses } from "./lossesBefore.ts";

const loss = (t: number, link = "forward", count = 1): Loss => ({ t, link, count, cause: "full" });

test("losses that follow each other on one link are one row at the time of the first", () => {
  expect(withMergedLosses([loss(1), loss(2), loss(3, "forward", 4)])).toEqual([loss(1, "forward", 6)]);
});

test("only losses with the same link and cause are combined", () => {
  const decision = { t: 3 };
  const rows = [loss(1), loss(2, "reverse"), { ...loss(2.5, "reverse"), cause: "rule" as const }, decision];
  expect(withMergedLosses([...rows, loss(4), loss(5)])).toEqual([...rows, loss(4, "forward", 2)]);
});

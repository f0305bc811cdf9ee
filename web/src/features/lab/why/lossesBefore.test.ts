// Losses as rows of the panel "Why?".
import { beforeAll, expect, test } from "vitest";
import { computeRun } from "../../../engine/testRuns.ts";
import { loadWasm } from "../../../engine/testWasm.ts";
import { FIRST_EXAMPLE } from "../../../examples/firstExample.ts";
import { type Loss, waitBefore, withMergedLosses } from "./lossesBefore.ts";

beforeAll(loadWasm);

const loss = (t: number, link = "forward", count = 1): Loss => ({ t, link, count, cause: "full" });

test("losses that follow each other on one link are one row at the time of the first", () => {
  expect(withMergedLosses([loss(1), loss(2), loss(3, "forward", 4)])).toEqual([loss(1, "forward", 6)]);
});

test("only losses with the same link and cause are combined", () => {
  const decision = { t: 3 };
  const rows = [loss(1), loss(2, "reverse"), { ...loss(2.5, "reverse"), cause: "rule" as const }, decision];
  expect(withMergedLosses([...rows, loss(4), loss(5)])).toEqual([...rows, loss(4, "forward", 2)]);
});

test("packets wait before a loss is noticed, at most as long as the full queue takes", () => {
  const record = computeRun(FIRST_EXAMPLE.doc);
  const wait = waitBefore(record, ["forward"], 13.5);
  // 30 packets of 1500 bytes at 10 Mb/s.
  expect(wait).toBeLessThanOrEqual(0.036 + 0.0012);
  expect(wait).toBeGreaterThan(0.01);
  expect(waitBefore(record, [], 13.5)).toBe(0);
});

// A small piece of fuzzing of the reader of hand-ins.
import { expect, test } from "vitest";
import { fuzzHandIns } from "./handIns.mjs";

test("random hand-ins and zip files are listed with a report or a reason", { timeout: 60_000 }, async () => {
  const { accepted, problems } = await fuzzHandIns({ seed: 1, count: 500 });
  expect(problems).toEqual([]);
  expect(accepted).toBeGreaterThan(20);
});

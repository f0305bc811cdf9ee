// The comparison of computed with stored results names the differences.
import { expect, test } from "vitest";
import type { StoredResults } from "../results/model.ts";
import { comparedVerdicts, compareWithStored } from "./runCompare.ts";

const stored: StoredResults = {
  definition: "abc",
  id: "test",
  version: "1.0.0",
  seeds: 2,
  lines: [{ verdict: "agrees", values: [{ check: 0, at: {}, value: 0.9, holds: true }] }],
  quantities: [
    { id: "F", label: "Friendliness", unit: "", points: [{ at: { N: 1 }, mean: 0.9, values: [0.8, 1] }] },
  ],
  curves: [{ at: { N: 1 }, curves: [{ name: "rate", label: "TCP", from: 0, step: 1, values: [1, null] }] }],
  cells: [{ id: "N=1", at: { N: 1 }, result_ids: ["aa", "bb"] }],
  seconds: 1,
  documents: [],
};
const { definition: _definition, seconds: _seconds, documents: _documents, ...same } = stored;

test("equal results have no difference", () => {
  expect(compareWithStored(stored, same)).toEqual({ isComplete: true, runs: 2, differences: [] });
});

test("with one seed the result IDs are compared", () => {
  const one = { ...same, seeds: 1, cells: [{ id: "N=1", at: { N: 1 }, result_ids: ["aa"] }] };
  expect(compareWithStored(stored, one)).toEqual({ isComplete: false, runs: 1, differences: [] });
  const other = { ...one, cells: [{ id: "N=1", at: { N: 1 }, result_ids: ["cc"] }] };
  expect(compareWithStored(stored, other).differences).toEqual([
    { what: "result ID of N=1, seed 1", stored: "aa", computed: "cc" },
  ]);
});

test("a value, a curve and a verdict that differ are named", () => {
  const other: typeof same = {
    ...same,
    lines: [{ verdict: "differs", values: [] }],
    quantities: [
      { id: "F", label: "Friendliness", unit: "", points: [{ at: { N: 1 }, mean: 0.5, values: [0, 1] }] },
    ],
    curves: [],
  };
  expect(compareWithStored(stored, other).differences).toEqual([
    { what: "verdict on claim 1", stored: "agrees", computed: "differs" },
    { what: "Friendliness at N = 1", stored: "0.9", computed: "0.5" },
    { what: "curves of N = 1", stored: "TCP", computed: "none" },
  ]);
  expect(comparedVerdicts(stored, other)).toEqual([
    { line: 1, stored: "agrees", computed: "differs", isChanged: true },
  ]);
  expect(comparedVerdicts(stored, same)).toEqual([
    { line: 1, stored: "agrees", computed: "agrees", isChanged: false },
  ]);
});

test("results that differ elsewhere are not called equal", () => {
  expect(compareWithStored(stored, { ...same, version: "2.0.0" }).differences).toHaveLength(1);
});

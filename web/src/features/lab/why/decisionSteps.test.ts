// The search for the next and the previous decision repeats short parts of a run first, and finds decisions
// that are far away.
import { expect, test } from "vitest";
import type { Decision } from "../../../engine/types.ts";
import { type Explain, nextDecision, previousDecision } from "./decisionSteps.ts";

/** A run with decisions at these times, and the parts of it that were repeated. */
function runWith(...times: readonly number[]) {
  const parts: (readonly [number, number])[] = [];
  const decisions = times.map((t): Decision => ({ t, by: "sack", kind: 0, values: [], said: null }));
  const explain: Explain = async (from, to) => {
    parts.push([from, to]);
    return decisions.filter(({ t }) => t >= from - 1e-9 && t <= to);
  };
  return { explain, parts };
}

test("the next decision is the first decision after a time", async () => {
  const { explain, parts } = runWith(1, 1.2, 9);
  expect((await nextDecision(explain, 1, 20))?.t).toBe(1.2);
  // Half a second was enough.
  expect(parts).toEqual([[1, 1.5]]);
  expect((await nextDecision(explain, 1.2, 20))?.t).toBe(9);
  expect(await nextDecision(explain, 9, 20)).toBeNull();
});

test("the previous decision is the last decision before a time", async () => {
  const { explain, parts } = runWith(1, 1.2, 9);
  expect((await previousDecision(explain, 9))?.t).toBe(1.2);
  expect(parts[0]).toEqual([8.5, 9]);
  expect((await previousDecision(explain, 1.2))?.t).toBe(1);
  expect(await previousDecision(explain, 1)).toBeNull();
});

test("the search ends at the ends of the computed part", async () => {
  const { explain, parts } = runWith(30);
  expect(await nextDecision(explain, 1, 20)).toBeNull();
  expect(parts.at(-1)?.[1]).toBe(20);
  expect(await previousDecision(explain, 7)).toBeNull();
  expect(parts.at(-1)?.[0]).toBe(0);
});

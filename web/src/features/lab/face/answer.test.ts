// The answer to the question of a layout.
import { beforeAll, expect, test } from "vitest";
import { computeRun } from "../../../engine/testRuns.ts";
import { loadWasm } from "../../../engine/testWasm.ts";
import { EXAMPLES } from "../../../examples/examples.ts";
import { layoutOf } from "../../../examples/layouts.ts";
import type { ScenarioDocument } from "../../../generated/types.ts";
import { groupsOf } from "../flows/groups.ts";
import { membersOf } from "../flows/members.ts";
import { answerOf } from "./answer.ts";

beforeAll(loadWasm);

function answerTo(id: string, change: (doc: ScenarioDocument) => ScenarioDocument = (doc) => doc): string {
  const example = EXAMPLES.find((e) => e.id === id);
  if (!example) throw new Error(`There is no example ${id}.`);
  const doc = change(example.doc);
  const run = computeRun(doc);
  return answerOf(run.summary, groupsOf(doc, membersOf(run)), layoutOf(id)?.answer);
}

test("two flows are compared, the one with more first", () => {
  expect(answerTo("near-far")).toMatch(/^near gets 3\.\d times as much as far$/);
});

test("the answer compares the flows that the layout names", () => {
  expect(answerTo("parking-lot")).toMatch(/^second gets [\d.]+ times as much as long$/);
});

test("equal goodputs are about the same", () => {
  expect(answerTo("tfrc")).toBe("TFRC and TCP SACK get about the same");
});

test("a single flow is compared with the link", () => {
  expect(answerTo("sawtooth")).toMatch(/^The link is [\d.]+\u202f% busy$/);
});

test("the answer states the wait of the slowest queue", () => {
  const example = EXAMPLES.find((e) => e.id === "bufferbloat");
  if (!example) throw new Error("There is no example bufferbloat.");
  const { summary } = computeRun(example.doc);
  const wait = summary.links.find(({ id }) => id === "forward")?.queue_delay_ms?.mean ?? Number.NaN;
  expect(answerOf(summary, [], "wait")).toBe(`A packet waits ${Math.round(wait)}\u202fms in the queue`);
});

test("a flow that gets nothing has no ratio", () => {
  const withoutFar = answerTo("near-far", (doc) => ({
    ...doc,
    flows: (doc.flows ?? []).map((flow) => (flow.id === "far" ? { ...flow, start: 29.99 } : flow)),
  }));
  expect(withoutFar).not.toContain("Infinity");
});

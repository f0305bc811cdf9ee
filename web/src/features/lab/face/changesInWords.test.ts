// The changes of a scenario in the words of its question.
import { beforeAll, expect, test } from "vitest";
import { computeRun } from "../../../engine/testRuns.ts";
import { loadWasm } from "../../../engine/testWasm.ts";
import { applySuggestion } from "../../../examples/example.ts";
import { FIRST_EXAMPLE } from "../../../examples/firstExample.ts";
import type { ScenarioDocument } from "../../../generated/types.ts";
import { catalogue } from "../../../scenario/testDocuments.ts";
import { changesInWords } from "./Changed.tsx";

beforeAll(loadWasm);

const { doc, suggestions } = FIRST_EXAMPLE;
const [halve, equal, udp] = suggestions;

function wordsOf(after: ScenarioDocument): string {
  const { derived } = computeRun(after);
  const labels = { "flows.far.access.sender": "round trip of far" };
  return changesInWords(doc, after, { derived, catalogue, labels }).replaceAll("\u202f", " ");
}

test("an unchanged scenario has no changes", () => {
  expect(wordsOf(doc)).toBe("");
});

test("the two delays of a flow are one round trip, with the name of its control", () => {
  expect(wordsOf(applySuggestion(doc, equal, new Set()))).toBe("round trip of far 80 → 20 ms");
});

test("an added flow is named", () => {
  expect(wordsOf(applySuggestion(doc, udp, new Set()))).toMatch(/^UDP added/);
});

test("all of several changes are named", () => {
  const both = applySuggestion(applySuggestion(doc, equal, new Set()), halve, new Set());
  expect(wordsOf(both)).toBe("buffer 30 → 15 packets; round trip of far 80 → 20 ms");
});

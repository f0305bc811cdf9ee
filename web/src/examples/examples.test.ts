// Every example states its point in one sentence, and each of its suggested changes changes the run.
import { expect, test } from "vitest";
import { sameRun } from "../scenario/edit.ts";
import { encodeLink, lengthClass } from "../scenario/shareLink.ts";
import { applySuggestion } from "./example.ts";
import { EXAMPLES } from "./examples.ts";

test("there are at least eight examples with unique ids", () => {
  expect(EXAMPLES.length).toBeGreaterThanOrEqual(8);
  expect(new Set(EXAMPLES.map((e) => e.id)).size).toBe(EXAMPLES.length);
});

test.each(EXAMPLES.map((e) => [e.id, e] as const))("%s", async (_id, example) => {
  expect(example.point).toMatch(/^[A-Z].*\.$/);
  expect(example.point.match(/[.!?](\s|$)/g)?.length).toBe(1);
  const used = new Set((example.doc.flows ?? []).map((f) => f.id));
  expect(used.size).toBe(example.doc.flows?.length);
  for (const suggestion of example.suggestions)
    expect(sameRun(example.doc, applySuggestion(example.doc, suggestion, used)), suggestion.label).toBe(
      false,
    );
  for (const flow of example.doc.flows ?? []) {
    const sender = flow.access?.sender;
    expect(typeof sender === "object" ? sender.min : sender).toBeGreaterThan(0);
  }
  expect(["anywhere", "normal"]).toContain(lengthClass((await encodeLink({ scenario: example.doc })).length));
});

// The texts and the suggested changes of an example disappear when they no longer fit the edited scenario.
import { expect, test } from "vitest";
import catalogue from "../generated/catalogue.json";
import type { ScenarioDocument } from "../generated/types.ts";
import { removeFlow } from "../scenario/edit.ts";
import { writePath } from "../scenario/path.ts";
import type { Example } from "./example.ts";
import { EXAMPLES } from "./examples.ts";
import { findExample } from "./firstExample.ts";
import { suggestionApplies, textsFit } from "./suggestions.ts";

const exampleNamed = (id: string): Example => {
  const example = findExample(id);
  if (!example) throw new Error(`there is no example ${id}`);
  return example;
};
const nearFar = exampleNamed("near-far");
const labels = (example: Example, doc: ScenarioDocument): readonly string[] =>
  example.suggestions.filter((s) => suggestionApplies(s, doc, catalogue)).map((s) => s.label);

test("every suggestion applies to its own example", () => {
  for (const example of EXAMPLES) expect(labels(example, example.doc), example.id).toHaveLength(3);
});

test("a suggestion about a removed flow does not apply", () => {
  expect(labels(nearFar, removeFlow(nearFar.doc, "far"))).not.toContain("Equal round trips");
});

test("a suggestion about the link of a dumbbell does not apply to a parking lot", () => {
  for (const example of EXAMPLES) {
    const parkingLot = writePath(example.doc, "network", { kind: "parking_lot" });
    for (const suggestion of example.suggestions) {
      const changesLink = suggestion.set?.some(([path]) => /^(network|timeline)/.test(path)) ?? false;
      if (changesLink)
        expect(suggestionApplies(suggestion, parkingLot, catalogue), suggestion.label).toBe(false);
    }
  }
});

test("a suggestion about a loss rule does not apply without the rule", () => {
  const bursty = exampleNamed("bursty-loss");
  const without = writePath(bursty.doc, "network.forward.loss", []);
  expect(labels(bursty, without)).not.toContain("Only the first has losses");
});

test("the note of a scenario is shown until a setting changes", () => {
  const { doc } = nearFar;
  expect(textsFit(doc, doc, catalogue)).toBe("yes");
  expect(textsFit(writePath(doc, "duration", 90), doc, catalogue)).toBe("before");
  expect(textsFit(removeFlow(doc, "far"), doc, catalogue)).toBe("no");
  expect(textsFit(writePath(doc, "network", { kind: "graph" }), doc, catalogue)).toBe("no");
  expect(textsFit({ ...removeFlow(doc, "far"), title: "My own", note: "" }, doc, catalogue)).toBe("yes");
});

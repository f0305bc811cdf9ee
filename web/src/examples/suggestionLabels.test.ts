// The labels of flows stay true when a suggested change is applied.
import { expect, test } from "vitest";
import generated from "../generated/catalogue.json";
import type { Catalogue, FlowDocument } from "../generated/types.ts";
import { applySuggestion } from "./example.ts";
import { EXAMPLES } from "./examples.ts";

const { algorithms } = generated as unknown as Catalogue;
/** The names of algorithms without the words that labels leave out. */
const NAMES = algorithms.map(({ id, name }) => ({ id, name: name.replace(/^(TCP|Plain) /, "") }));

/** The algorithm that a label names; undefined if it names none. */
function namedAlgorithm({ label = "" }: FlowDocument): string | undefined {
  const plain = label.replace(/^(TCP|Plain) /, "").replace(/ \d+$/, "");
  if (plain === "PRR" || plain === "RACK-TLP") return "sack";
  return NAMES.find(({ name }) => name === plain || name === label)?.id;
}

const CASES = EXAMPLES.flatMap((example) =>
  example.suggestions.map((suggestion) => [example.id, suggestion.label, example, suggestion] as const),
);

test("a label that names an algorithm is recognised", () => {
  expect(namedAlgorithm({ id: "x", label: "BBR v1" })).toBe("bbr");
  expect(namedAlgorithm({ id: "x", label: "Vegas 2" })).toBe("vegas");
  expect(namedAlgorithm({ id: "x", label: "near" })).toBeUndefined();
});

test.each(CASES)(
  "%s: after \u201c%s\u201d, labels name the algorithms of their flows",
  (_id, _label, { doc }, change) => {
    const before = new Map(doc.flows?.map((flow) => [flow.id, flow]));
    for (const flow of applySuggestion(doc, change, new Set()).flows ?? []) {
      const named = namedAlgorithm(flow);
      if (named !== undefined) expect(flow.algorithm, flow.label).toBe(named);
      const old = before.get(flow.id);
      // If the label of a flow was the name of its algorithm, it becomes the name of the new algorithm.
      if (old && namedAlgorithm(old) !== undefined) expect(named, flow.label).toBeDefined();
    }
  },
);

test.each(CASES)(
  "%s: after \u201c%s\u201d, no two flows have the same label",
  (_id, _label, { doc }, change) => {
    const labels = (applySuggestion(doc, change, new Set()).flows ?? []).map(({ label }) => label);
    expect(new Set(labels).size).toBe(labels.length);
  },
);

test.each([
  ["prr", "sack", "prr", "PRR"],
  ["late-not-lost", "count", "rack", "RACK-TLP"],
  ["ecn", "plain", "ecn", "also with ECN"],
])("%s: the label of %s says what its parameter %s does", (id, flow, param, label) => {
  const example = EXAMPLES.find((e) => e.id === id);
  const change = example?.suggestions.find(({ set }) => set?.[0]?.[0] === `flows.${flow}.params.${param}`);
  if (!example || !change) throw new Error(`${id} suggests no such change.`);
  const changed = applySuggestion(example.doc, change, new Set()).flows?.find((f) => f.id === flow);
  expect(changed?.label).toContain(label);
});

test("a label that states the size of a transfer follows the size", () => {
  const example = EXAMPLES.find((e) => e.id === "short-transfer");
  if (!example) throw new Error("There is no example short-transfer.");
  const { flows = [] } = applySuggestion(example.doc, example.suggestions[0], new Set());
  expect(flows.find(({ id }) => id === "short")).toMatchObject({ label: "10 MB", source: { bytes: 1e7 } });
});

test("suggestions that change a buffer or a rate state absolute values", () => {
  const relative = /(quarter|half|fifth|times) (of )?the|ten times/i;
  for (const [id, label] of CASES) expect(label, id).not.toMatch(relative);
});

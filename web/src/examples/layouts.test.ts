// The layouts of examples name settings, flows and changes that exist.
import { expect, test } from "vitest";
import generated from "../generated/catalogue.json";
import type { Catalogue } from "../generated/types.ts";
import { describePath } from "../scenario/descriptors.ts";
import { applySuggestion } from "./example.ts";
import { EXAMPLES } from "./examples.ts";
import { LAYOUT_IDS, layoutOf } from "./layouts.ts";

const catalogue = generated as unknown as Catalogue;
/**
 * The types of settings that have one slider. Those of access links share the slider of the round-trip time.
 */
const SLIDERS = ["number", "integer", "limit", "span"];

test("seventeen examples have a layout", () => {
  expect(LAYOUT_IDS).toHaveLength(17);
  expect(layoutOf("generations")).toBeUndefined();
  expect(layoutOf("toString")).toBeUndefined();
});

test.each(LAYOUT_IDS)("%s", (id) => {
  const example = EXAMPLES.find((e) => e.id === id);
  const layout = layoutOf(id);
  if (!example || !layout) throw new Error(`There is no example ${id}.`);
  const { control, tries, answer } = layout;
  expect(SLIDERS).toContain(describePath(catalogue, control, example.doc)?.type);
  expect(new Set(tries).size).toBe(tries.length);
  for (const index of tries) {
    // The control exists after each of the offered changes.
    const changed = applySuggestion(example.doc, example.suggestions[index], new Set());
    expect(describePath(catalogue, control, changed), example.suggestions[index].label).toBeDefined();
  }
  const ids = example.doc.flows?.map((flow) => flow.id);
  if (Array.isArray(answer)) for (const flow of answer) expect(ids).toContain(flow);
});

// The sentences of decisions state every value with its unit.
import decisions from "virtual:sentences";
import { expect, test } from "vitest";
import { showTexts } from "../../../language/localized.ts";
import { COMPLETE, tableOf } from "../../../language/testTables.ts";
import { packetOf, sentenceOf } from "./WhyAnswer.tsx";

/** The index of the decision of `by` whose sentence has this beginning. */
const kindOf = (by: string, beginning: string): number =>
  decisions[by]?.findIndex(({ template }) => template.startsWith(beginning)) ?? -1;

test("a decision is a sentence with its values", () => {
  const timeout = kindOf("sack", "No acknowledgement for {rto}");
  expect(sentenceOf({ t: 3, by: "sack", kind: timeout, values: [12.34567, 1, 80, 0.2], said: null })).toBe(
    "No acknowledgement for 200\u202fms: retransmits packet 80, window 12.35 \u2192 1 packet.",
  );
  const early = kindOf("pie", "PIE dropped a packet");
  expect(sentenceOf({ t: 3, by: "pie", kind: early, values: [0.0123456, 0.03], said: null })).toMatch(
    /^PIE dropped a packet: the queueing delay is 30\u202fms, and the drop probability is 0\.01235\./,
  );
});

test("a decision names its packet exactly", () => {
  const decision = {
    t: 3,
    by: "sack",
    kind: kindOf("sack", "Packets sent later"),
    values: [90, 45, 123_456, 90],
    said: null,
  };
  expect(sentenceOf(decision)).toContain("so packet 123456 counts as lost");
  expect(packetOf(decision, "a")).toMatchObject({ flow: "a", seq: 123_456, at: 3e9 });
  const early = kindOf("pie", "PIE dropped a packet");
  expect(packetOf({ t: 3, by: "pie", kind: early, values: [0.01, 0.03], said: null }, "a")).toBeNull();
});

test("what a program says is shown as it is", () => {
  const said = "<b>5 -> 4</b> {x}";
  expect(sentenceOf({ t: 3, by: "own", kind: 15, values: [5, 4], said })).toBe(said);
});

test("every placeholder is the name of an input", () => {
  for (const [by, kinds] of Object.entries(decisions))
    for (const [kind, { inputs }] of kinds.entries()) {
      const sentence = sentenceOf({ t: 0, by, kind, values: inputs.map(() => 1.5), said: null });
      expect(sentence).toMatch(/[a-z].*\.$/s);
      expect(sentence).not.toMatch(/[{}]/);
    }
});

test.each(COMPLETE)("every sentence is translated to %s, with all of its values", (language) => {
  const table = tableOf("scenario/catalogue/decisions", language, "decisions");
  const templates = new Set(
    Object.values(decisions).flatMap((kinds) => kinds.map(({ template }) => template)),
  );
  expect(templates.size).toBeGreaterThan(150);
  expect([...templates].filter((template) => !Object.hasOwn(table, template))).toEqual([]);
  const places = (text: string): readonly string[] => (text.match(/\{\w+\}/g) ?? []).sort();
  for (const [template, own] of Object.entries(table)) {
    expect(templates, template).toContain(template);
    expect(places(own), template).toEqual(places(template));
  }
});

test("a decision is a sentence in the language of the page", async () => {
  await showTexts("de");
  const timeout = kindOf("sack", "No acknowledgement for {rto}");
  expect(sentenceOf({ t: 3, by: "sack", kind: timeout, values: [12.34567, 1, 80, 0.2], said: null })).toBe(
    "Seit 200\u202fms keine Bestätigung: wiederholt Paket 80, Fenster 12,35 \u2192 1 Paket.",
  );
  const said = "3.5 own packets wait: slow start ends with a window of 20";
  expect(sentenceOf({ t: 3, by: "own", kind: 0, values: [], said })).toBe(
    "3,5 eigene Pakete warten: Slow Start endet mit einem Fenster von 20",
  );
  await showTexts("en");
});

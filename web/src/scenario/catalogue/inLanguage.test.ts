import { expect, test } from "vitest";
import catalogue from "../../generated/catalogue.json";
import type { Catalogue, Field } from "../../generated/types.ts";
import { COMPLETE, tableOf } from "../../language/testTables.ts";
import { describePath } from "../descriptors.ts";
import { inLanguage, shownCatalogue } from "./inLanguage.ts";

/** The names and the help texts of a setting and of everything inside it. */
function textsOf(field: Field): { names: readonly string[]; helps: readonly string[] } {
  const kinds = [...(field.choices ?? []), ...(field.variants ?? [])];
  const inner = [
    ...(field.fields ?? []),
    ...(field.item ? [field.item] : []),
    ...(field.variants ?? []).flatMap(({ fields }) => fields),
  ].map(textsOf);
  return {
    names: [
      ...[field.label, field.null_means, field.group ?? "", ...kinds.map(({ label }) => label)],
      ...inner.flatMap(({ names }) => names),
    ],
    helps: [field.doc, ...kinds.map(({ doc }) => doc), ...inner.flatMap(({ helps }) => helps)],
  };
}

const kinds = [...catalogue.sources, ...catalogue.queues, ...catalogue.losses];
const settings = [...kinds, ...catalogue.algorithms].flatMap(({ fields }) => fields).map(textsOf);
const all = [textsOf(catalogue.document), ...settings];
const NAMES = [
  ...all.flatMap(({ names }) => names),
  ...[...kinds, ...catalogue.algorithms].map(({ name }) => name),
];
const HELPS = [
  ...all.flatMap(({ helps }) => helps),
  ...kinds.map(({ doc }) => doc),
  ...catalogue.algorithms.map(({ summary }) => summary),
];

test.each(COMPLETE)("every name and help text of a setting is translated to %s, and no other", (language) => {
  for (const [texts, table] of [
    [NAMES, tableOf("scenario/catalogue", language, "labels")],
    [HELPS, tableOf("scenario/catalogue/help", language, "docs")],
  ] as const) {
    const english = new Set(texts.filter((text) => text !== ""));
    expect(english.size).toBeGreaterThan(600);
    expect([...english].filter((text) => !Object.hasOwn(table, text))).toEqual([]);
    expect(Object.keys(table).filter((text) => !english.has(text))).toEqual([]);
  }
});

test("only what is shown is translated, and the English catalogue stays as it is", () => {
  const before = JSON.stringify(catalogue);
  const shown: Catalogue = inLanguage(catalogue, {
    Rate: "Rhythmus",
    rate: "wrong",
    Beta: "b",
    beta: "wrong",
  });
  const doc = { v: 1, flows: [{ id: "a", algorithm: "cubic", params: { beta: 0.5 } }] } as const;
  const field = describePath(shown, "flows.a.params.beta", doc);
  expect([field?.name, field?.label, field?.default]).toEqual(["beta", "b", 0.7]);
  expect(JSON.stringify(catalogue)).toBe(before);
  expect(shownCatalogue(catalogue, "en")).toBe(catalogue);
  const withOwn = inLanguage(catalogue, { "Your own": "Meiner" });
  expect(withOwn.algorithms.find(({ id }) => id === "own")?.name).toBe("Meiner");
});

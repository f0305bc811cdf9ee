// Every text of the pages of algorithms is translated, with its formulas, code and marks of Markdown.
import { expect, test } from "vitest";
import catalogue from "../../generated/catalogue.json";
import type { AlgorithmInfo } from "../../generated/types.ts";
import { showTexts } from "../../language/localized.ts";
import { COMPLETE, tableOf } from "../../language/testTables.ts";
import { hasWords, keyOf, rulesInLanguage, WORDS } from "../../scenario/catalogue/rules/inLanguage.ts";
import { PAGE_CLAIMS } from "./pageClaims.ts";

const algorithms: readonly AlgorithmInfo[] = catalogue.algorithms;

const texts = [
  ...algorithms.flatMap(({ doc, pictures, signals }) => [
    doc,
    ...pictures.map(({ caption }) => caption),
    ...signals.map((signal) => signal.doc),
  ]),
  ...Object.values(PAGE_CLAIMS).flatMap(Object.keys),
];
const KEYS = new Set([
  ...texts.flatMap((text) => text.split("\n\n").map(keyOf)).filter(hasWords),
  ...texts.flatMap((text) => text.match(WORDS) ?? []),
]);

/** What a translation must have as well. */
const marksOf = (text: string): readonly string[] => (text.match(/<\d+>|\*+|\||^(-|\d\.) /gm) ?? []).sort();

test.each(COMPLETE)("every text is translated to %s, and no other", (language) => {
  const table = tableOf("scenario/catalogue/rules", language, "rules");
  expect(KEYS.size).toBeGreaterThan(500);
  expect([...KEYS].filter((key) => !Object.hasOwn(table, key))).toEqual([]);
  expect(Object.keys(table).filter((key) => !KEYS.has(key))).toEqual([]);
  for (const [key, own] of Object.entries(table)) expect(marksOf(own), key).toEqual(marksOf(key));
});

test("formulas and code stay, and a changed text is English", async () => {
  const doc = algorithms.find(({ id }) => id === "cubic")?.doc ?? "";
  expect(rulesInLanguage(doc)).toEqual({ text: doc, lang: "en" });
  await showTexts("de");
  const shown = rulesInLanguage(doc);
  expect(shown.lang).toBeUndefined();
  for (const part of ["$$W(t) = C", "$1{,}5\\,\\mathrm{cwnd}$", "`hystart_rule`"])
    expect(shown.text).toContain(part);
  expect(rulesInLanguage("$$a = 0.5 \\text{ if } b$$").text).toBe("$$a = 0{,}5 \\text{ wenn } b$$");
  const changed = rulesInLanguage(`${doc}\n\nIt grows by $c$.`);
  expect(changed).toEqual({ text: `${shown.text}\n\nIt grows by $c$.`, lang: "en" });
  await showTexts("en");
});

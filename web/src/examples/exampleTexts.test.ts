// @vitest-environment jsdom
import { expect, test } from "vitest";
import catalogue from "../generated/catalogue.json";
import { labelOf, nameFlowsBy } from "../scenario/flowLabel.ts";
import { isPartial, loadTexts, showLanguage, TRANSLATED_LANGUAGES } from "../strings/language.ts";
import { EXAMPLES } from "./examples.ts";
import { exampleNames } from "./exampleTexts.ts";
import { FIRST_EXAMPLE } from "./firstExample.ts";

test.each(TRANSLATED_LANGUAGES)(
  "%s has the texts of every example, or says that it is partly translated",
  async (language) => {
    const { examples = {} } = await loadTexts(language);
    const ids = EXAMPLES.map(({ id }) => id);
    expect(
      Object.keys(examples).sort(),
      `The keys of web/src/strings/${language}/examples.ts must be the ids of the examples (web/src/examples/examples.ts).`,
    ).toEqual(ids.filter((id) => !isPartial(language) || id in examples).sort());
  },
);

test.each(TRANSLATED_LANGUAGES)(
  "%s has a name for every flow of an example that is named in English",
  async (language) => {
    const { exampleNames: translated = {} } = await loadTexts(language);
    const names = EXAMPLES.flatMap(({ doc }) => (doc.flows ?? []).map(({ id, label }) => label ?? id));
    // The names of algorithms and sizes begin with a capital letter or a digit.
    const english = new Set(names.filter((name) => /^[a-z]/.test(name)));
    if (!isPartial(language)) expect(Object.keys(translated).sort()).toEqual([...english].sort());
  },
);

test("names are translated in documents of examples only, and only the names of the example", async () => {
  await showLanguage("de");
  nameFlowsBy(catalogue, exampleNames);
  const nameOf = (label: string, title = FIRST_EXAMPLE.title): string =>
    labelOf({ id: "near", label }, { v: 1, title, flows: [{ id: "near", label }] });
  expect(nameOf("near")).toBe("nah");
  expect(nameOf("nearby")).toBe("nearby");
  expect(nameOf("constructor")).toBe("constructor");
  expect(nameOf("near", "My network")).toBe("near");
  await showLanguage("en");
  expect(nameOf("near")).toBe("near");
});

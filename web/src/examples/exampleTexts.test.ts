// @vitest-environment jsdom
import { describe, expect, test } from "vitest";
import catalogue from "../generated/catalogue.json";
import { isPartial, showLanguage, TRANSLATED_LANGUAGES } from "../language/language.ts";
import { labelOf, nameFlowsBy } from "../scenario/flowLabel.ts";
import { EXAMPLES } from "./examples.ts";
import { exampleNames } from "./exampleTexts.ts";
import { FIRST_EXAMPLE } from "./firstExample.ts";

interface Translations {
  readonly examples: Readonly<Record<string, unknown>>;
  readonly names: Readonly<Record<string, string>>;
}

describe.each(TRANSLATED_LANGUAGES)("%s", async (language) => {
  const { examples, names }: Translations = (await import(`./texts/${language}.json`)).default;

  test("has the texts of every example, or says that it is partly translated", () => {
    const ids = EXAMPLES.map(({ id }) => id);
    expect(
      Object.keys(examples).sort(),
      `The keys of \`examples\` in web/src/examples/texts/${language}.json must be the ids of the examples (web/src/examples/examples.ts).`,
    ).toEqual(ids.filter((id) => !isPartial(language) || id in examples).sort());
  });

  test("has a name for every flow of an example that is named in English", () => {
    const flowNames = EXAMPLES.flatMap(({ doc }) => (doc.flows ?? []).map(({ id, label }) => label ?? id));
    // The names of algorithms and sizes begin with a capital letter or a digit.
    const english = new Set(flowNames.filter((name) => /^[a-z]/.test(name)));
    if (!isPartial(language)) expect(Object.keys(names).sort()).toEqual([...english].sort());
  });
});

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

// The English texts of numbers are those of the registry (sim-core/measures/src/numbers.rs). The other languages translate them.
import { describe, expect, test } from "vitest";
import { NUMBERS } from "../generated/numbers.ts";
import { isPartial, TRANSLATED_LANGUAGES } from "../language/language.ts";

const isSeen = ({ shown, swept, stored, compared }: (typeof NUMBERS)[number]): boolean =>
  Boolean(shown || swept || stored) || compared !== undefined;

describe.each(TRANSLATED_LANGUAGES)("%s", async (language) => {
  const { numbers } = (await import(`./texts/${language}.json`)).default;

  test.each([
    ["labels", (number: (typeof NUMBERS)[number]) => number.label],
    ["docs", (number: (typeof NUMBERS)[number]) => number.doc],
  ] as const)("translates the %s that the page shows, and no others", (group, textOf) => {
    const translated = Object.keys(numbers[group]);
    const texts = (list: typeof NUMBERS): readonly string[] => list.flatMap((number) => textOf(number) || []);
    if (!isPartial(language))
      expect(translated).toEqual(expect.arrayContaining([...texts(NUMBERS.filter(isSeen))]));
    expect(translated.filter((text) => !texts(NUMBERS).includes(text))).toEqual([]);
  });
});

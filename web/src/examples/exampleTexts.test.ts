import { expect, test } from "vitest";
import { LOADERS, TRANSLATED_LANGUAGES } from "../strings/language.ts";
import { EXAMPLES } from "./examples.ts";

test.each(TRANSLATED_LANGUAGES)("%s has the texts of every example", async (language) => {
  const { examples } = await LOADERS[language]();
  expect(
    Object.keys(examples).sort(),
    `The keys of web/src/strings/${language}/examples.ts must be the ids of the examples (web/src/examples/examples.ts).`,
  ).toEqual(EXAMPLES.map(({ id }) => id).sort());
});

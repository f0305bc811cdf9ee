import { expect, test } from "vitest";
import { isPartial, loadTexts, TRANSLATED_LANGUAGES } from "../strings/language.ts";
import { EXAMPLES } from "./examples.ts";

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

import { expect, test } from "vitest";
import { de } from "../strings/de/index.ts";
import { fr } from "../strings/fr/index.ts";
import { EXAMPLES } from "./examples.ts";

test.each([
  ["de", de],
  ["fr", fr],
] as const)("%s has the texts of every example", (language, { examples }) => {
  expect(
    Object.keys(examples).sort(),
    `The keys of web/src/strings/${language}/examples.ts must be the ids of the examples (web/src/scenario/examples.ts).`,
  ).toEqual(EXAMPLES.map(({ id }) => id).sort());
});

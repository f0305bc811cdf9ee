// The program that a person races: kept in the browser, or in a link.

import { addressOf, queryOf } from "../../address/route.ts";
import language from "../../generated/language.json";
import { pack, unpack } from "../../scenario/packed.ts";
import { browserStorage, readPreference, savePreference } from "../../storage/storage.ts";

/** The page of the race in the section of the algorithms. */
const RACE_PAGE = "race";

export const RACE_ADDRESS = addressOf("algorithms", RACE_PAGE);

/** The largest program that the page keeps and links. The language refuses one above 64 kB. */
const MAX_LENGTH = 100_000;
const KEPT = "race-program";

export const keptProgram = (): string =>
  readPreference(browserStorage(), KEPT) ?? language.examples.find(({ id }) => id === "aimd")?.source ?? "";

export const keepProgram = (code: string): void => {
  if (code.length <= MAX_LENGTH) savePreference(browserStorage(), KEPT, code);
};

/** The fragment of the page with a program. */
export const programAddress = async (code: string): Promise<string> =>
  `${RACE_ADDRESS}?s=${await pack(code)}`;

/** The program in a fragment: null if it has none, `"broken"` if it cannot be read. Never throws. */
export async function programIn(fragment: string): Promise<{ readonly code: string } | "broken" | null> {
  const packed = queryOf(fragment).get("s");
  if (packed === null) return null;
  const code = await unpack(packed);
  return typeof code === "string" || code.text.length > MAX_LENGTH ? "broken" : { code: code.text };
}

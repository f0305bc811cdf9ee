// The program that a person races: kept in the browser, or in a link.

import { addressOf, queryOf } from "../../address/route.ts";
import language from "../../generated/language.json";
import { deflate, fromBase64Url, inflate, toBase64Url } from "../../scenario/shareLink.ts";
import { browserStorage, readPreference, savePreference } from "../../storage/storage.ts";
import { RACE_PAGE } from "./raceAddress.ts";

/** The largest program that the page keeps and links. The language refuses one above 64 kB. */
const MAX_LENGTH = 100_000;
const KEPT = "race-program";
/** The start of the parameter of a link, with the version of the format. */
const PREFIX = "1.";

export const keptProgram = (): string =>
  readPreference(browserStorage(), KEPT) ?? language.examples.find(({ id }) => id === "aimd")?.source ?? "";

export const keepProgram = (code: string): void => {
  if (code.length <= MAX_LENGTH) savePreference(browserStorage(), KEPT, code);
};

/** The fragment of the page with a program. */
export async function programAddress(code: string): Promise<string> {
  const bytes = new TextEncoder().encode(code);
  return `${addressOf("algorithms", RACE_PAGE)}?p=${PREFIX}${toBase64Url(await deflate(bytes))}`;
}

/** The program in a fragment: null if it has none, `"broken"` if it cannot be read. Never throws. */
export async function programIn(fragment: string): Promise<{ readonly code: string } | "broken" | null> {
  const parameter = queryOf(fragment).get("p");
  if (parameter === null) return null;
  if (!parameter.startsWith(PREFIX)) return "broken";
  try {
    const code = await inflate(fromBase64Url(parameter.slice(PREFIX.length)));
    return code === null || code.length > MAX_LENGTH ? "broken" : { code };
  } catch {
    return "broken";
  }
}

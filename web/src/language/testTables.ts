// The tables of texts by their English text, as files, for tests.
import { readFileSync } from "node:fs";
import { isPartial, TRANSLATED_LANGUAGES } from "./language.ts";

/** The languages in which no text may be missing. */
export const COMPLETE = TRANSLATED_LANGUAGES.filter((language) => !isPartial(language));

/** The table `name` in the texts of a folder of web/src. */
export const tableOf = (folder: string, language: string, name: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(`web/src/${folder}/texts/${language}.json`, "utf8"))[name];

// The languages of the interface. English is part of the page. Another language is one file, which is loaded before the page is shown in
// this language.
import { S } from "./index.ts";
import { showTexts } from "./localized.ts";
import type { Translation } from "./translation.ts";

/** The languages by their tags, with their own names. */
export const LANGUAGES = { en: "English", de: "Deutsch", fr: "Fran\u00e7ais" } as const;

export type Language = keyof typeof LANGUAGES;

/** A language whose texts are a translation of the English ones. */
export type TranslatedLanguage = Exclude<Language, "en">;

export const isLanguage = (tag: unknown): tag is Language =>
  typeof tag === "string" && Object.hasOwn(LANGUAGES, tag);

/** All languages, in the order of the menu. */
export const LANGUAGE_TAGS: readonly Language[] = Object.keys(LANGUAGES).filter(isLanguage);

/** All languages but English. */
export const TRANSLATED_LANGUAGES: readonly TranslatedLanguage[] = LANGUAGE_TAGS.filter(
  (tag) => tag !== "en",
);

/** Loads the texts of a language. */
export const LOADERS: Readonly<Record<TranslatedLanguage, () => Promise<Translation>>> = {
  de: async () => (await import("./de/index.ts")).de,
  fr: async () => (await import("./fr/index.ts")).fr,
};

let language: Language = "en";
let translation: Translation | null = null;
const listeners = new Set<() => void>();

/** The language of the page. */
export const currentLanguage = (): Language => language;

/** The translation that is shown. Null for English. */
export const currentTranslation = (): Translation | null => translation;

/** Calls `listener` after each change of the language. Returns the function that stops this. */
export function onLanguageChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows the page in a language. If the texts cannot be loaded, the language stays as it is and the promise is rejected. */
export async function showLanguage(next: Language): Promise<void> {
  const loaded = next === "en" ? null : await LOADERS[next]();
  translation = loaded;
  language = next;
  showTexts(loaded === null ? null : { ...loaded });
  document.documentElement.lang = next;
  document.title = S.app.pageTitle;
  for (const listener of listeners) listener();
}

// The languages of the interface. English is part of the page. The texts of another language are loaded with the parts of the page that
// use them, before these parts are shown.
import { showTexts } from "./localized.ts";

/**
 * The languages by their tags, with their own names. Where a language with `isPartial` has
 * no text, the page shows the English one and says so. Only users choose such a language; a browser's preference does not.
 */
export const LANGUAGES = {
  en: { name: "English" },
  de: { name: "Deutsch" },
  fr: { name: "Fran\u00e7ais" },
} as const satisfies Readonly<Record<string, { readonly name: string; readonly isPartial?: true }>>;

export type Language = keyof typeof LANGUAGES;

/** A language whose texts are a translation of the English ones. */
export type TranslatedLanguage = Exclude<Language, "en">;

export const isLanguage = (tag: unknown): tag is Language =>
  typeof tag === "string" && Object.hasOwn(LANGUAGES, tag);

/** Whether the page shows English texts where those of the language are missing. */
export const isPartial = (tag: Language): boolean => "isPartial" in LANGUAGES[tag];

/** All languages, in the order of the menu. */
export const LANGUAGE_TAGS: readonly Language[] = Object.keys(LANGUAGES).filter(isLanguage);

/** All languages but English. */
export const TRANSLATED_LANGUAGES: readonly TranslatedLanguage[] = LANGUAGE_TAGS.filter(
  (tag) => tag !== "en",
);

let language: Language = "en";
const listeners = new Set<() => void>();

/** The language of the page. */
export const currentLanguage = (): Language => language;

/** Calls `listener` after each change of the language. Returns the function that stops this. */
export function onLanguageChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows the page in a language. If the texts cannot be loaded, the language stays as it is and the promise is rejected. */
export async function showLanguage(next: Language): Promise<void> {
  await showTexts(next);
  language = next;
  // Most of the texts that a screen reader would read in a partly translated language are English.
  document.documentElement.lang = isPartial(next) ? "en" : next;
  for (const listener of listeners) listener();
}

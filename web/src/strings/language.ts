// The languages of the interface. English is part of the page. Another language is one file, which is loaded before the page is shown in
// this language.
import { S } from "./index.ts";
import { showTexts } from "./localized.ts";
import type { PartialTranslation } from "./translation.ts";

/**
 * The languages by their tags, with their own names. Where a language with `isPartial` has no text, the page shows the English
 * one and says so. Only users choose such a language; a browser's preference does not.
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

const FILES = import.meta.glob<Readonly<Record<string, PartialTranslation>>>("./*/index.ts");

/** Loads the texts of a language, which its folder exports by its tag. */
export async function loadTexts(tag: TranslatedLanguage): Promise<PartialTranslation> {
  const texts = (await FILES[`./${tag}/index.ts`]?.())?.[tag];
  if (!texts) throw new Error(`web/src/strings/${tag}/index.ts must export the texts as \`${tag}\`.`);
  return texts;
}

let language: Language = "en";
let translation: PartialTranslation | null = null;
const listeners = new Set<() => void>();

/** The language of the page. */
export const currentLanguage = (): Language => language;

/** The translation that is shown. Null for English. */
export const currentTranslation = (): PartialTranslation | null => translation;

/** Calls `listener` after each change of the language. Returns the function that stops this. */
export function onLanguageChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows the page in a language. If the texts cannot be loaded, the language stays as it is and the promise is rejected. */
export async function showLanguage(next: Language): Promise<void> {
  const loaded = next === "en" ? null : await loadTexts(next);
  translation = loaded;
  language = next;
  showTexts(loaded === null ? null : { ...loaded });
  // Most of the texts that a screen reader would read in a partly translated language are English.
  document.documentElement.lang = isPartial(next) ? "en" : next;
  document.title = S.app.pageTitle;
  for (const listener of listeners) listener();
}

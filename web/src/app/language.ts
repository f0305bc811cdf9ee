// The choice of the language: the stored choice, or else the language of the browser. The choice is not part
// of links.
import { useSyncExternalStore } from "react";
import {
  currentLanguage,
  isLanguage,
  isPartial,
  type Language,
  onLanguageChange,
  showLanguage,
} from "../language/language.ts";
import { browserStorage, readPreference, savePreference } from "../storage/storage.ts";
import { pageTexts } from "../texts/index.ts";

const isComplete = (tag: unknown): tag is Language => isLanguage(tag) && !isPartial(tag);

/**
 * The language in which the page starts. `tags` are the languages of the browser, in the order of preference.
 */
export function preferredLanguage(tags: readonly string[]): Language {
  const stored = readPreference(browserStorage(), "language");
  if (isLanguage(stored)) return stored;
  return tags.map((tag) => tag.toLowerCase().split("-")[0]).find(isComplete) ?? "en";
}

/**
 * Shows the page in the language that the user chose, and stores the choice. Nothing changes if the texts
 * cannot be loaded.
 */
export function chooseLanguage(next: Language): void {
  showLanguage(next).then(
    () => savePreference(browserStorage(), "language", next),
    () => undefined,
  );
}

onLanguageChange(() => {
  document.title = pageTexts.app.pageTitle;
});

/** The language of the page. The component renders again when it changes. */
export const useLanguage = (): Language => useSyncExternalStore(onLanguageChange, currentLanguage);

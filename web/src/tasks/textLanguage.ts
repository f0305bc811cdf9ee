// The language of the texts of the shown lesson. A lesson without a translation is in English in every
// language of the page.
import { createContext, use } from "react";

export const TextLanguage = createContext<"en" | undefined>(undefined);

/**
 * The attribute `lang` of elements with texts of the lesson, so that a screen reader pronounces them
 * correctly.
 */
export const useTextLanguage = (): "en" | undefined => use(TextLanguage);

// The texts of the interface that a first visit needs, in the language of the page (language.ts).
import { en } from "./en.ts";
import { localized } from "./localized.ts";

export const S = localized("main", en);

import { localized } from "../../../language/localized.ts";
import en from "./en.json" with { type: "json" };

export const compareTexts = localized("features/compare/texts", en);

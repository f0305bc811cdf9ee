import { localized } from "../../../../language/localized.ts";
import en from "./en.json" with { type: "json" };

export const sentenceTexts = localized("features/lab/flows/texts", en);

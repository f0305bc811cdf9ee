import { localized } from "../../../language/localized.ts";
import en from "./en.json" with { type: "json" };

export const keptTexts = localized("features/kept/texts", en);

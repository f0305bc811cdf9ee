import { localized } from "../../../../language/localized.ts";
import en from "./en.json" with { type: "json" };

export const shareTexts = localized("features/lab/share/texts", en);

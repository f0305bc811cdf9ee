import { localized } from "../../../language/localized.ts";
import en from "./en.json" with { type: "json" };

export const exportTexts = localized("features/exports/texts", en);

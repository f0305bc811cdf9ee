import { localized } from "../../../language/localized.ts";
import en from "./en.json" with { type: "json" };

export const winsTexts = localized("features/wins/texts", en);

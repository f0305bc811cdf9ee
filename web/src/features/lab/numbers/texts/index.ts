import { localized } from "../../../../language/localized.ts";
import en from "./en.json" with { type: "json" };

export const harmTexts = localized(en, import.meta.env && import.meta.glob(["./*.json", "!./en.json"]));

import { localized } from "../../../language/localized.ts";
import en from "./en.json" with { type: "json" };

export const pageLoadTexts = localized(en, import.meta.env && import.meta.glob(["./*.json", "!./en.json"]));

import { localized } from "../../../language/localized.ts";
import en from "./en.json" with { type: "json" };

export const importTexts = localized("engine/imports/texts", en);

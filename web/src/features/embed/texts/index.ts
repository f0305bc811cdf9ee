import { localized } from "../../../language/localized.ts";
import en from "./en.json" with { type: "json" };

export const embedTexts = localized("features/embed/texts", en);

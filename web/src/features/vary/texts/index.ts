import { localized } from "../../../language/localized.ts";
import en from "./en.json" with { type: "json" };

export const varyTexts = localized("features/vary/texts", en);

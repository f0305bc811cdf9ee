import { localized } from "../../../language/localized.ts";
import en from "./en.json" with { type: "json" };

export const algorithmTexts = localized("features/algorithms/texts", en);

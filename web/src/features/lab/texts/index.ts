import { localized } from "../../../language/localized.ts";
import en from "./en.json" with { type: "json" };

export const labTexts = localized("features/lab/texts", en);

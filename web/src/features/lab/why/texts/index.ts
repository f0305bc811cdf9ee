import { localized } from "../../../../language/localized.ts";
import en from "./en.json" with { type: "json" };

export const whyTexts = localized("features/lab/why/texts", en);

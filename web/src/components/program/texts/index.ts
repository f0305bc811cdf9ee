import { localized } from "../../../language/localized.ts";
import en from "./en.json" with { type: "json" };

export const programTexts = localized("components/program/texts", en);

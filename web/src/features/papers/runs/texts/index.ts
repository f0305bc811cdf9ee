import { localized } from "../../../../language/localized.ts";
import en from "./en.json" with { type: "json" };

export const paperRunTexts = localized("features/papers/runs/texts", en);

import { localized } from "../../../../../language/localized.ts";
import en from "./en.json" with { type: "json" };

export const graphTexts = localized("features/lab/settings/graph/texts", en);

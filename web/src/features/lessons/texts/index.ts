import { localized } from "../../../language/localized.ts";
import en from "./en.json" with { type: "json" };

export const lessonTexts = localized("features/lessons/texts", en);

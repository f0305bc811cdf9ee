import { localized } from "../../../language/localized.ts";
import en from "./en.json" with { type: "json" };

export const raceCardTexts = localized("engine/race/texts", en);

import { localized } from "../../../../language/localized.ts";
import en from "./en.json" with { type: "json" };

export const faceTexts = localized("features/lab/face/texts", en);

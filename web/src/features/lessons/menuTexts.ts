import { localizedTogether } from "../../language/localized.ts";

export const lessonMenuTexts = localizedTogether(
  { lessons: "Lessons" },
  () => import("./menu.json", { with: { type: "json" } }),
);

import { localizedTogether } from "../../language/localized.ts";

export const assignmentMenuTexts = localizedTogether(
  { inLessons: "Assignments: make one for a class, or check hand-ins" },
  () => import("./menu.json", { with: { type: "json" } }),
);

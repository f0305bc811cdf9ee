// The texts of the lessons in German, by the names of the files. They are loaded with the section "Lessons".
import { type LessonTexts, tablesOf } from "../../translation.ts";

export const texts: Readonly<Record<string, LessonTexts>> = tablesOf(
  import.meta.glob<LessonTexts>("./*.json", { eager: true, import: "default" }),
);

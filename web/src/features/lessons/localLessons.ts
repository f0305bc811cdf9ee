// The lessons in a language. The texts of another language than English are loaded when the section is opened.
import type { Language, TranslatedLanguage } from "../../strings/language.ts";
import { LESSONS } from "./content/index.ts";
import type { Lesson } from "./model.ts";
import { type LessonTexts, translated } from "./translation.ts";

type Texts = Readonly<Record<string, LessonTexts>>;

export const LESSON_TEXTS: Readonly<Record<TranslatedLanguage, () => Promise<{ readonly texts: Texts }>>> = {
  de: () => import("./content/de/index.ts"),
  fr: () => import("./content/fr/index.ts"),
};

const lessonsByLanguage = new Map<Language, Promise<readonly Lesson[]>>();

/** The lessons in a language, or in English if its texts cannot be loaded. Every call returns the same promise. */
export function lessonsIn(language: Language): Promise<readonly Lesson[]> {
  const known = lessonsByLanguage.get(language);
  if (known) return known;
  const lessons = loadLessons(language);
  lessonsByLanguage.set(language, lessons);
  return lessons;
}

async function loadLessons(language: Language): Promise<readonly Lesson[]> {
  if (language === "en") return LESSONS;
  try {
    const { texts } = await LESSON_TEXTS[language]();
    return LESSONS.map((lesson) => translated(lesson, texts[lesson.id] ?? {}));
  } catch {
    return LESSONS;
  }
}

// The lessons in a language. The texts of another language than English are loaded when the section is
// opened.
import type { Language } from "../../language/language.ts";
import type { Lesson } from "../../tasks/model.ts";
import { fileOfLesson, LESSONS } from "./content/index.ts";
import { type LessonTexts, translated } from "./translation.ts";

/** The texts of lessons by the names of the files of the lessons. */
type Tables = Readonly<Record<string, LessonTexts>>;

export interface TranslatedLessons {
  readonly lessons: readonly Lesson[];
  /** The ids of the lessons whose texts are in English, because they have no texts in the language. */
  readonly untranslated: ReadonlySet<string>;
}

const FILES = import.meta.glob<Tables>("./content/*.json", { import: "default" });

/** The texts of lessons in a language. A language without a file has none. */
export const lessonTables = async (language: Language): Promise<Tables> =>
  (await FILES[`./content/${language}.json`]?.()) ?? {};

const lessonsByLanguage = new Map<Language, Promise<TranslatedLessons>>();

/**
 * The lessons in a language, or in English if its texts cannot be loaded. Every call returns the same
 * promise.
 */
export function lessonsIn(language: Language): Promise<TranslatedLessons> {
  const known = lessonsByLanguage.get(language);
  if (known) return known;
  const lessons = loadLessons(language);
  lessonsByLanguage.set(language, lessons);
  return lessons;
}

async function loadLessons(language: Language): Promise<TranslatedLessons> {
  if (language === "en") return { lessons: LESSONS, untranslated: new Set() };
  return withTables(await lessonTables(language).catch(() => ({})));
}

/** The lessons with the texts of tables. A lesson without a table stays in English. */
export function withTables(tables: Tables): TranslatedLessons {
  const tableOf = ({ id }: Lesson): LessonTexts | undefined => tables[fileOfLesson(id)];
  return {
    lessons: LESSONS.map((lesson) => translated(lesson, tableOf(lesson) ?? {})),
    untranslated: new Set(LESSONS.filter((lesson) => !tableOf(lesson)).map(({ id }) => id)),
  };
}

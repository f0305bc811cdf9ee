// Every text of every lesson has a translation with the same values and links.
import { describe, expect, test } from "vitest";
import { TRANSLATED_LANGUAGES } from "../../strings/language.ts";
import { LESSONS } from "./content/index.ts";
import { LESSON_TEXTS, lessonsIn } from "./localLessons.ts";
import { documentOf, NEW_STATE } from "./play.ts";
import { readText } from "./text.ts";
import { textsOf } from "./translation.ts";

/** The values, and the targets of the links, of a text: what a translation must contain as well. */
const markupOf = (text: string): readonly string[] =>
  readText(text)
    .flatMap((part) =>
      part.kind === "value" ? [part.name] : part.kind === "link" ? [JSON.stringify(part.target)] : [],
    )
    .sort();

/** Texts that are names, numbers or references are the same in all languages. */
const mayBeEqual = (path: string, text: string): boolean =>
  path.startsWith("reading.") || text.split(/\s+/).length < 4;

describe.each(TRANSLATED_LANGUAGES)("%s", async (language) => {
  const { texts } = await LESSON_TEXTS[language]();

  test("has a table for every lesson", () => {
    expect(
      Object.keys(texts).sort(),
      `Add a lesson as web/src/features/lessons/content/${language}/NAME.ts, with an entry in index.ts beside it.`,
    ).toEqual(LESSONS.map(({ id }) => id).sort());
  });

  test.each(LESSONS.map((lesson) => [lesson.id, lesson] as const))("%s has all texts", (id, lesson) => {
    const english = textsOf(lesson);
    const translation = texts[id] ?? {};
    expect(
      Object.keys(translation).sort(),
      `The keys of the lesson "${id}" in web/src/features/lessons/content/${language} must be the paths of its texts (docs/translating.md).`,
    ).toEqual(Object.keys(english).sort());
    for (const [path, text] of Object.entries(translation)) {
      expect(text, `${id}, ${path}: empty`).not.toBe("");
      expect(markupOf(text), `${id}, ${path}: other values or links than in English`).toEqual(
        markupOf(english[path] ?? ""),
      );
      if (!mayBeEqual(path, text)) expect(text, `${id}, ${path}: still English`).not.toBe(english[path]);
    }
  });

  test("changes only texts: ids, measures and settings are those of the English lessons", async () => {
    const lessons = await lessonsIn(language);
    const withoutTexts = (value: unknown): string =>
      JSON.stringify(value, (key, field: unknown) =>
        typeof field === "string" && !["id", "kind", "algorithm"].includes(key) ? "" : field,
      );
    expect(lessons.map(withoutTexts)).toEqual(LESSONS.map(withoutTexts));
    expect(lessons.map((lesson) => lesson.title)).not.toEqual(LESSONS.map((lesson) => lesson.title));
    for (const [i, lesson] of lessons.entries())
      expect(withoutTexts(documentOf(lesson, NEW_STATE))).toBe(
        withoutTexts(documentOf(LESSONS[i] ?? lesson, NEW_STATE)),
      );
  });
});

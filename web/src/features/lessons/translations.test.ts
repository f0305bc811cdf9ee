// A lesson is translated completely, with the same values and links, or not at all.
import { describe, expect, test } from "vitest";
import { TRANSLATED_LANGUAGES } from "../../language/language.ts";
import { withoutPoints } from "../../language/testTexts.ts";
import { documentOf, NEW_STATE } from "../../tasks/play.ts";
import { readText } from "../../tasks/text.ts";
import { fileOfLesson, LESSONS } from "./content/index.ts";
import { lessonsIn, lessonTables, withTables } from "./translatedLessons.ts";
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
  const tables = await lessonTables(language);
  const files = LESSONS.map(({ id }) => fileOfLesson(id));
  const withTable = LESSONS.filter(({ id }) => fileOfLesson(id) in tables);

  test("has tables only for lessons", () => {
    for (const file of Object.keys(tables))
      expect(
        files,
        `The table ${file} in web/src/features/lessons/content/${language}.json must have the name of the file of its lesson.`,
      ).toContain(file);
  });

  test.each(withTable.map((lesson) => [lesson.id, lesson] as const))("%s has all texts", (id, lesson) => {
    const english = textsOf(lesson);
    const translation = tables[fileOfLesson(id)] ?? {};
    expect(
      Object.keys(translation).sort(),
      `The keys of the lesson "${id}" in web/src/features/lessons/content/${language}.json must be the paths of its texts (docs/translating.md).`,
    ).toEqual(Object.keys(english).sort());
    for (const [path, text] of Object.entries(translation)) {
      expect(text, `${id}, ${path}: empty`).not.toBe("");
      expect(markupOf(text), `${id}, ${path}: other values or links than in English`).toEqual(
        markupOf(english[path] ?? ""),
      );
      if (!mayBeEqual(path, text)) expect(text, `${id}, ${path}: still English`).not.toBe(english[path]);
    }
  });

  test("has a decimal comma", () => {
    for (const table of Object.values(tables))
      for (const [path, text] of Object.entries(table))
        expect(withoutPoints(text), path).not.toMatch(/\d\.\d/);
  });

  test("changes only texts: ids, measures and settings are those of the English lessons", async () => {
    const { lessons, untranslated } = await lessonsIn(language);
    const withoutTexts = (value: unknown): string =>
      JSON.stringify(value, (key, field: unknown) =>
        typeof field === "string" && !["id", "kind", "algorithm"].includes(key) ? "" : field,
      );
    expect(lessons.map(withoutTexts)).toEqual(LESSONS.map(withoutTexts));
    expect(LESSONS.filter(({ id }) => !untranslated.has(id))).toEqual(withTable);
    for (const [i, lesson] of lessons.entries())
      expect(withoutTexts(documentOf(lesson, NEW_STATE))).toBe(
        withoutTexts(documentOf(LESSONS[i] ?? lesson, NEW_STATE)),
      );
  });
});

test("a lesson without a translation is in English", () => {
  const [first, second] = LESSONS;
  if (!first || !second) throw new Error("There are fewer than two lessons.");
  const { lessons, untranslated } = withTables({ [fileOfLesson(first.id)]: { title: "Titel" } });
  expect(lessons.map(({ title }) => title)).toEqual(["Titel", ...LESSONS.slice(1).map(({ title }) => title)]);
  expect([...untranslated]).toEqual(LESSONS.slice(1).map(({ id }) => id));
  expect(lessons[1]).toEqual(second);
});

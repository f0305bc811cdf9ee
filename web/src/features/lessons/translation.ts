// The texts of a lesson, so that they can be translated: a translation has the same keys as `textsOf` returns
// for the lesson.
import type { Lesson } from "../../tasks/model.ts";

/** Texts by their paths in the lesson, such as `steps.predict.text`: an item of a list has its id. */
export type LessonTexts = Readonly<Record<string, string>>;

/** The names of the fields that contain text for the student. */
const TEXT_FIELDS = new Set([
  "title",
  "point",
  "learn",
  "text",
  "notes",
  "ask",
  "hint",
  "after",
  "label",
  "freePlay",
]);

type Visit = (path: string, text: string) => string;

/** The name of an item in a path: its id, or the path of a setting and `value`. Other items contain no text. */
function nameOf(item: unknown): string {
  if (Array.isArray(item)) return typeof item[0] === "string" ? item[0] : "value";
  return typeof item === "object" && item !== null && "id" in item ? String(item.id) : "";
}

/** A copy of a value in which `visit` has replaced every text. */
function mapTexts(value: unknown, path: string, visit: Visit): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value))
    return value.map((item: unknown) => mapTexts(item, `${path}${nameOf(item)}.`, visit));
  const entries = Object.entries(value).map(([name, field]: [string, unknown]) => [
    name,
    typeof field === "string" && TEXT_FIELDS.has(name)
      ? visit(path + name, field)
      : mapTexts(field, `${path}${name}.`, visit),
  ]);
  return Object.fromEntries(entries);
}

/** All texts of a lesson, by path. */
export function textsOf(lesson: Lesson): LessonTexts {
  const texts: Record<string, string> = {};
  mapTexts(lesson, "", (path, text) => {
    texts[path] = text;
    return text;
  });
  return texts;
}

/** A lesson in another language. A text without a translation stays as it is. */
export function translated(lesson: Lesson, texts: LessonTexts): Lesson {
  return mapTexts(lesson, "", (path, text) => texts[path] ?? text) as Lesson;
}

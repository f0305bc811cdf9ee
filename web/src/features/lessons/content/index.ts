// All lessons: every file in this folder exports one, except `scenarios.ts` and the template for new lessons.
import type { Lesson } from "../../../tasks/model.ts";

const FILES = import.meta.glob<Readonly<Record<string, Lesson>>>(
  ["./*.ts", "!./index.ts", "!./scenarios.ts", "!./template.ts"],
  { eager: true },
);

/** The lessons with the names of their files. */
const NAMED_LESSONS: readonly (readonly [file: string, lesson: Lesson])[] = Object.entries(FILES).flatMap(
  ([path, exported]) => Object.values(exported).map((lesson) => [path.slice(2, -3), lesson] as const),
);

/** All lessons, in their order. */
export const LESSONS: readonly Lesson[] = NAMED_LESSONS.map(([, lesson]) => lesson).sort(
  (a, b) => a.order - b.order,
);

const FILE_OF = new Map(NAMED_LESSONS.map(([file, { id }]) => [id, file]));

/** The name of the file of a lesson, which is also the name of the files with its translations. */
export const fileOfLesson = (id: string): string => FILE_OF.get(id) ?? "";

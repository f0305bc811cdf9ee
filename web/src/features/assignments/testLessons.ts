// The lessons of the page for tests of assignments. Without the feature `lessons`, there are none.
import type { Lesson } from "../../tasks/model.ts";

const files = import.meta.glob<{ readonly LESSONS: readonly Lesson[] }>("../lessons/content/index.ts", {
  eager: true,
});

export const LESSONS: readonly Lesson[] = Object.values(files).flatMap((file) => file.LESSONS);

export const BUFFER = LESSONS.find(({ id }) => id === "buffer") as Lesson;

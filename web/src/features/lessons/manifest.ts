// Lessons.
import type { Feature } from "../../extension/feature.ts";
import { S } from "../../strings/index.ts";

export const lessons: Feature = {
  id: "lessons",
  pages: [
    {
      id: "lessons",
      name: () => S.app.lessons,
      canPresent: true,
      load: () => import("./LessonsView.tsx"),
    },
  ],
};

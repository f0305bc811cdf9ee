// Lessons.
import type { Feature } from "../../extension/feature.ts";
import { pageTexts } from "../../texts/index.ts";

export const lessons: Feature = {
  id: "lessons",
  pages: [
    {
      id: "lessons",
      name: () => pageTexts.app.lessons,
      canPresent: true,
      load: () => import("./LessonsView.tsx"),
    },
  ],
};

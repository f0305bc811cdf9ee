// Lessons. A lesson is data (`content/`, docs/writing-a-lesson.md), and its tasks (`tasks/`) are checked with the student's
// run. It has a session of its own and uses the charts of the Lab. Before a prediction is revealed, the run ends at the
// time of the prediction.
import type { Feature } from "../../extension/feature.ts";
import { offered } from "../../extension/offers.ts";
import { lessonMenuTexts } from "./menuTexts.ts";

export const lessons: Feature = {
  id: "lessons",
  offers: { lessons: async () => (await import("./content/index.ts")).LESSONS },
  pages: [
    {
      id: "lessons",
      name: () => lessonMenuTexts.lessons,
      canPresent: true,
      canEmbed: true,
      load: async () => {
        const [view, { keepProgressIn }, platform] = await Promise.all([
          import("./LessonsView.tsx"),
          import("./progress.ts"),
          offered("learningPlatform")?.(),
        ]);
        keepProgressIn(platform ?? null);
        return view;
      },
    },
  ],
};

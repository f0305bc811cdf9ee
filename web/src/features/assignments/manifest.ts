// Assignments: a lecturer makes them and checks hand-ins, and students work on them (docs/assignments.md). They use the
// tasks of lessons (`tasks/`). A student's work is stored as a log, from which the scenario and the answers are computed
// (`work.ts`). `sim-core/assignments` repeats the log and judges the answers, in one worker for each core.
import { addressOf } from "../../address/route.ts";
import type { Feature } from "../../extension/feature.ts";
import { assignmentMenuTexts } from "./menuTexts.ts";

export const assignments: Feature = {
  id: "assignments",
  pages: [{ id: "assignments", under: "lessons", load: () => import("./AssignmentsView.tsx") }],
  links: [
    {
      place: "lessons",
      label: () => assignmentMenuTexts.inLessons,
      address: () => addressOf("assignments"),
    },
  ],
  offers: {
    handInLists: async () => new (await import("./listStore.ts")).ListStore(),
  },
};

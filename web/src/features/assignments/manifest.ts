// Assignments: a lecturer makes them and checks hand-ins, and students work on them.
import { addressOf } from "../../address/route.ts";
import type { Feature } from "../../extension/feature.ts";
import { faceTexts } from "../lab/face/texts/index.ts";

export const assignments: Feature = {
  id: "assignments",
  pages: [{ id: "assignments", under: "lessons", load: () => import("./AssignmentsView.tsx") }],
  links: [
    {
      place: "lessons",
      label: () => faceTexts.assignmentsInLessons,
      address: () => addressOf("assignments"),
    },
  ],
  offers: {
    handInLists: async () => new (await import("./listStore.ts")).ListStore(),
  },
};

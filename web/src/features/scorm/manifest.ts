// SCORM: a lesson as a package for a learning platform, which stores the progress.
import { savedFile } from "../../address/pageAddress.ts";
import type { Feature } from "../../extension/feature.ts";

export const scorm: Feature = {
  id: "scorm",
  parts: [
    { place: "files", isNeeded: ({ kind }) => kind === "lesson", load: () => import("./ScormForm.tsx") },
  ],
  offers: savedFile()?.scorm
    ? { learningPlatform: async () => (await import("./session.ts")).scormSession() }
    : {},
};

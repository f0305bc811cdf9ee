// SCORM: a lesson as a package for a learning platform, which stores the progress. A package is a zip file with the saved
// file and a manifest.
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

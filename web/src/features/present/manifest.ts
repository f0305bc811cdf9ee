// Presentations: the page without its header and with larger type, with a second window for the lecturer.
import type { Feature } from "../../extension/feature.ts";
import { isLecturer, isProjected } from "./window.ts";

export const present: Feature = {
  id: "present",
  parts: [
    {
      place: "presentation",
      isNeeded: ({ presenting }) => presenting || isLecturer() || isProjected(),
      load: () => import("./Presentation.tsx"),
    },
  ],
};

// The saved file: a scenario or a lesson with the page in one HTML file, which works without a server. The file is a second
// build of the page (`scripts/lib/singleFile.mjs`), into which this feature inserts the content.
import { savedFile as currentFile } from "../../address/pageAddress.ts";
import type { Feature } from "../../extension/feature.ts";

export const savedFile: Feature = {
  id: "savedFile",
  parts: [{ place: "share", isNeeded: () => !currentFile(), load: () => import("./FileForm.tsx") }],
};

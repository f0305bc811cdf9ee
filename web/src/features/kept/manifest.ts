// Everything that the page keeps in this browser, as one file. When a file is loaded, lists are joined, contents that differ
// wait for the user's choice, and what this version does not know is kept.
import type { Feature } from "../../extension/feature.ts";
import type { SaveKept } from "../../extension/offers.ts";
import { keptMenuTexts } from "./menuTexts.ts";

export const kept: Feature = {
  id: "kept",
  dialogs: [{ id: "data", name: () => keptMenuTexts.data, load: () => import("./KeptDialog.tsx") }],
  parts: [{ place: "refusedStorage", load: () => import("./StorageNotice.tsx") }],
  offers: { saveKept: async (): Promise<SaveKept> => (await import("./KeptDialog.tsx")).saveKept },
};

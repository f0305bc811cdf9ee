// Exports: a run as a file for another tool.
import type { Feature } from "../../extension/feature.ts";

export const exports: Feature = {
  id: "exports",
  parts:
    import.meta.env.MODE === "saved-file" ? [] : [{ place: "share", load: () => import("./ExportForm.tsx") }],
};

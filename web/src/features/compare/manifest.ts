// Compare: the shown run next to the run that is kept as A.
import type { Feature } from "../../extension/feature.ts";
import { compareTexts } from "./texts/index.ts";

export const compare: Feature = {
  id: "compare",
  panels: [
    {
      id: "compare",
      name: () => compareTexts.compare,
      icon: "compare",
      load: () => import("./Compare.tsx"),
    },
  ],
};

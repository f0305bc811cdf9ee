// Compare: the shown run next to the run that is kept as A.
import type { Feature } from "../../extension/feature.ts";
import { compareMenuTexts } from "./menuTexts.ts";

export const compare: Feature = {
  id: "compare",
  panels: [
    {
      id: "compare",
      name: () => compareMenuTexts.compare,
      icon: "compare",
      load: () => import("./Compare.tsx"),
    },
  ],
};

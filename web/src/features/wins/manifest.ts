// The table "Which one wins": every algorithm against every other one.
import type { Feature } from "../../extension/feature.ts";
import { winsMenuTexts } from "./menu/texts/index.ts";

export const wins: Feature = {
  id: "wins",
  pages: [
    {
      id: "which-one-wins",
      within: "algorithms",
      name: () => winsMenuTexts.wins,
      load: () => import("./MatrixPage.tsx"),
    },
  ],
};

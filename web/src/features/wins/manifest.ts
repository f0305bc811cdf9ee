// The table "Which one wins": every algorithm against every other one.
import type { Feature } from "../../extension/feature.ts";
import { S } from "../../strings/index.ts";

export const wins: Feature = {
  id: "wins",
  pages: [
    {
      id: "which-one-wins",
      within: "algorithms",
      name: () => S.app.wins,
      load: () => import("./MatrixPage.tsx"),
    },
  ],
};

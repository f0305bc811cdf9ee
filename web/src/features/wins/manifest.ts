// The table "Which one wins": every algorithm against every other one.
import { addressOf } from "../../address/route.ts";
import type { Feature } from "../../extension/feature.ts";
import { winsMenuTexts } from "./menuTexts.ts";

export const wins: Feature = {
  id: "wins",
  links: [
    {
      place: "answer",
      label: () => winsMenuTexts.wins,
      address: ({ rules, compares }) =>
        rules.size > 1 && compares ? addressOf("algorithms", "which-one-wins") : null,
    },
  ],
  pages: [
    {
      id: "which-one-wins",
      within: "algorithms",
      name: () => winsMenuTexts.wins,
      load: () => import("./MatrixPage.tsx"),
    },
  ],
};

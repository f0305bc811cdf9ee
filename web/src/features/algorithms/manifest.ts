// The reference: a page about each algorithm.
import type { Feature } from "../../extension/feature.ts";
import { pageTexts } from "../../texts/index.ts";

export const algorithms: Feature = {
  id: "algorithms",
  pages: [
    {
      id: "algorithms",
      name: () => pageTexts.app.algorithms,
      load: async () => {
        const [view, { loadMathFont }] = await Promise.all([
          import("./AlgorithmsView.tsx"),
          import("../../components/mathFont.ts"),
        ]);
        await loadMathFont();
        return view;
      },
    },
    {
      id: "which-one-wins",
      within: "algorithms",
      name: () => pageTexts.app.wins,
      load: () => import("./MatrixPage.tsx"),
    },
  ],
};

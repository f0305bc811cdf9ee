// The reference: a page about each algorithm.
import type { Feature } from "../../extension/feature.ts";
import { referenceMenuTexts } from "./menuTexts.ts";

export const reference: Feature = {
  id: "reference",
  pages: [
    {
      id: "algorithms",
      name: () => referenceMenuTexts.algorithms,
      load: async () => {
        const [view, { loadMathFont }] = await Promise.all([
          import("./AlgorithmsView.tsx"),
          import("../../components/mathFont.ts"),
        ]);
        await loadMathFont();
        return view;
      },
    },
  ],
};

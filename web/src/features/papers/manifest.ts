// Papers: experiments of papers with their figures. The page shows the index and the stored results in `public/papers`,
// which the papers crate writes, and draws them with `charts/paper/`. A click on a cell of a figure opens the scenario of
// this cell in the Lab; the stored results contain the scenarios. The folders are `results/` (stored results and verdicts),
// `figures/` (figures, tables and their files), `runs/` (runs in the browser, compared with the stored ones) and `questions/`
// (what-if questions).
import type { Feature } from "../../extension/feature.ts";
import { notInSavedFile } from "../../extension/parts.tsx";
import { paperMenuTexts } from "./menuTexts.ts";

export const papers: Feature = {
  id: "papers",
  pages: [
    {
      id: "papers",
      name: () => paperMenuTexts.papers,
      load:
        import.meta.env.MODE === "saved-file"
          ? notInSavedFile(() => paperMenuTexts.papers, "papers")
          : () => import("./PapersView.tsx"),
    },
  ],
};

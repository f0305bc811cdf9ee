// Papers: experiments of papers with their figures.
import type { Feature } from "../../extension/feature.ts";
import { notInSavedFile } from "../../extension/parts.tsx";
import { pageTexts } from "../../texts/index.ts";

export const papers: Feature = {
  id: "papers",
  pages: [
    {
      id: "papers",
      name: () => pageTexts.app.papers,
      load:
        import.meta.env.MODE === "saved-file"
          ? notInSavedFile(() => pageTexts.app.papers, "papers")
          : () => import("./PapersView.tsx"),
    },
  ],
};

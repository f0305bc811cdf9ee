// Papers: experiments of papers with their figures.
import type { Feature } from "../../extension/feature.ts";
import { notInSavedFile } from "../../extension/parts.tsx";
import { S } from "../../strings/index.ts";

export const papers: Feature = {
  id: "papers",
  pages: [
    {
      id: "papers",
      name: () => S.app.papers,
      load:
        import.meta.env.MODE === "saved-file"
          ? notInSavedFile(() => S.app.papers, "papers")
          : () => import("./PapersView.tsx"),
    },
  ],
};

// Models of the literature for the shown run: a view of their own, and lines over the charts of rate, queue and window.
import type { Feature } from "../../extension/feature.ts";
import { modelMenuTexts } from "./menuTexts.ts";

const computed: Pick<Feature, "views" | "layers"> = {
  views: [
    {
      id: "models",
      name: () => modelMenuTexts.models,
      hint: () => modelMenuTexts.hint,
      picture: ["M6 40L24 14V28L44 12V27L64 13V28L84 12", "M6 36Q30 20 92 20"],
      load: () => import("./ModelsView.tsx"),
    },
  ],
  layers: [
    {
      id: "models",
      name: () => modelMenuTexts.models,
      tip: () => modelMenuTexts.tip,
      charts: ["rate", "queue", "window"],
      load: () => import("./ModelsOverCharts.tsx"),
    },
  ],
};

export const models: Feature = {
  id: "models",
  ...(import.meta.env.MODE === "saved-file" ? {} : computed),
  offers: { modelNames: async () => (await import("./texts/index.ts")).modelTexts.names },
};

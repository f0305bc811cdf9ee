// Measured data: files of other tools, drawn over the charts.
import type { Feature } from "../../extension/feature.ts";

export const measured: Feature = {
  id: "measured",
  parts: [
    { place: "charts", load: () => import("./MeasuredPlace.tsx") },
    { place: "shareLink", load: () => import("./MeasuredNote.tsx") },
  ],
  offers: { measuredFiles: async () => (await import("./offer.tsx")).offer },
};

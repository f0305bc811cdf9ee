// Measured paths: networks to start from, in the format of the network profiles of Microsoft's iBox.
import type { Feature } from "../../extension/feature.ts";

export const paths: Feature = {
  id: "paths",
  parts: [{ place: "newScenario", load: () => import("./MeasuredPaths.tsx") }],
  offers: { measuredPath: async () => (await import("./profile.ts")).readPathFile },
};

// A web page as a browser draws it while it loads, above the charts and in place of the chart of a question.
import type { Feature } from "../../extension/feature.ts";
import { stagePart } from "../../extension/stagePart.ts";

export const page: Feature = {
  id: "page",
  parts: [stagePart("page", "page", () => import("./Filmstrip.tsx"))],
};

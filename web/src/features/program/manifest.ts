// The editor of a flow's program, with the algorithm "own".
import type { Feature } from "../../extension/feature.ts";

export const program: Feature = {
  id: "program",
  parts: [{ place: "programEditor", load: () => import("./ProgramPanel.tsx") }],
};

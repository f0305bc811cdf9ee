// The player of adaptive video: its buffer, the quality and the stalls, above the charts and in place of the chart of a question.
import type { Feature } from "../../extension/feature.ts";
import { stagePart } from "../../extension/stagePart.ts";

export const player: Feature = {
  id: "player",
  parts: [stagePart("player", "video", () => import("./Player.tsx"))],
};

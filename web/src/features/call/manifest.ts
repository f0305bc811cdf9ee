// A call that one can see: what a sender's camera sees and what the receiver shows, at the playhead.
import type { Feature } from "../../extension/feature.ts";
import { stagePart } from "../../extension/stagePart.ts";

export const call: Feature = {
  id: "call",
  parts: [stagePart("call", "media", () => import("./CallTiles.tsx"))],
};

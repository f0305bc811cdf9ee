// A call that one can see: what a sender's camera sees and what the receiver shows, at the playhead.
import type { Feature } from "../../extension/feature.ts";

/** The name by which a question asks for the tiles among its pictures. */
const PICTURE = "call";

export const call: Feature = {
  id: "call",
  parts: [
    {
      place: "stage",
      isNeeded: ({ doc, pictures = [PICTURE] }) =>
        pictures.includes(PICTURE) && (doc.flows ?? []).some(({ source }) => source?.kind === "media"),
      load: () => import("./CallTiles.tsx"),
    },
  ],
};

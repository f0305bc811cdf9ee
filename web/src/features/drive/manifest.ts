// Drive by hand: a person moves the window of one flow while the run goes on in real time.
import { addressOf } from "../../address/route.ts";
import type { Feature } from "../../extension/feature.ts";
import { F } from "../../strings/face.ts";

export const drive: Feature = {
  id: "drive",
  pages: [{ id: "drive", under: "lessons", load: () => import("./DriveView.tsx") }],
  links: [
    { place: "questions", label: () => F.drive, address: () => addressOf("drive") },
    { place: "lessons", label: () => F.driveInLessons, address: () => addressOf("drive") },
    { place: "flow", label: () => F.driveByHand, address: (flow) => addressOf("drive", `lab/${flow}`) },
    {
      place: "algorithm",
      label: () => F.driveByHand,
      address: (id) => (id === "hand" ? addressOf("drive") : null),
    },
  ],
};

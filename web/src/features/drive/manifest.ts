// Drive by hand: a person moves the window of one flow while the run goes on in real time. The run has the mode "driven":
// the worker computes only to the time that the page asks for (`RunHandle.advance`), with new timeline entries before each
// step. At the end, the moves are the timeline of a document, whose run as a whole gives the score and the result ID.
import { addressOf } from "../../address/route.ts";
import type { Feature } from "../../extension/feature.ts";
import { driveMenuTexts } from "./menuTexts.ts";

/** With more flows, one flow changes little. */
const MOST_FLOWS = 4;

export const drive: Feature = {
  id: "drive",
  pages: [{ id: "drive", under: "lessons", load: () => import("./DriveView.tsx") }],
  links: [
    {
      place: "answer",
      label: () => driveMenuTexts.instead,
      // The person takes the place of the last flow.
      address: ({ flows, compares }) => {
        const last = flows.at(-1);
        return last && compares && flows.length > 1 && flows.length <= MOST_FLOWS
          ? addressOf("drive", `lab/${last.id}`)
          : null;
      },
    },
    { place: "questions", label: () => driveMenuTexts.question, address: () => addressOf("drive") },
    { place: "lessons", label: () => driveMenuTexts.inLessons, address: () => addressOf("drive") },
    {
      place: "flow",
      label: () => driveMenuTexts.driveByHand,
      address: (flow) => addressOf("drive", `lab/${flow}`),
    },
    {
      place: "algorithm",
      label: () => driveMenuTexts.driveByHand,
      address: (id) => (id === "hand" ? addressOf("drive") : null),
    },
  ],
};

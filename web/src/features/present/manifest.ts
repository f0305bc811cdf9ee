// Presentations: the page without its header and with larger type, with a second window for the lecturer, which the
// projected page opens and to which it gives a `MessagePort`. Each part of the state that both share (the section, the
// scenario, the playhead, the view, the state of a lesson) is registered with the desk (`extension/desk.ts`). A change has a
// number and the name of its window, and the change with the higher number applies, so both windows show the same once all
// messages have arrived. While the picture is frozen, changes are not sent; afterwards the lecturer's state applies. After
// a reload of one window, the state of the other window applies.
import type { Feature } from "../../extension/feature.ts";
import { isLecturer } from "../../extension/notes.ts";
import { isProjected } from "./window.ts";

export const present: Feature = {
  id: "present",
  parts: [
    {
      place: "presentation",
      isNeeded: ({ presenting }) => presenting || isLecturer() || isProjected(),
      load: () => import("./Presentation.tsx"),
    },
  ],
};

// A live class: a server in the room (`fairshare class`, sim-core/classroom) serves the page, and collects what the class
// predicts in a lesson. Phones open `#/class/CODE`; the lecturer opens `#/class/CODE/KEY`, and then asks at the steps of
// lessons. Without a server, the lecturer can still enter a show of hands.
import { addressOf } from "../../address/route.ts";
import type { Feature } from "../../extension/feature.ts";
import { isLecturer } from "../../extension/notes.ts";
import { ledRoom } from "./ledRoom.ts";
import { classMenuTexts } from "./menuTexts.ts";

export const classroom: Feature = {
  id: "classroom",
  pages: [{ id: "class", under: "lessons", canPresent: true, load: () => import("./ClassPage.tsx") }],
  links: [
    { place: "lessons", label: () => classMenuTexts.live, address: () => addressOf("class", ledRoom()) },
  ],
  parts: [
    {
      place: "lessonTask",
      isNeeded: ({ step, presenting }) =>
        step.task.kind === "choose"
          ? presenting || isLecturer() || ledRoom() !== null
          : step.task.kind === "predict" && ledRoom() !== null,
      load: () => import("./ClassTask.tsx"),
    },
  ],
};

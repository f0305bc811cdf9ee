import { localizedTogether } from "../../language/localized.ts";

export const driveMenuTexts = localizedTogether(
  {
    question: "Can you do better by hand?",
    driveByHand: "Drive by hand",
    instead: "Drive it by hand",
    inLessons: "Drive by hand: move the window of one flow yourself, against CUBIC or BBR",
  },
  () => import("./menu.json", { with: { type: "json" } }),
);

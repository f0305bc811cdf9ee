import { localizedTogether } from "../../language/localized.ts";

export const lineMenuTexts = localizedTogether(
  {
    line: "Your line",
    question: "What line do I have, and what would help?",
  },
  () => import("./menu.json", { with: { type: "json" } }),
);

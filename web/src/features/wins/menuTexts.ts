import { localizedTogether } from "../../language/localized.ts";

export const winsMenuTexts = localizedTogether(
  { wins: "Which one wins?" },
  () => import("./menu.json", { with: { type: "json" } }),
);

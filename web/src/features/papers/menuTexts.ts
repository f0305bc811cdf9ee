import { localizedTogether } from "../../language/localized.ts";

export const paperMenuTexts = localizedTogether(
  { papers: "Papers" },
  () => import("./menu.json", { with: { type: "json" } }),
);

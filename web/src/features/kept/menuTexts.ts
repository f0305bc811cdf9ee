import { localizedTogether } from "../../language/localized.ts";

export const keptMenuTexts = localizedTogether(
  { data: "Your data" },
  () => import("./menu.json", { with: { type: "json" } }),
);

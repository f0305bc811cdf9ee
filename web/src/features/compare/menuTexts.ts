import { localizedTogether } from "../../language/localized.ts";

export const compareMenuTexts = localizedTogether(
  { compare: "Compare" },
  () => import("./menu.json", { with: { type: "json" } }),
);

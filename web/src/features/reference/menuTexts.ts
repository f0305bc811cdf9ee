import { localizedTogether } from "../../language/localized.ts";

export const referenceMenuTexts = localizedTogether(
  { algorithms: "Algorithms" },
  () => import("./menu.json", { with: { type: "json" } }),
);

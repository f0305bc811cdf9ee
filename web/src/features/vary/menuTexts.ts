import { localizedTogether } from "../../language/localized.ts";

export const varyMenuTexts = localizedTogether(
  {
    vary: "Vary",
    varyThis: "Vary this setting",
  },
  () => import("./menu.json", { with: { type: "json" } }),
);

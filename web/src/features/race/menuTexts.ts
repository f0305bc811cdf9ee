import { localizedTogether } from "../../language/localized.ts";

export const raceMenuTexts = localizedTogether(
  {
    race: "The race",
    ofAll: "The race on ten networks",
  },
  () => import("./menu.json", { with: { type: "json" } }),
);

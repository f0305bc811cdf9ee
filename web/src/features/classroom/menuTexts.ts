import { localizedTogether } from "../../language/localized.ts";

export const classMenuTexts = localizedTogether(
  { live: "Live in class: everyone predicts, then the run is revealed" },
  () => import("./menu.json", { with: { type: "json" } }),
);

import { localizedTogether } from "../../language/localized.ts";

export const modelMenuTexts = localizedTogether(
  {
    models: "Models",
    tip: "Draw what the models of the literature give for this run",
    hint: "The measured line and what the models of the literature give. A dashed line is a model whose assumptions hold, a dotted line is a model outside its range. Bars at the bottom mark where the packets differ from the fluid model by more than 10\u202f%. The table states why a model holds or not. The switch Models in the head of a chart draws them over that chart.",
  },
  () => import("./menu.json", { with: { type: "json" } }),
);

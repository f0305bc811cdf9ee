// Vary: sweeps of the scenario of the Lab.
import { addressOf } from "../../address/route.ts";
import type { Feature } from "../../extension/feature.ts";
import { notInSavedFile } from "../../extension/parts.tsx";
import { varyMenuTexts } from "./menuTexts.ts";

export const vary: Feature = {
  id: "vary",
  pages: [
    {
      id: "vary",
      under: "lab",
      load:
        import.meta.env.MODE === "saved-file"
          ? notInSavedFile(() => varyMenuTexts.vary, "vary")
          : () => import("./VaryView.tsx"),
    },
  ],
  links: [
    { place: "transport", label: () => varyMenuTexts.vary, address: () => addressOf("vary") },
    { place: "menu", label: () => varyMenuTexts.vary, address: () => addressOf("vary") },
    {
      place: "setting",
      label: () => varyMenuTexts.varyThis,
      address: (path) => `${addressOf("vary")}?path=${encodeURIComponent(path)}`,
    },
  ],
};

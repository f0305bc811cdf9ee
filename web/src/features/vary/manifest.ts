// Vary: sweeps of the scenario of the Lab.
import { addressOf } from "../../address/route.ts";
import type { Feature } from "../../extension/feature.ts";
import { notInSavedFile } from "../../extension/parts.tsx";
import { pageTexts } from "../../texts/index.ts";

export const vary: Feature = {
  id: "vary",
  pages: [
    {
      id: "vary",
      under: "lab",
      load:
        import.meta.env.MODE === "saved-file"
          ? notInSavedFile(() => pageTexts.lab.vary, "vary")
          : () => import("./VaryView.tsx"),
    },
  ],
  links: [
    { place: "transport", label: () => pageTexts.lab.vary, address: () => addressOf("vary") },
    { place: "menu", label: () => pageTexts.lab.vary, address: () => addressOf("vary") },
    {
      place: "setting",
      label: () => pageTexts.lab.varyThis,
      address: (path) => `${addressOf("vary")}?path=${encodeURIComponent(path)}`,
    },
  ],
};

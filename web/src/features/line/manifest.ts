// Your line: the network of a measurement, and what would change it (docs/your-line.md).
import { addressOf } from "../../address/route.ts";
import type { Feature } from "../../extension/feature.ts";
import { notInSavedFile } from "../../extension/parts.tsx";
import { lineMenuTexts } from "./menuTexts.ts";

export const line: Feature = {
  id: "line",
  pages: [
    {
      id: "line",
      under: "lab",
      load:
        import.meta.env.MODE === "saved-file"
          ? notInSavedFile(() => lineMenuTexts.line, "line")
          : () => import("./LinePage.tsx"),
    },
  ],
  links: [{ place: "questions", label: () => lineMenuTexts.question, address: () => addressOf("line") }],
  ...(import.meta.env.MODE === "saved-file"
    ? {}
    : { offers: { fitLine: async () => (await import("./handedFile.ts")).fitLine } }),
};

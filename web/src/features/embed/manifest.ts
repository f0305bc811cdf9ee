// Embedded views: a scenario or a lesson in the frame of another page (docs/embedding.md).
import type { Feature } from "../../extension/feature.ts";
import { readEmbed } from "./address.ts";

export const embed: Feature = {
  id: "embed",
  frame: {
    isShown: () => globalThis.fairshareFile?.scorm ?? readEmbed(location.search) !== null,
    theme: () => readEmbed(location.search)?.theme ?? null,
    showsQuestion: () => readEmbed(location.search)?.face ?? false,
    load: () => import("./EmbedFrame.tsx"),
  },
  parts: [{ place: "share", load: () => import("./EmbedForm.tsx") }],
};

// The strings of the panel "Why?", which are loaded with it.
import { localized } from "./localized.ts";

export const WHY = localized("why", {
  title: "Why?",
  at: (label: string, t: string) => `${label} at ${t}`,
  loading: "Running the simulation again to record the decisions\u2026",
  none: "The algorithm made no decision from here to the end of the computed part of the run.",
  failed: "The decisions could not be loaded.",
  previous: "Previous decision",
  next: "Next decision",
  noEarlier: "There is no earlier decision of this flow.",
  noLater: "There is no later decision of this flow in the computed part of the run.",
  later: (seconds: string) =>
    `A sender notices a loss only after feedback or a timeout. The next decision came ${seconds} later, where the playhead is now:`,
  about: (algorithm: string) => `How ${algorithm} works`,
} as const);

// The strings of the panel "Why?", which are loaded with it.
import { localized } from "./localized.ts";

export const WHY = localized("why", {
  title: "Why?",
  at: (label: string, t: string) => `${label} at ${t}`,
  loading: "Running the simulation again to record the decisions\u2026",
  none: "The algorithm has made no decision in the computed part of the run.",
  earlier: (seconds: string) =>
    `No decision follows in the computed part of the run. The last one came ${seconds} earlier:`,
  failed: "The decisions could not be loaded.",
  previous: "Previous decision",
  next: "Next decision",
  noEarlier: "There is no earlier decision of this flow.",
  noLater: "There is no later decision of this flow in the computed part of the run.",
  later: (seconds: string) =>
    `A sender notices a loss only after feedback or a timeout. The next decision came ${seconds} later, where the playhead is now:`,
  details: "The decisions around it",
  so: (cause: string, effect: string) => `${cause}, so ${effect}.`,
  causes: {
    full: (n: number) => `Buffer full, ${n === 1 ? "1 packet" : `${n} packets`} dropped`,
    queue: (n: number) => `The queue dropped ${n === 1 ? "a packet" : `${n} packets`}`,
    rule: (n: number) => `A loss rule dropped ${n === 1 ? "a packet" : `${n} packets`}`,
    receiver: (n: number) =>
      `The receiver\u2019s buffer was full and lost ${n === 1 ? "a packet" : `${n} packets`}`,
  },
  reducedWindow: (flow: string, isHalf: boolean, from: string, to: string) =>
    `${flow} ${isHalf ? "halved" : "reduced"} its window from ${from} to ${to} ${to === "1" ? "packet" : "packets"}`,
  reducedRate: (flow: string, isHalf: boolean, from: string, to: string) =>
    `${flow} ${isHalf ? "halved" : "reduced"} its rate from ${from} to ${to}`,
  atPlayhead: (t: string) => `Explain ${t}, where the playhead is`,
  losses: {
    full: (link: string, n: number) =>
      `The queue of \u201c${link}\u201d was full and dropped ${n === 1 ? "a packet" : `${n} packets`} of this flow.`,
    queue: (link: string, n: number) =>
      `The queue of \u201c${link}\u201d dropped ${n === 1 ? "a packet" : `${n} packets`} of this flow.`,
    rule: (link: string, n: number) =>
      `A loss rule of \u201c${link}\u201d dropped ${n === 1 ? "a packet" : `${n} packets`} of this flow.`,
    receiver: (_link: string, n: number) =>
      `The receiver\u2019s buffer was full and lost ${n === 1 ? "a packet" : `${n} packets`} of this flow.`,
  },
  about: (algorithm: string) => `How ${algorithm} works`,
} as const);

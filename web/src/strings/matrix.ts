// The strings of the table "Which one wins". They are loaded with it.
import { localized } from "./localized.ts";

export const M = localized("matrix", {
  lead: "Every algorithm against every other one, with an unlimited amount of data: two flows on a link of 10 Mb/s with a base round-trip time of 40 ms.",
  method: (version: string) =>
    `Each number is the mean over 8 seeds, or over 16 or 32 while the 95 % interval of the share is wider than 2 points in either direction. It is measured from 20 to 60 s. Simulator ${version}. All settings are defaults (TCP as in today\u2019s Linux), except that TRABOL and SCReAM have rates for a link of 10 Mb/s.`,
  caution:
    "Two flows do not show how an algorithm behaves among many. A share says nothing about its cause: an algorithm can be ahead because it ignores losses, or behind because it adapts once in several seconds.",
  hint: "Select a cell to open its run in the Lab. In the table, the arrow keys move from cell to cell.",
  network: "Network",
  networks: {
    bdp: "Drop-tail, one BDP",
    deep: "Drop-tail, four BDP",
    codel: "CoDel with ECN",
  },
  quantity: "Show",
  quantities: { share: "Share", utilisation: "Utilisation", wait: "Wait", loss: "Loss" },
  meanings: {
    share:
      "Share: the goodput of the row\u2019s flow in % of the goodput of both flows. At 50 % both have the same.",
    utilisation: "Utilisation: the part of the time in which the link sends, in %.",
    wait: "Wait: the mean queueing delay at the link, in ms.",
    loss: "Loss: the part of the packets that the link drops, in %.",
  },
  families: "Families",
  order: "Order",
  orders: { family: "By family", name: "By name", mean: "By mean" },
  valuesAgainst: "By the value against",
  mean: "Mean",
  meanOf: (row: string, value: string) => `${row}, mean against the others that are shown: ${value}`,
  against: (row: string, column: string) => `${row} against ${column}`,
  sentence: (pair: string, quantity: string, value: string) => `${pair}: ${quantity} ${value}`,
  shareSentence: (pair: string, value: string, seeds: number) =>
    `${pair}: ${value} of the goodput of both (95 % interval, ${seeds} seeds)`,
  shareOf: (algorithm: string) => `Share of ${algorithm}`,
  none: "Choose at least one family.",
  save: "Save",
  saveAs: (format: string) => `Save the table as ${format}`,
} as const);

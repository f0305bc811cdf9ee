// The strings that components contain. All other texts (strings/en.ts) are passed to components as properties.
import { formatQuantity } from "../scenario/units.ts";

export const WORDS = {
  close: "Close",
  help: (label: string) => `What is ${label}?`,
  helpFailed: "The help texts could not be loaded. Close and reopen this help to try again.",
  revert: (label: string, value: string) => `Reset ${label} to its default: ${value}`,
  changed: "changed from the default",
  exact: (label: string) => `${label}, exact value`,
  notANumber: (unit: string) => `Enter a number${unit ? `, for example ${EXAMPLES[unit] ?? "1"}` : ""}.`,
  between: (min: number, max: number, unit: string) =>
    `Between ${formatQuantity(min, unit, 6)} and ${formatQuantity(max, unit, 6)}.`,
  atLeast: (min: number, unit: string, above: boolean) =>
    `${above ? "More than" : "At least"} ${formatQuantity(min, unit, 6)}.`,
  atMost: (max: number, unit: string) => `At most ${formatQuantity(max, unit, 6)}.`,
  notWhole: "Enter a whole number.",
  unit: (label: string) => `Unit of ${label}`,
  varies: "Random within a range",
  from: "from",
  to: "to",
  none: "None",
  moreFields: (n: number) => `${n} more settings`,
  specify: (label: string) => `Specify: ${label}`,
  atMostItems: (n: number) => `At most ${n} entries.`,
  add: "Add",
  remove: "Remove",
} as const;

const EXAMPLES: Readonly<Record<string, string>> = {
  "bit/s": "10M or 1.5 Gbit/s",
  s: "40ms or 2 s",
  bytes: "64KiB or 1500",
  packets: "30",
};

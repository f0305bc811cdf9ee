// The few words that components say by themselves. Everything else is handed to them; see app/strings.ts.
import { formatQuantity } from "../scenario/units.ts";

export const WORDS = {
  close: "Close",
  help: (label: string) => `What is ${label}?`,
  helpMissing: "The help texts could not be loaded. Close this and open it again to try once more.",
  revert: (label: string, value: string) => `Back to the default of ${label}: ${value}`,
  changed: "changed from the default",
  exact: (label: string) => `${label}, exact value`,
  notANumber: (unit: string) =>
    `Please type a number${unit ? `, for example ${EXAMPLES[unit] ?? "1"}` : ""}.`,
  between: (min: number, max: number, unit: string) =>
    `Between ${formatQuantity(min, unit, 6)} and ${formatQuantity(max, unit, 6)}.`,
  atLeast: (min: number, unit: string, above: boolean) =>
    `${above ? "More than" : "At least"} ${formatQuantity(min, unit, 6)}.`,
  atMost: (max: number, unit: string) => `At most ${formatQuantity(max, unit, 6)}.`,
  whole: "A whole number, please.",
  unit: (label: string) => `Unit of ${label}`,
  varies: "A range: each flow draws its own",
  from: "from",
  to: "to",
  moreActions: "More actions",
  seeAlso: "Source",
  none: "None",
  moreFields: (n: number) => `${n} more settings`,
  own: (label: string) => `${label}: of its own`,
  atMostItems: (n: number) => `At most ${n} entries.`,
  add: "Add",
  remove: "Remove",
  ownSettings: (otherwise: string) => `Settings of its own${otherwise ? ` (else: ${otherwise})` : ""}`,
} as const;

const EXAMPLES: Readonly<Record<string, string>> = {
  "bit/s": "10M or 1.5 Gbit/s",
  s: "40ms or 2 s",
  bytes: "64KiB or 1500",
  packets: "30",
};

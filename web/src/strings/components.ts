// The texts that components contain. All other texts are passed to components as properties.
import { localized } from "./localized.ts";

export const WORDS = localized("components", {
  close: "Close",
  notInSavedFile: "A saved file does not contain this part of the page. It is at this address:",
  help: (label: string) => `What is ${label}?`,
  helpFailed: "The help texts could not be loaded. Close and reopen this help to try again.",
  revert: (label: string, value: string) => `Reset ${label} to its default: ${value}`,
  changed: "changed from the default",
  exact: (label: string) => `${label}, exact value`,
  notANumber: (example: string | null) =>
    `Enter a number${example === null ? "" : `, for example ${example}`}.`,
  or: (one: string, other: string) => `${one} or ${other}`,
  between: (min: string, max: string) => `Between ${min} and ${max}.`,
  above: (min: string) => `More than ${min}.`,
  atLeast: (min: string) => `At least ${min}.`,
  atMost: (max: string) => `At most ${max}.`,
  notWhole: "Enter a whole number.",
  unit: (label: string) => `Unit of ${label}`,
  varies: "Random within a range",
  from: "from",
  to: "to",
  none: "None",
  moreFields: (n: number) => (n === 1 ? "1 more setting" : `${n} more settings`),
  specify: (label: string) => `Specify: ${label}`,
  atMostItems: (n: number) => `At most ${n} entries.`,
  add: "Add",
  remove: "Remove",
} as const);

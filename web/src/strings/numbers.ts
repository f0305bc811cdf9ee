// The words for the numbers of a run that the page shows. The English names are those of the registry
// (generated/numbers.ts). Templates get a name as a title and as it is within a sentence.
import { NUMBERS } from "../generated/numbers.ts";
import { localized } from "./localized.ts";

const SHOWN = NUMBERS.filter(
  ({ shown, stored, compared }) => shown === true || stored === true || compared !== undefined,
);
const each = (texts: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(texts.map((text) => [text, text]));

export const NUMBER_TEXTS = localized("numbers", {
  labels: each(SHOWN.map(({ label }) => label)),
  docs: each(SHOWN.flatMap(({ doc }) => doc ?? [])),
  statistics: {
    mean: (_title: string, within: string) => `Mean ${within}`,
    p50: (_title: string, within: string) => `Median ${within}`,
    p95: (title: string, _within: string) => `${title}, p95`,
    p99: (title: string, _within: string) => `${title}, p99`,
    max: (_title: string, within: string) => `Longest ${within}`,
  },
  within: (_title: string, within: string) => within,
  ofOwner: (owner: string, _title: string, within: string) => `${owner}: ${within}`,
} as const);

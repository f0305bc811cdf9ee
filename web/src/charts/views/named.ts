// Descriptions name only a few flows one by one.
import { viewTexts } from "./texts/index.ts";

/** A description names at most this many flows. */
const MAX_NAMED = 6;

/** The texts of the first items and, if there are more items, their number. */
export function namedParts<T>(items: readonly T[], text: (item: T) => string): readonly string[] {
  const named = items.slice(0, MAX_NAMED).map(text);
  const others = items.length - named.length;
  return others > 0 ? [...named, viewTexts.others({ n: others })] : named;
}

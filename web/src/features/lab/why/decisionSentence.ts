// The sentences of decisions. The simulator states decisions as numbers, and the sentences are loaded with
// the panel "Why?".
import sentences, { type DecisionSentence } from "virtual:sentences";
import type { Decision } from "../../../engine/types.ts";
import { formatQuantity, significant } from "../../../scenario/units.ts";

/**
 * Units that are written together with the value. The sentences do not contain the names of these units. They
 * contain the names of all others, such as packets.
 */
const WRITTEN_UNITS: readonly string[] = ["s", "bit/s", "bytes"];
const DIGITS = 4;

/** A decision as a sentence, with rounded numbers and typographic arrows. */
export function sentenceOf(decision: Decision): string {
  if (decision.said !== null) return decision.said;
  return filled(decision)
    .replaceAll("->", "\u2192")
    .replace(/(?<![\d.])1 packets/g, "1 packet");
}

function filled({ by, kind, values }: Decision): string {
  const sentence: DecisionSentence | undefined = sentences[by]?.[kind];
  if (!sentence) return "";
  return sentence.template.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const index = sentence.inputs.findIndex(([input]) => input === name);
    const [, unit] = sentence.inputs[index] ?? [];
    if (unit === undefined) return placeholder;
    const value = values[index] ?? Number.NaN;
    return WRITTEN_UNITS.includes(unit) ? formatQuantity(value, unit, DIGITS) : significant(value, DIGITS);
  });
}

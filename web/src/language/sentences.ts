// Sentences that come from the simulator in English, in the language of the page. A table in the texts of a part has them by their English
// text, where `<name>` stands for what varies. What stands there is translated by the same table, and `<n>` or `<n2>` is a number.
import { localNumber } from "./localized.ts";

const PART = /<(\w+)>/g;
const NUMBER = /^n\d?$/;
const patterns = new Map<string, RegExp>();

/** The pattern of the sentences that an English text of a table stands for. */
export function patternOf(english: string): RegExp {
  const known = patterns.get(english);
  if (known) return known;
  const seen = new Set<string>();
  const parts = english.split(PART).map((part, i) => {
    if (i % 2 === 0) return part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    const isNew = !seen.has(part);
    seen.add(part);
    return isNew ? `(?<${part}>${NUMBER.test(part) ? "[-+\\d.e]+" : ".+?"})` : `\\k<${part}>`;
  });
  const pattern = new RegExp(`^${parts.join("")}$`, "s");
  patterns.set(english, pattern);
  return pattern;
}

/** A sentence in the language of the page. One that the table does not have stays as it is. */
export function translated(sentence: string, table: object): string {
  const texts = table as Readonly<Record<string, string>>;
  if (Object.hasOwn(texts, sentence)) return texts[sentence] ?? sentence;
  for (const [english, text] of Object.entries(texts)) {
    const parts = english.includes("<") && patternOf(english).exec(sentence)?.groups;
    if (parts)
      return text.replace(PART, (_, name: string) => {
        const part = parts[name] ?? "";
        return NUMBER.test(name) ? localNumber(part) : translated(part, table);
      });
  }
  return sentence;
}

// The rules of algorithms in the language of the page, with the captions of their pictures, their signals, and the sentences about
// their runs.
import { localNumber } from "../../../language/localized.ts";
import { ruleTexts } from "./texts/index.ts";

/** Formulas and code, which the table has not. */
const FIXED = /\$\$[^$]+\$\$|\$[^$]+\$|`[^`]+`/g;

const POINT = /(?<=\d)\.(?=\d)/g;

/** The words of a formula. */
export const WORDS = /(?<=\\text\{ ?)[a-z][^}]*?(?= ?\})/g;

/** A paragraph as the table has it: `<1>`, `<2>` and so on stand for its formulas and code. */
export function keyOf(paragraph: string): string {
  let n = 0;
  return paragraph.replace(FIXED, () => `<${++n}>`);
}

export const hasWords = (key: string): boolean => /[A-Za-z]{2}/.test(key);

interface ShownText {
  readonly text: string;
  /** Is set when a part of the text has no translation. */
  readonly lang: "en" | undefined;
}

/** A text, paragraph by paragraph. A paragraph that the table does not have stays as it is. */
export function rulesInLanguage(english: string): ShownText {
  const table = ruleTexts.rules as Readonly<Record<string, string>>;
  const fixedPart = (part: string): string =>
    part.startsWith("$")
      ? part
          .replace(WORDS, (words) => table[words] ?? words)
          .replace(POINT, localNumber(".") === "," ? "{,}" : ".")
      : part;
  let isTranslated = true;
  const paragraphs = english.split("\n\n").map((paragraph) => {
    const fixed = paragraph.match(FIXED) ?? [];
    const key = keyOf(paragraph);
    const own = table[key];
    if (own === undefined && hasWords(key)) isTranslated = false;
    const shown = own ?? (hasWords(key) ? key : key.replace(POINT, localNumber(".")));
    return shown.replace(/<(\d+)>/g, (_, n) => fixedPart(fixed[Number(n) - 1] ?? ""));
  });
  return { text: paragraphs.join("\n\n"), lang: isTranslated ? undefined : "en" };
}

// Reads Markdown with formulas between dollar signs. The result is plain data, which Prose.tsx renders: no text
// becomes markup.
import { Lexer, Marked, type Token, type Tokens } from "marked";

/** A formula between single or double dollar signs. */
export interface Formula extends Tokens.Generic {
  readonly type: "math" | "displayMath";
  readonly tex: string;
}

const formula = (type: Formula["type"], level: "block" | "inline", delimiter: string, pattern: RegExp) => ({
  name: type,
  level,
  start: (text: string): number | undefined => {
    const at = text.indexOf(delimiter);
    return at < 0 ? undefined : at;
  },
  tokenizer: (text: string): Formula | undefined => {
    const match = pattern.exec(text);
    return match ? { type, raw: match[0], tex: (match[1] ?? "").trim() } : undefined;
  },
});

const reader = new Marked({
  extensions: [
    formula("displayMath", "block", "$$", /^ *\$\$([^$]+)\$\$ */),
    formula("math", "inline", "$", /^\$([^$]+)\$/),
  ],
  // Only marked links are links, and a tilde means about.
  tokenizer: { url: () => undefined, del: () => undefined },
});

/** The blocks of a text. */
export const parseMarkdown = (text: string): readonly Token[] => reader.lexer(text);

/** The parts of a text without blocks. */
export const parseInline = (text: string): readonly Token[] => Lexer.lexInline(text, reader.defaults);

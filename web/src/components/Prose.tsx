// Renders Markdown as React elements. The library temml renders formulas as MathML.
import "./prose.css";
import { Lexer, Marked, type MarkedToken, type Token, type Tokens } from "marked";
import { Fragment, type ReactNode, useCallback, useMemo } from "react";
import temml from "temml";
import "./math.css";

interface ProseProps {
  readonly text: string;
  /** The level that top-level headings of the text have in the page. */
  readonly level?: number;
  readonly lang?: "en" | undefined;
}

/** A Markdown text with blocks. */
export function Prose({ text, level = 2, lang }: ProseProps): ReactNode {
  const blocks = useMemo(() => parseMarkdown(text), [text]);
  return (
    <div className="prose stack" lang={lang}>
      {nodes(blocks, level)}
    </div>
  );
}

/** A Markdown text without blocks. */
export function InlineProse({ text, lang }: Pick<ProseProps, "text" | "lang">): ReactNode {
  return <span lang={lang}>{nodes(parseInline(text))}</span>;
}

/** The parts of a text never move, so their positions are their keys. */
const nodes = (tokens: readonly Token[] = [], level = 2): ReactNode =>
  tokens.map((token, key) => nodeOf(token as MarkedToken | Formula, key, level));

function nodeOf(token: MarkedToken | Formula, key: number, level: number): ReactNode {
  switch (token.type) {
    case "math":
    case "displayMath":
      return <FormulaNode key={key} tex={token["tex"]} display={token.type === "displayMath"} />;
    case "space":
      return null;
    case "heading": {
      const Heading = `h${Math.min(6, token.depth + level - 1)}` as "h2" | "h3" | "h4" | "h5" | "h6";
      return <Heading key={key}>{nodes(token.tokens)}</Heading>;
    }
    case "paragraph":
      return <p key={key}>{nodes(token.tokens)}</p>;
    case "code":
      return <pre key={key}>{token.text}</pre>;
    case "list": {
      const List = token.ordered ? "ol" : "ul";
      return <List key={key}>{nodes(token.items, level)}</List>;
    }
    case "list_item":
      return <li key={key}>{nodes(token.tokens, level)}</li>;
    case "table":
      return (
        <table key={key} className="table">
          <thead>
            <tr>{cells(token.header)}</tr>
          </thead>
          <tbody>
            {token.rows.map((row, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
              <tr key={i}>{cells(row)}</tr>
            ))}
          </tbody>
        </table>
      );
    case "codespan":
      return <code key={key}>{token.text}</code>;
    case "strong":
      return <strong key={key}>{nodes(token.tokens)}</strong>;
    case "em":
      return <em key={key}>{nodes(token.tokens)}</em>;
    case "link":
      // An address of another kind, such as javascript:, stays a text.
      return /^https?:\/\//.test(token.href) ? (
        <a key={key} href={token.href} target="_blank" rel="noreferrer">
          {nodes(token.tokens)}
        </a>
      ) : (
        token.raw
      );
    case "text":
      return token.tokens ? <Fragment key={key}>{nodes(token.tokens)}</Fragment> : token.text;
    case "escape":
      return token.text;
    default:
      // HTML, and what no text of the page uses, stays a text.
      return token.raw;
  }
}

const cells = (row: readonly Tokens.TableCell[]): ReactNode =>
  row.map(({ header, tokens }, key) => {
    const Cell = header ? "th" : "td";
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
      <Cell key={key} scope={header ? "col" : undefined}>
        {nodes(tokens)}
      </Cell>
    );
  });

function FormulaNode({
  tex,
  display = false,
}: {
  readonly tex: string;
  readonly display?: boolean;
}): ReactNode {
  // temml makes elements and not markup, which the policies of the page forbid (scripts/lib/policy.mjs).
  const draw = useCallback(
    (element: HTMLElement | null) => {
      if (element) temml.render(tex, element, { displayMode: display, throwOnError: false, trust: false });
    },
    [tex, display],
  );
  const Wrapper = display ? "div" : "span";
  return <Wrapper className={display ? "formula" : "formula-inline"} ref={draw} />;
}

/** A formula between single or double dollar signs. */
interface Formula extends Tokens.Generic {
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
const parseMarkdown = (text: string): readonly Token[] => reader.lexer(text);

/** The parts of a text without blocks. */
const parseInline = (text: string): readonly Token[] => Lexer.lexInline(text, reader.defaults);

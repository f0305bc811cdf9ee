// Renders Markdown as React elements. The library temml renders formulas as MathML. The texts come from the
// simulator and are English.

import "../styles/reference.css";
import { type ReactNode, useCallback, useMemo } from "react";
import temml from "temml";
import { type Block, type Inline, parseInline, parseMarkdown } from "./markdown.ts";
import "./math.css";

/**
 * A Markdown text with blocks. Top-level headings of the text become headings of the level `level` in the
 * page.
 */
export function Prose({ text, level = 2 }: { readonly text: string; readonly level?: number }): ReactNode {
  const blocks = useMemo(() => parseMarkdown(text), [text]);
  return (
    <div className="prose" lang="en">
      {blocks.map((block, i) => blockNode(block, i, level))}
    </div>
  );
}

/** A Markdown text without blocks. */
export function InlineProse({ text }: { readonly text: string }): ReactNode {
  return <span lang="en">{inlineNodes(parseInline(text))}</span>;
}

function blockNode(block: Block, key: number, level: number): ReactNode {
  switch (block.kind) {
    case "heading": {
      const Heading = `h${Math.min(6, block.level + level - 1)}` as "h2" | "h3" | "h4" | "h5" | "h6";
      return <Heading key={key}>{inlineNodes(block.children)}</Heading>;
    }
    case "paragraph":
      return <p key={key}>{inlineNodes(block.children)}</p>;
    case "math":
      return <Formula key={key} tex={block.tex} display />;
    case "code":
      return <pre key={key}>{block.text}</pre>;
    case "list": {
      const List = block.ordered ? "ol" : "ul";
      return (
        <List key={key}>
          {block.items.map((item, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
            <li key={i}>
              {item.length === 1 && item[0]?.kind === "paragraph"
                ? inlineNodes(item[0].children)
                : item.map((b, k) => blockNode(b, k, level))}
            </li>
          ))}
        </List>
      );
    }
    case "table":
      return (
        <table key={key} className="table">
          <thead>
            <tr>
              {block.head.map((cell, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
                <th key={i} scope="col">
                  {inlineNodes(cell)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {block.rows.map((row, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
              <tr key={i}>
                {row.map((cell, k) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
                  <td key={k}>{inlineNodes(cell)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      );
  }
}

function inlineNodes(parts: readonly Inline[]): ReactNode {
  return parts.map((part, key) => {
    switch (part.kind) {
      case "text":
        return part.text;
      case "code":
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
        return <code key={key}>{part.text}</code>;
      case "math":
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
        return <Formula key={key} tex={part.tex} />;
      case "strong":
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
        return <strong key={key}>{inlineNodes(part.children)}</strong>;
      case "em":
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
        return <em key={key}>{inlineNodes(part.children)}</em>;
      case "link":
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
          <a key={key} href={part.href} target="_blank" rel="noreferrer">
            {inlineNodes(part.children)}
          </a>
        );
      default:
        return null;
    }
  });
}

function Formula({ tex, display = false }: { readonly tex: string; readonly display?: boolean }): ReactNode {
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

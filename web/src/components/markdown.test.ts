// The parser for the subset of Markdown that the texts of the catalogue use.
import { expect, test } from "vitest";
import catalogue from "../generated/catalogue.json";
import { type Block, type Inline, parseInline, parseMarkdown } from "./markdown.ts";

test("code, formulas, strong text, emphasis, links and plain text are parsed as inline elements", () => {
  expect(parseInline("a `b` $c^2$ **d *e* f** *g* [h](https://x.y/z) <b>")).toEqual([
    { kind: "text", text: "a " },
    { kind: "code", text: "b" },
    { kind: "text", text: " " },
    { kind: "math", tex: "c^2" },
    { kind: "text", text: " " },
    {
      kind: "strong",
      children: [
        { kind: "text", text: "d " },
        { kind: "em", children: [{ kind: "text", text: "e" }] },
        { kind: "text", text: " f" },
      ],
    },
    { kind: "text", text: " " },
    { kind: "em", children: [{ kind: "text", text: "g" }] },
    { kind: "text", text: " " },
    { kind: "link", href: "https://x.y/z", children: [{ kind: "text", text: "h" }] },
    { kind: "text", text: " <b>" },
  ]);
});

test("only web addresses become links", () => {
  expect(parseInline("[x](javascript:alert(1))")).toEqual([
    { kind: "text", text: "[x](javascript:alert(1))" },
  ]);
});

test("headings, paragraphs, lists, formulas and tables are parsed as blocks", () => {
  const blocks = parseMarkdown(
    "# T\n\nOne\ntwo\n\n* a\n* b\n  more\n\n$$\nx = 1\n$$\n\n| p | q |\n|---|---|\n| 1 | 2 |\n\n1. x\n2. y",
  );
  expect(blocks.map((b) => b.kind)).toEqual(["heading", "paragraph", "list", "math", "table", "list"]);
  expect(blocks[2]).toMatchObject({
    ordered: false,
    items: [[{ kind: "paragraph" }], [{ kind: "paragraph" }]],
  });
  expect(blocks[3]).toEqual({ kind: "math", tex: "x = 1" });
  expect(blocks[5]).toMatchObject({ ordered: true });
});

test("the parser supports all Markdown in the descriptions of the algorithms", () => {
  // Texts in which characters of Markdown remain after parsing.
  const leftovers: string[] = [];
  const inline = (parts: readonly Inline[]): void => {
    for (const part of parts) {
      if (part.kind === "text" && /\$|\*\*|`|\]\(/.test(part.text)) leftovers.push(part.text);
      if ("children" in part) inline(part.children);
    }
  };
  const walk = (blocks: readonly Block[]): void => {
    for (const block of blocks) {
      if (block.kind === "list") block.items.forEach(walk);
      else if (block.kind === "table") [...block.head, ...block.rows.flat()].forEach(inline);
      else if ("children" in block) inline(block.children);
    }
  };
  for (const algorithm of catalogue.algorithms) walk(parseMarkdown(algorithm.doc));
  expect(leftovers).toEqual([]);
});

// A parser for the subset of Markdown that the descriptions of algorithms use: headings, paragraphs, lists,
// tables, code, strong text, emphasis, links, and formulas between dollar signs. The result is plain data, so
// the page inserts no text as markup. Only formulas become markup, which temml generates (Prose.tsx).

export type Inline =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "math"; readonly tex: string }
  | { readonly kind: "strong" | "em"; readonly children: readonly Inline[] }
  | { readonly kind: "link"; readonly href: string; readonly children: readonly Inline[] };

export type Block =
  | { readonly kind: "heading"; readonly level: number; readonly children: readonly Inline[] }
  | { readonly kind: "paragraph"; readonly children: readonly Inline[] }
  | { readonly kind: "math"; readonly tex: string }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "list"; readonly ordered: boolean; readonly items: readonly (readonly Block[])[] }
  | {
      readonly kind: "table";
      readonly head: readonly (readonly Inline[])[];
      readonly rows: readonly (readonly (readonly Inline[])[])[];
    };

/** A list item: its indentation, its marker and its text. */
const ITEM = /^(\s*)([*-]|\d+[.)])\s+(.*)$/;

export function parseMarkdown(text: string): readonly Block[] {
  return parseBlocks(text.replaceAll("\r", "").split("\n"));
}

function parseBlocks(lines: readonly string[]): readonly Block[] {
  const blocks: Block[] = [];
  let i = 0;
  const line = (index: number): string => lines[index] ?? "";
  while (i < lines.length) {
    const current = line(i);
    const trimmed = current.trim();
    if (trimmed === "") {
      i += 1;
    } else if (trimmed.startsWith("```")) {
      const body: string[] = [];
      for (i += 1; i < lines.length && !line(i).trim().startsWith("```"); i += 1) body.push(line(i));
      i += 1;
      blocks.push({ kind: "code", text: body.join("\n") });
    } else if (/^#{1,6}\s/.test(trimmed)) {
      const level = /^#+/.exec(trimmed)?.[0].length ?? 1;
      blocks.push({ kind: "heading", level, children: parseInline(trimmed.slice(level).trim()) });
      i += 1;
    } else if (trimmed.startsWith("$$")) {
      let tex = trimmed.slice(2);
      while (!tex.includes("$$") && i + 1 < lines.length) {
        i += 1;
        tex += `\n${line(i)}`;
      }
      const end = tex.indexOf("$$");
      blocks.push({ kind: "math", tex: (end < 0 ? tex : tex.slice(0, end)).trim() });
      const textAfter = end < 0 ? "" : tex.slice(end + 2).trim();
      if (textAfter !== "") blocks.push({ kind: "paragraph", children: parseInline(textAfter) });
      i += 1;
    } else if (ITEM.test(current)) {
      const [list, afterList] = parseList(lines, i);
      blocks.push(list);
      i = afterList;
    } else if (trimmed.startsWith("|") && /^\|[\s:|-]+\|?$/.test(line(i + 1).trim())) {
      const head = parseCells(trimmed);
      const rows: (readonly (readonly Inline[])[])[] = [];
      for (i += 2; i < lines.length && line(i).trim().startsWith("|"); i += 1)
        rows.push(parseCells(line(i).trim()));
      blocks.push({ kind: "table", head, rows });
    } else {
      const body: string[] = [];
      while (i < lines.length && line(i).trim() !== "" && (body.length === 0 || !startsBlock(line(i)))) {
        body.push(line(i).trim());
        i += 1;
      }
      blocks.push(...parseParagraph(body.join(" ")));
    }
  }
  return blocks;
}

/** The blocks of a paragraph. A formula between double dollar signs inside the paragraph becomes a block. */
function parseParagraph(text: string): readonly Block[] {
  return text.split(/\$\$([^$]+)\$\$/).flatMap((part, index): readonly Block[] => {
    const trimmed = part.trim();
    if (trimmed === "") return [];
    // Because of the group in the expression, every second part is a formula.
    return index % 2 === 1
      ? [{ kind: "math", tex: trimmed }]
      : [{ kind: "paragraph", children: parseInline(trimmed) }];
  });
}

function startsBlock(line: string): boolean {
  return ITEM.test(line) || /^\s*(#{1,6}\s|\$\$|```|\|)/.test(line);
}

/**
 * Parses the list whose first item is in line `start`. Returns the list and the index of the line after it.
 */
function parseList(lines: readonly string[], start: number): readonly [Block, number] {
  const first = ITEM.exec(lines[start] ?? "");
  const indent = first?.[1]?.length ?? 0;
  const ordered = /\d/.test(first?.[2] ?? "");
  const items: (readonly Block[])[] = [];
  let i = start;
  while (i < lines.length) {
    const match = ITEM.exec(lines[i] ?? "");
    if (!match || (match[1]?.length ?? 0) !== indent || /\d/.test(match[2] ?? "") !== ordered) break;
    const body = [match[3] ?? ""];
    const textIndent = (match[0].length ?? 0) - (match[3]?.length ?? 0);
    for (i += 1; i < lines.length; i += 1) {
      const next = lines[i] ?? "";
      const nextIndent = next.length - next.trimStart().length;
      if (next.trim() === "") {
        const after = lines[i + 1] ?? "";
        if (after.trim() === "" || after.length - after.trimStart().length <= indent) break;
        body.push("");
      } else if (nextIndent > indent) body.push(next.slice(Math.min(nextIndent, textIndent)));
      else break;
    }
    while (i < lines.length && (lines[i] ?? "").trim() === "" && ITEM.test(lines[i + 1] ?? "")) i += 1;
    items.push(parseBlocks(body));
  }
  return [{ kind: "list", ordered, items }, i];
}

/** The cells of a row of a table. */
function parseCells(line: string): readonly (readonly Inline[])[] {
  return line
    .replace(/^\||\|$/g, "")
    .split("|")
    .map((cell) => parseInline(cell.trim()));
}

/**
 * The next inline element: code, formula, strong text, emphasis, link with a label, or address between angle
 * brackets.
 */
const INLINE =
  /`([^`]+)`|\$([^$]+)\$|\*\*([^*]+(?:\*[^*]+)*)\*\*|\*([^*\s][^*]*)\*|\[([^\]]+)\]\((https?:\/\/[^)\s]+)\)|<(https?:\/\/[^>\s]+)>/;

export function parseInline(text: string): readonly Inline[] {
  const parts: Inline[] = [];
  let unparsed = text;
  while (unparsed !== "") {
    const match = INLINE.exec(unparsed);
    if (!match) {
      parts.push({ kind: "text", text: unparsed });
      break;
    }
    if (match.index > 0) parts.push({ kind: "text", text: unparsed.slice(0, match.index) });
    const [matched, code, tex, strong, em, label, href, bareAddress] = match;
    if (code !== undefined) parts.push({ kind: "code", text: code });
    else if (tex !== undefined) parts.push({ kind: "math", tex });
    else if (strong !== undefined) parts.push({ kind: "strong", children: parseInline(strong) });
    else if (em !== undefined) parts.push({ kind: "em", children: parseInline(em) });
    else if (href !== undefined) parts.push({ kind: "link", href, children: parseInline(label ?? href) });
    else if (bareAddress !== undefined)
      parts.push({ kind: "link", href: bareAddress, children: [{ kind: "text", text: bareAddress }] });
    unparsed = unparsed.slice(match.index + matched.length);
  }
  return parts;
}

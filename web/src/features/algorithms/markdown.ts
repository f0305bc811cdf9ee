// The subset of Markdown that the descriptions of algorithms use: headings, paragraphs, lists, tables, code, strong, emphasis,
// links, and formulas between dollar signs. Texts are parsed into plain data, so no text is inserted as markup. Only formulas
// become markup, which temml generates.

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

const ITEM = /^(\s*)([*-]|\d+[.)])\s+(.*)$/;

export function parseMarkdown(text: string): readonly Block[] {
  return parseBlocks(text.replaceAll("\r", "").split("\n"));
}

function parseBlocks(lines: readonly string[]): readonly Block[] {
  const blocks: Block[] = [];
  let i = 0;
  const line = (at: number): string => lines[at] ?? "";
  while (i < lines.length) {
    const here = line(i);
    const trimmed = here.trim();
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
      const rest = end < 0 ? "" : tex.slice(end + 2).trim();
      if (rest !== "") blocks.push({ kind: "paragraph", children: parseInline(rest) });
      i += 1;
    } else if (ITEM.test(here)) {
      const [list, next] = parseList(lines, i);
      blocks.push(list);
      i = next;
    } else if (trimmed.startsWith("|") && /^\|[\s:|-]+\|?$/.test(line(i + 1).trim())) {
      const head = cells(trimmed);
      const rows: (readonly (readonly Inline[])[])[] = [];
      for (i += 2; i < lines.length && line(i).trim().startsWith("|"); i += 1)
        rows.push(cells(line(i).trim()));
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

/** A paragraph. Formulas between double dollar signs inside it become blocks of their own. */
function parseParagraph(text: string): readonly Block[] {
  return text.split(/\$\$([^$]+)\$\$/).flatMap((part, index): readonly Block[] => {
    const inner = part.trim();
    if (inner === "") return [];
    return index % 2 === 1
      ? [{ kind: "math", tex: inner }]
      : [{ kind: "paragraph", children: parseInline(inner) }];
  });
}

function startsBlock(line: string): boolean {
  return ITEM.test(line) || /^\s*(#{1,6}\s|\$\$|```|\|)/.test(line);
}

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
    const inner = (match[0].length ?? 0) - (match[3]?.length ?? 0);
    for (i += 1; i < lines.length; i += 1) {
      const next = lines[i] ?? "";
      const depth = next.length - next.trimStart().length;
      if (next.trim() === "") {
        const after = lines[i + 1] ?? "";
        if (after.trim() === "" || after.length - after.trimStart().length <= indent) break;
        body.push("");
      } else if (depth > indent) body.push(next.slice(Math.min(depth, inner)));
      else break;
    }
    while (i < lines.length && (lines[i] ?? "").trim() === "" && ITEM.test(lines[i + 1] ?? "")) i += 1;
    items.push(parseBlocks(body));
  }
  return [{ kind: "list", ordered, items }, i];
}

function cells(line: string): readonly (readonly Inline[])[] {
  return line
    .replace(/^\||\|$/g, "")
    .split("|")
    .map((cell) => parseInline(cell.trim()));
}

const INLINE =
  /`([^`]+)`|\$([^$]+)\$|\*\*([^*]+(?:\*[^*]+)*)\*\*|\*([^*\s][^*]*)\*|\[([^\]]+)\]\((https?:\/\/[^)\s]+)\)|<(https?:\/\/[^>\s]+)>/;

export function parseInline(text: string): readonly Inline[] {
  const parts: Inline[] = [];
  let rest = text;
  while (rest !== "") {
    const match = INLINE.exec(rest);
    if (!match) {
      parts.push({ kind: "text", text: rest });
      break;
    }
    if (match.index > 0) parts.push({ kind: "text", text: rest.slice(0, match.index) });
    const [whole, code, tex, strong, em, label, href, bare] = match;
    if (code !== undefined) parts.push({ kind: "code", text: code });
    else if (tex !== undefined) parts.push({ kind: "math", tex });
    else if (strong !== undefined) parts.push({ kind: "strong", children: parseInline(strong) });
    else if (em !== undefined) parts.push({ kind: "em", children: parseInline(em) });
    else if (href !== undefined) parts.push({ kind: "link", href, children: parseInline(label ?? href) });
    else if (bare !== undefined)
      parts.push({ kind: "link", href: bare, children: [{ kind: "text", text: bare }] });
    rest = rest.slice(match.index + whole.length);
  }
  return parts;
}

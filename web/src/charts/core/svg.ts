// SVG elements as plain data. Marks return these nodes; svgDom.ts brings a document up to date with them, canvas.ts paints
// their paths, and `markup` writes them as text. Nothing here needs a document, so pictures can be drawn in Node as well.
import { type Path, pathRound } from "d3-path";

/** What shapes of straight lines are drawn with: a canvas context, or d3-path for path data. */
export type LinePen = Pick<Path, "moveTo" | "lineTo" | "closePath">;
export type Outline = (pen: LinePen) => void;

type Value = string | number | null | undefined;
export type Attributes = Readonly<Record<string, Value>>;

export interface SvgNode {
  readonly tag: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly SvgNode[];
  readonly text: string;
  /** The shape of a path whose data is only written when it is wanted as text. */
  readonly outline: Outline | null;
}

/** Numbers have at most two decimals: a hundredth of a pixel is invisible. */
function attributeText(value: string | number): string {
  return typeof value === "number" ? String(Math.round(value * 100) / 100) : value;
}

/** An element with text or children. Attributes that are null or undefined are left out. */
export function svg(
  tag: string,
  attributes: Attributes = {},
  content: string | readonly SvgNode[] = [],
  outline: Outline | null = null,
): SvgNode {
  const given = new Map<string, string>();
  for (const name in attributes) {
    const value = attributes[name];
    if (value !== null && value !== undefined) given.set(name, attributeText(value));
  }
  const isText = typeof content === "string";
  return { tag, attributes: given, children: isText ? [] : content, text: isText ? content : "", outline };
}

/** A path drawn by a function: on canvas without path data in between. */
export function path(outline: Outline, attributes: Attributes): SvgNode {
  return svg("path", attributes, [], outline);
}

/** SVG path data of an outline. */
export function pathData(outline: Outline): string {
  const pen = pathRound(2);
  outline(pen);
  return pen.toString();
}

/** Text made safe for markup. */
export function escapeText(value: string): string {
  return value.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}

/** Nodes as markup. */
export function markup(...nodes: readonly SvgNode[]): string {
  return nodes.map(nodeMarkup).join("");
}

function nodeMarkup({ tag, attributes, children, text, outline }: SvgNode): string {
  let head = tag;
  if (outline !== null) head += ` d="${pathData(outline)}"`;
  for (const [name, value] of attributes) head += ` ${name}="${escapeText(value)}"`;
  const content = text === "" ? markup(...children) : escapeText(text);
  return content === "" ? `<${head}/>` : `<${head}>${content}</${tag}>`;
}

export interface SvgDocument {
  readonly width: number;
  readonly height: number;
  readonly attributes?: Attributes;
}

/** A document that stands alone, one top-level node per line so that changes of a committed file can be read. */
export function svgDocument(
  { width, height, attributes = {} }: SvgDocument,
  nodes: readonly SvgNode[],
): string {
  const root = svg("svg", {
    xmlns: "http://www.w3.org/2000/svg",
    width,
    height,
    viewBox: `0 0 ${attributeText(width)} ${attributeText(height)}`,
    ...attributes,
  });
  return `${markup(root).slice(0, -2)}>\n${nodes.map(nodeMarkup).join("\n")}\n</svg>`;
}

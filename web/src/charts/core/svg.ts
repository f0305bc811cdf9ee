// SVG elements as plain data. Marks return these nodes; dom.ts updates a document from them, canvas.ts
// paints their paths, and `markup` writes them as text. Nothing here needs a document, so pictures can also
// be drawn in Node.
import { type Path, pathRound } from "d3-path";

/**
 * The methods that draw shapes of straight lines. A canvas context and the paths of d3-path have these
 * methods.
 */
export type LinePen = Pick<Path, "moveTo" | "lineTo" | "closePath">;
/** Draws a shape with a pen. */
export type Outline = (pen: LinePen) => void;

type Value = string | number | null | undefined;
export type Attributes = Readonly<Record<string, Value>>;

export interface SvgNode {
  readonly tag: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly SvgNode[];
  readonly text: string;
  /** The shape of a path. Its path data is computed only when the path becomes an element or text. */
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
  const texts = new Map<string, string>();
  for (const name in attributes) {
    const value = attributes[name];
    if (value !== null && value !== undefined) texts.set(name, attributeText(value));
  }
  const isText = typeof content === "string";
  return { tag, attributes: texts, children: isText ? [] : content, text: isText ? content : "", outline };
}

export const group = (children: readonly SvgNode[], attributes: Attributes = {}): SvgNode =>
  svg("g", attributes, children);

/** A path drawn by a function. On canvas it is drawn directly, without path data. */
export function path(outline: Outline, attributes: Attributes): SvgNode {
  return svg("path", attributes, [], outline);
}

/** SVG path data of an outline. */
export function pathData(outline: Outline): string {
  const pen = pathRound(2);
  outline(pen);
  return pen.toString();
}

/** Escapes the characters that have a meaning in markup. */
export function escapeText(value: string): string {
  return value.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}

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

/** A standalone document with one top-level node per line, so that diffs of a committed file are readable. */
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

/** A picture as a file. */
export interface Picture {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

export interface SheetOptions {
  readonly width: number;
  readonly height: number;
  readonly fontSize: number;
  readonly theme: { readonly background: string; readonly font: string };
  /** The description for screen readers. */
  readonly label?: string;
  /** Nodes below the background, such as styles. */
  readonly head?: readonly SvgNode[];
}

/** Nodes on the background of a theme, in its font. */
export function sheet(options: SheetOptions, nodes: readonly SvgNode[]): Picture {
  const { width, height, fontSize, theme, label, head = [] } = options;
  const named = label === undefined ? {} : { role: "img", "aria-label": label };
  const attributes = { ...named, "font-family": theme.font, "font-size": fontSize };
  const background = svg("rect", { width: "100%", height: "100%", fill: theme.background });
  return { svg: svgDocument({ width, height, attributes }, [...head, background, ...nodes]), width, height };
}

// A picture of all charts of a page: title, subtitle, legend of the flows, the stacked charts, and a footer
// with the result ID.

import { type Picture, type SvgNode, svg, svgDocument } from "./core/svg.ts";
import type { LineStyle } from "./palette.ts";
import { textWidth } from "./textSize.ts";
import { chartTexts } from "./texts/index.ts";
import { type ChartTheme, dashOf, styleColour } from "./theme.ts";

export interface StackModel {
  readonly title: string;
  /** The line below the title: the network and the visible period. */
  readonly subtitle: string;
  readonly flows: readonly { readonly label: string; readonly style: LineStyle }[];
  /** The charts as SVG documents, from top to bottom. */
  readonly charts: readonly string[];
  /** The text at the bottom: result ID and version. */
  readonly footer: string;
  readonly link?: string;
  readonly theme: ChartTheme;
}

/** Font size and margin in pixels. */
const FONT_SIZE = 12;
const MARGIN = 14;
/** The legend lists at most this many flows, and states the number of further flows. */
const MAX_FLOWS = 24;

/** The width and height attributes of an SVG document. */
function sizeOf(document: string): readonly [number, number] {
  const found = /<svg[^>]* width="([\d.]+)" height="([\d.]+)"/.exec(document);
  return found ? [Number(found[1]), Number(found[2])] : [0, 0];
}

/**
 * An SVG document for use inside another document: at the vertical position `y`, with ids that contain
 * `index`.
 */
function nested(document: string, index: number, y: number): string {
  return document
    .replaceAll('id="plot"', `id="plot${index}"`)
    .replaceAll("url(#plot)", `url(#plot${index})`)
    .replace("<svg ", `<svg x="${MARGIN}" y="${y}" `);
}

export function stackSvg(model: StackModel): Picture {
  const { theme, title, subtitle, footer, link } = model;
  const sizes = model.charts.map(sizeOf);
  const inner = Math.max(480, ...sizes.map(([width]) => width));
  const width = inner + 2 * MARGIN;
  const textAt = (y: number, words: string, look: Record<string, string | number>): SvgNode =>
    svg("text", { x: MARGIN, y, ...look }, words);
  let y = MARGIN + FONT_SIZE * 1.4;
  const nodes = [
    svg("title", {}, title),
    ...(link === undefined ? [] : [svg("metadata", {}, link)]),
    svg("rect", { width: "100%", height: "100%", fill: theme.background }),
    textAt(y, title, { "font-size": FONT_SIZE * 1.5, "font-weight": 600, fill: theme.text }),
  ];
  if (subtitle !== "") {
    y += FONT_SIZE * 1.6;
    nodes.push(textAt(y, subtitle, { fill: theme.muted }));
  }
  const legend = drawLegend(model, y + FONT_SIZE * 1.9, inner);
  y = legend.bottom + FONT_SIZE * 0.8;
  const charts = model.charts.map((document, index) => {
    const top = Math.round(y);
    y += (sizes[index]?.[1] ?? 0) + FONT_SIZE * 0.5;
    return nested(document, index, top);
  });
  y += FONT_SIZE * 1.2;
  nodes.push(...legend.nodes, textAt(y, footer, { fill: theme.muted }));
  const height = Math.ceil(y + MARGIN);
  const attributes = { "font-family": theme.font, "font-size": FONT_SIZE, role: "img" };
  const outer = svgDocument({ width, height, attributes }, nodes);
  return { svg: outer.replace(/<\/svg>$/, () => `${charts.join("\n")}\n</svg>`), width, height };
}

function drawLegend(
  { flows, theme }: StackModel,
  top: number,
  width: number,
): { readonly nodes: readonly SvgNode[]; readonly bottom: number } {
  const omitted = flows.length - MAX_FLOWS;
  const items: { label: string; style: LineStyle | null }[] = flows.slice(0, MAX_FLOWS);
  if (omitted > 0) items.push({ label: chartTexts.more({ n: omitted }), style: null });
  const swatchWidth = FONT_SIZE * 1.7;
  let x = MARGIN;
  let y = top;
  const nodes = items.flatMap(({ label, style }) => {
    const indent = style ? swatchWidth + FONT_SIZE * 0.5 : 0;
    const itemWidth = indent + textWidth(label, FONT_SIZE) + FONT_SIZE * 1.3;
    if (x + itemWidth > MARGIN + width && x > MARGIN) [x, y] = [MARGIN, y + FONT_SIZE * 1.6];
    const [x1, middle] = [x, y - FONT_SIZE * 0.35];
    x += itemWidth;
    const text = svg("text", { x: x1 + indent, y, fill: style ? theme.text : theme.muted }, label);
    if (style === null) return [text];
    const look = {
      stroke: styleColour(style, theme),
      "stroke-width": 2.5,
      "stroke-dasharray": dashOf(style, theme) ?? "none",
    };
    return [svg("line", { x1, x2: x1 + swatchWidth, y1: middle, y2: middle, ...look }), text];
  });
  return { nodes, bottom: y };
}

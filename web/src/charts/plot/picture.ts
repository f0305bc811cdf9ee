// A plot as a standalone SVG document. It has the marks of the page, text as text elements, and title and link
// in the metadata.
import { type Picture, type SvgNode, svg, svgDocument } from "../core/svg.ts";
import { type ChartTheme, plainTheme } from "../theme.ts";
import type { Area, ImageOptions, PictureParts } from "./content.ts";
import { clipRect } from "./layout.ts";

export interface PictureTexts {
  readonly title: string;
  readonly caption: string;
  readonly description: string;
  readonly link: string | undefined;
}

/**
 * The theme of a picture: the light theme on white. If the system forces its own colours, they are replaced,
 * because they are meant for the screen of this user only.
 */
export function pictureTheme(theme: ChartTheme, background: ImageOptions["background"]): ChartTheme {
  if (background !== "page") return plainTheme("light");
  return theme.forced ? plainTheme(theme.name) : theme;
}

/** The picture of an area with its parts, below a line with title and caption. */
export function pictureOf(
  { layout, theme, fontSize }: Area,
  { behind, inside, above, margin }: PictureParts,
  { title, caption, description, link }: PictureTexts,
): Picture {
  const head = Math.round(fontSize * 2.2);
  const width = layout.left + layout.width + layout.right;
  const height = head + layout.top + layout.height + layout.bottom;
  const nodes = [
    svg("title", {}, title),
    svg("desc", {}, description),
    metadata(title, link),
    svg("rect", { width: "100%", height: "100%", fill: theme.background }),
    svg("text", { x: Math.round(fontSize * 0.6), y: Math.round(fontSize * 1.4), fill: theme.text }, [
      svg("tspan", { "font-weight": 600 }, title),
      svg("tspan", { dx: fontSize * 0.7, fill: theme.muted }, caption),
    ]),
    svg("g", { transform: `translate(${layout.left},${head + layout.top})` }, [
      ...behind,
      svg("clipPath", { id: "plot" }, [clipRect(layout, margin)]),
      svg("g", { "clip-path": "url(#plot)", "stroke-linejoin": "round" }, inside),
      ...above,
    ]),
  ];
  const attributes = { "font-family": theme.font, "font-size": fontSize, role: "img" };
  return { svg: svgDocument({ width, height, attributes }, nodes), width, height };
}

function metadata(title: string, link: string | undefined): SvgNode {
  const terms = Object.entries({
    title,
    creator: "Fairshare",
    ...(link === undefined ? {} : { source: link }),
  });
  const description = svg(
    "rdf:Description",
    {},
    terms.map(([name, value]) => svg(`dc:${name}`, {}, value)),
  );
  const namespaces = {
    "xmlns:rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "xmlns:dc": "http://purl.org/dc/elements/1.1/",
  };
  return svg("metadata", {}, [svg("rdf:RDF", namespaces, [description])]);
}

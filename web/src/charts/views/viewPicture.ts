// A view as a standalone SVG document. It has the marks of the page, text as text elements, and title and
// link in the metadata.
import { draw } from "../core/mark.ts";
import { svg, svgDocument } from "../core/svg.ts";
import type { ChartTheme } from "../theme.ts";
import { metadata, type Picture, pictureTheme } from "../time/picture.ts";
import type { ImageOptions } from "../time/types.ts";
import { axisMarks, legendMark, type PlotRequest, viewPlot } from "./plot.ts";
import type { ViewPicture } from "./types.ts";

export interface ViewDocument {
  readonly picture: ViewPicture;
  readonly title: string;
  readonly caption: string;
  readonly description: string;
  readonly request: Omit<PlotRequest, "highlight" | "timeAxis">;
  /** The time whose values the labels of a view over time state. */
  readonly t: number;
  readonly background: NonNullable<ImageOptions["background"]>;
  readonly link: string | undefined;
}

export function viewDocument(model: ViewDocument): Picture {
  const { picture, title, background, link } = model;
  const theme: ChartTheme = pictureTheme(model.request.theme, background);
  const plot = viewPlot(picture, { ...model.request, theme, timeAxis: true, highlight: null });
  const { layout, fontSize } = plot;
  const head = Math.round(fontSize * 2.2);
  const width = layout.left + layout.width + layout.right;
  const height = head + layout.top + layout.height + layout.bottom;
  const { grid, axes } = axisMarks(picture);
  const margin = 5;
  const clip = svg("clipPath", { id: "plot" }, [
    svg("rect", {
      x: -margin,
      y: -margin,
      width: layout.width + 2 * margin,
      height: layout.height + 2 * margin,
    }),
  ]);
  const content = picture.empty === "" ? [...(picture.paint?.(plot) ?? []), ...picture.draw(plot)] : [];
  const nodes = [
    svg("title", {}, title),
    svg("desc", {}, model.description),
    metadata(title, link),
    ...(background === "none"
      ? []
      : [svg("rect", { width: "100%", height: "100%", fill: theme.background })]),
    svg("text", { x: Math.round(fontSize * 0.6), y: Math.round(fontSize * 1.4), fill: theme.text }, [
      svg("tspan", { "font-weight": 600 }, title),
      svg("tspan", { dx: fontSize * 0.7, fill: theme.muted }, model.caption),
    ]),
    svg("g", { transform: `translate(${layout.left},${head + layout.top})` }, [
      ...draw([...grid, ...axes, legendMark(picture.keys)], plot),
      ...(picture.empty === "" ? (picture.above?.(plot) ?? []) : []),
      clip,
      svg("g", { "clip-path": "url(#plot)", "stroke-linejoin": "round" }, content),
      ...(plot.time && picture.empty === "" ? (picture.moment?.(model.t, plot) ?? []) : []),
    ]),
  ];
  const attributes = { "font-family": theme.font, "font-size": fontSize, role: "img" };
  return { svg: svgDocument({ width, height, attributes }, nodes), width, height };
}

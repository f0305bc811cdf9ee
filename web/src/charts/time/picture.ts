// A time chart as a standalone SVG document. It has the marks of the page, every recorded bin, text as text
// elements, and title and link in the metadata.
import { draw } from "../core/mark.ts";
import { type SvgNode, svg, svgDocument } from "../core/svg.ts";
import { type ChartTheme, plainTheme } from "../theme.ts";
import type { ChartContext } from "./context.ts";
import { DecimatedLine } from "./decimate.ts";
import { endLabels } from "./endLabels.ts";
import { eventsOnLines } from "./eventPlaces.ts";
import { layOut, type TimePlot, timePlot } from "./layout.ts";
import { type ChartLine, type LineLayer, lineMarks } from "./lineLayer.ts";
import {
  bandMark,
  eventColour,
  eventsMark,
  gridMark,
  referenceMark,
  settingChangeMark,
  timeAxis,
  valueAxis,
} from "./timeMarks.ts";
import type { ImageOptions, TimeChartData } from "./types.ts";

export interface Picture {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

export interface PictureModel {
  readonly title: string;
  readonly caption: string;
  readonly description: string;
  readonly plot: TimePlot;
  readonly layer: LineLayer;
  readonly data: TimeChartData;
  readonly isTransparent: boolean;
  readonly link: string | undefined;
}

/** The picture of a chart, with the window and the settings of the chart on the page. */
export function timeChartPicture(
  { elements, layer, data, options, theme }: ChartContext,
  top: number,
  caption: string,
  description: string,
  wanted: ImageOptions,
): Picture {
  const {
    background = "white",
    width = elements.plot.clientWidth,
    height = elements.plot.clientHeight,
    link,
  } = wanted;
  const { presenter = false, labels = true, title, unit } = options;
  const layout = layOut({ width, height, presenter, labels, timeAxis: true, hasRail: data.events != null });
  const plot = timePlot(layout, pictureTheme(theme, background), options.timeView.state.domain, top, unit);
  return drawPicture({
    title,
    caption,
    description,
    plot,
    layer,
    data,
    isTransparent: background === "none",
    link,
  });
}

/**
 * The theme of a picture: the light theme on white. If the system forces its own colours, they are replaced,
 * because they are meant for the screen of this user only.
 */
export function pictureTheme(theme: ChartTheme, background: ImageOptions["background"]): ChartTheme {
  if (background === "page" && !theme.forced) return theme;
  return plainTheme(background === "white" ? "light" : theme.name);
}

export function drawPicture(model: PictureModel): Picture {
  const { plot, layer, data, title } = model;
  const { layout, theme, fontSize } = plot;
  const head = Math.round(fontSize * 2.2);
  const width = layout.left + layout.width + layout.right;
  const height = head + layout.top + layout.height + layout.bottom;
  const events = data.events ? eventsOnLines(layer, data.events, plot, null) : [];
  const behind = draw(
    [
      bandMark(data.bands ?? [], layout.railHeight),
      settingChangeMark(data.settingChanges ?? []),
      gridMark(plot),
      valueAxis(plot),
      timeAxis(plot),
      referenceMark(data.references ?? []),
    ],
    plot,
  );
  const lines = draw(
    lineMarks(
      layer.lines.map((line) => withEveryBin(line, plot)),
      plot,
    ),
    plot,
  );
  const above = draw(
    [
      eventsMark(events, (event) => eventColour(event, layer, theme)),
      endLabels({ plot, lines: layer.lines, t: plot.to }),
    ],
    plot,
  );
  const clip = svg("clipPath", { id: "plot" }, [svg("rect", { width: layout.width, height: layout.height })]);
  const nodes = [
    svg("title", {}, title),
    svg("desc", {}, model.description),
    metadata(title, model.link),
    ...(model.isTransparent ? [] : [svg("rect", { width: "100%", height: "100%", fill: theme.background })]),
    svg("text", { x: Math.round(fontSize * 0.6), y: Math.round(fontSize * 1.4), fill: theme.text }, [
      svg("tspan", { "font-weight": 600 }, title),
      svg("tspan", { dx: fontSize * 0.7, fill: theme.muted }, model.caption),
    ]),
    svg("g", { transform: `translate(${layout.left},${head + layout.top})` }, [
      ...behind,
      clip,
      svg("g", { "clip-path": "url(#plot)", "stroke-linejoin": "round" }, lines),
      ...above,
    ]),
  ];
  const attributes = { "font-family": theme.font, "font-size": fontSize, role: "img" };
  return { svg: svgDocument({ width, height, attributes }, nodes), width, height };
}

/**
 * A copy of a line with every recorded bin: its grid has at least two columns per bin, so that no bins share
 * a column.
 */
function withEveryBin(
  { trace, firstUnpainted, extent }: ChartLine,
  { from, to, width }: TimePlot,
): ChartLine {
  const decimated = new DecimatedLine();
  const columns = Math.max(width, 2 * Math.ceil((to - from) / trace.width));
  decimated.update(trace, { from, to, columns }, 0);
  return { trace, decimated, firstUnpainted, extent };
}

export function metadata(title: string, link: string | undefined): SvgNode {
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

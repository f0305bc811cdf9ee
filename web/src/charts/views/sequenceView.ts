// The time-sequence diagram of a flow (Stevens; tcptrace): every packet at its time and sequence number, with retransmissions, losses,
// acknowledgements, SACK blocks and the edge of the window.
import { symbolTimes, symbolTriangle } from "d3-shape";
import type { StretchAnswer } from "../../engine/packets/types.ts";
import { V } from "../../strings/views.ts";
import { type Attributes, type LinePen, path, type SvgNode, svg } from "../core/svg.ts";
import { formatTime, groupDigits, MISSING } from "../format.ts";
import { symbolAt } from "../marks/symbol.ts";
import type { LineStyle } from "../palette.ts";
import { type ChartTheme, styleColour } from "../theme.ts";
import { type Column, declarePicture, firstRows, spanText } from "./declare.ts";
import { exactSeconds, rowsOf, seconds } from "./packetRows.ts";
import {
  between,
  lastAt,
  type SequenceData,
  type SequencePoint,
  sequenceExtent,
  sequenceOf,
} from "./sequence.ts";
import { symbolOutline } from "./symbolPath.ts";
import type { Span, View, ViewKey, ViewPicture, ViewPlot } from "./types.ts";
import { listedLabels } from "./viewMarks.ts";

export interface SequenceInputs {
  readonly flow: ViewKey;
  /** The latest stretch that was recorded; null before the first. */
  readonly stretch: StretchAnswer | null;
  readonly computedTo: () => number;
  readonly version: () => number;
  /** Shown in place of the diagram, such as a failure. "" if there is none. */
  readonly emptyText: string;
}

const NS = 1e9;
const MAX_TABLE_ROWS = 400;

type Series = keyof SequenceData;
const SERIES: readonly Series[] = ["sent", "retransmitted", "lost", "acknowledged", "sacks", "edge"];

/** The colour of each series. Shapes distinguish them as well. */
function colourOf(series: Series, { style }: ViewKey, theme: ChartTheme): string {
  if (theme.forced) return theme.text;
  const other = (colour: number): LineStyle => ({ colour, dash: 0, marker: 0 });
  switch (series) {
    case "sent":
      return styleColour(style, theme);
    case "retransmitted":
      return styleColour(other(style.colour === 2 ? 1 : 2), theme);
    case "sacks":
      return styleColour(other(style.colour === 3 ? 4 : 3), theme);
    case "lost":
      return theme.text;
    default:
      return theme.muted;
  }
}

export function sequenceView(inputs: SequenceInputs): View {
  const { stretch } = inputs;
  const data = stretch ? sequenceOf(rowsOf(stretch)) : null;
  return {
    version: inputs.version,
    overTime: true,
    from: 0,
    computedTo: inputs.computedTo,
    read: (window) => sequencePicture(inputs, data, window),
  };
}

/** A round number at or below `low`, with at most a tenth of the range below it. */
function roundBelow(low: number, high: number): number {
  const step = 10 ** Math.floor(Math.log10(Math.max(1, (high - low) / 2)));
  return Math.max(0, Math.floor(low / step) * step);
}

function sequencePicture(inputs: SequenceInputs, data: SequenceData | null, window: Span): ViewPicture {
  const { flow, stretch } = inputs;
  const [from, to] = [Math.ceil(window[0] * NS), Math.floor(window[1] * NS)];
  const extent = data ? sequenceExtent(data, from, to) : null;
  const low = extent ? roundBelow(extent[0], extent[1]) : 0;
  const isCut = stretch !== null && stretch.reached < Math.min(stretch.request.to, to);
  const valueAt = (series: Series, at: number): number => {
    const last = data ? lastAt(data[series], at) : undefined;
    return last ? last.seq : Number.NaN;
  };
  const number = (value: number): string => (Number.isNaN(value) ? MISSING : groupDigits(value));
  const nothing = inputs.emptyText || (stretch === null ? V.stretch.loading : V.sequence.nothing);
  const count = (series: Series): number =>
    data ? between<SequencePoint>(data[series], from, to).length : 0;
  return declarePicture<SequenceRow>({
    x: { kind: "time" },
    y: { kind: "linear", label: "", unit: "", low, largest: extent ? extent[1] + 1 : 1 },
    keys: [flow],
    notes: [
      flow.label,
      V.sequence.unit,
      ...(isCut ? [V.stretch.cut(formatTime(seconds(stretch.reached), 0.001))] : []),
    ],
    empty: extent ? inputs.emptyText : nothing,
    marks: [
      {
        ...(data && {
          paint: (plot: ViewPlot) => [...pathNodes(data, flow, plot), ...symbolNodes(data, flow, plot)],
          moment: (t: number, plot: ViewPlot) => labelNodes(data, flow, Math.round(t * NS), [from, to], plot),
        }),
        hit: (px, _, plot) => ({ t: plot.time?.invert(px) ?? 0, line: flow.id }),
      },
    ],
    columns: columnsOf(),
    rows: () => (data ? rowsBetween(data, from, to) : []),
    listed: firstRows(MAX_TABLE_ROWS),
    say: (_, { t = 0 }) => {
      const at = Math.round(t * NS);
      const [sent, acknowledged, edge] = (["sent", "acknowledged", "edge"] as const).map((series) =>
        number(valueAt(series, at)),
      );
      return V.sequence.say(formatTime(t, 0.001), sent ?? "", acknowledged ?? "", edge ?? "");
    },
    describe: () => {
      const counts = [count("sent"), count("retransmitted"), count("lost")] as const;
      return V.sequence.describe(flow.label, spanText(window, 0.001), ...counts);
    },
  });
}

interface SequenceRow {
  readonly series: Series;
  readonly item: SequencePoint;
}

const rowsBetween = (data: SequenceData, from: number, to: number): SequenceRow[] =>
  SERIES.flatMap((series) =>
    between<SequencePoint>(data[series], from, to).map((item) => ({ series, item })),
  ).sort((a, b) => a.item.at - b.item.at);

function columnsOf(): readonly Column<SequenceRow>[] {
  const heads = V.sequence.columns;
  const after = ({ item }: SequenceRow): number => ("after" in item ? Number(item.after) : Number.NaN);
  return [
    { label: heads.time, csv: "time_s", value: ({ item }) => exactSeconds(item.at) },
    { label: heads.what, csv: "what", value: ({ series }) => V.sequence.series[series] },
    { label: heads.seq, csv: "sequence_number", unit: "", value: ({ item }) => item.seq },
    { label: heads.after, csv: "up_to_sequence_number", unit: "", value: after },
  ];
}

/** The part of the points that a plot shows, with one point on either side, so that lines reach its edges. */
function visible<P extends SequencePoint>(points: readonly P[], { time, width }: ViewPlot): readonly P[] {
  if (time === null) return [];
  const [from, to] = [time.invert(0) * NS, time.invert(width) * NS];
  const first = points.findIndex(({ at }) => at >= from);
  if (first < 0) return points.slice(-1);
  const afterLast = points.findIndex(({ at }) => at > to);
  return points.slice(Math.max(0, first - 1), afterLast < 0 ? points.length : afterLast + 1);
}

/** Calls `draw` with each point in pixels, without points that fall on the same pixel as the one before. */
function eachPixel<P extends SequencePoint>(
  points: readonly P[],
  plot: ViewPlot,
  draw: (x: number, y: number, point: P) => void,
): void {
  let before = "";
  for (const item of points) {
    const x = plot.time?.(seconds(item.at)) ?? 0;
    const y = plot.y(item.seq) ?? 0;
    const pixel = `${Math.round(x * 2)} ${Math.round(y * 2)}`;
    if (pixel !== before) draw(x, y, item);
    before = pixel;
  }
}

/** A line that keeps its value until the next point. */
function stepOutline(points: readonly SequencePoint[], plot: ViewPlot): (pen: LinePen) => void {
  return (pen) => {
    let last: number | null = null;
    eachPixel(points, plot, (x, y) => {
      if (last === null) pen.moveTo(x, y);
      else {
        pen.lineTo(x, last);
        pen.lineTo(x, y);
      }
      last = y;
    });
  };
}

/** A vertical stroke for each packet: from its sequence number to the next one, and at least 3 pixels high. */
function strokes(
  points: readonly (SequencePoint & { readonly after?: number })[],
  plot: ViewPlot,
): (pen: LinePen) => void {
  return (pen) =>
    eachPixel(points, plot, (x, y, { seq, after = seq + 1 }) => {
      const end = Math.min(plot.y(after) ?? 0, y - 3);
      pen.moveTo(x, y);
      pen.lineTo(x, end);
    });
}

function pathNodes(data: SequenceData, flow: ViewKey, plot: ViewPlot): SvgNode[] {
  const look = (series: Series, width: number): Attributes => ({
    fill: "none",
    stroke: colourOf(series, flow, plot.theme),
    "stroke-width": width,
  });
  const line = plot.lineWidth;
  return [
    path(stepOutline(visible(data.edge, plot), plot), {
      ...look("edge", line * 0.7),
      "stroke-dasharray": "4 3",
    }),
    path(stepOutline(visible(data.acknowledged, plot), plot), look("acknowledged", line * 0.8)),
    path(strokes(visible(data.sacks, plot), plot), look("sacks", line)),
    path(strokes(visible(data.sent, plot), plot), look("sent", line)),
  ];
}

const SYMBOLS = { retransmitted: symbolTriangle, lost: symbolTimes } as const;

/** The packets that must not be overlooked: retransmissions and losses. */
function symbolNodes(data: SequenceData, flow: ViewKey, plot: ViewPlot): SvgNode[] {
  const area = (plot.lineWidth * 3.4) ** 2;
  return (["retransmitted", "lost"] as const).map((series) => {
    const places: (readonly [number, number])[] = [];
    eachPixel(visible(data[series], plot), plot, (x, y) => places.push([x, y]));
    return path(symbolOutline(places, SYMBOLS[series], area), symbolLook(series, flow, plot));
  });
}

const symbolLook = (series: "retransmitted" | "lost", flow: ViewKey, plot: ViewPlot): Attributes => {
  const colour = colourOf(series, flow, plot.theme);
  return series === "lost"
    ? { fill: "none", stroke: colour, "stroke-width": plot.lineWidth }
    : { fill: colour, stroke: plot.theme.background, "stroke-width": 0.5 };
};

/** The series that are drawn as symbols, and those that are drawn as lines. The others are strokes. */
const isSymbol = (series: Series): series is "retransmitted" | "lost" =>
  series === "retransmitted" || series === "lost";
const isLine = (series: Series): boolean => series === "acknowledged" || series === "edge";

/** At the right: what each mark means, with its value at a time. */
function labelNodes(
  data: SequenceData,
  flow: ViewKey,
  at: number,
  [from, to]: Span,
  plot: ViewPlot,
): SvgNode[] {
  const countOf = (series: Series, end: number): number =>
    between<SequencePoint>(data[series], from, end).length;
  const latest = (series: Series): string => {
    const last = lastAt<SequencePoint>(data[series], at);
    return last ? groupDigits(last.seq) : MISSING;
  };
  const rows = SERIES.filter((series) =>
    isLine(series) ? data[series].length > 0 : countOf(series, to) > 0,
  ).map((series) => ({
    label: V.sequence.series[series],
    value:
      isSymbol(series) || series === "sacks"
        ? groupDigits(countOf(series, Math.min(at, to)))
        : latest(series),
    sample: sampleOf(series, flow, plot),
    indent: 1.2,
  }));
  return listedLabels(rows, plot);
}

/** What a series looks like. */
function sampleOf(series: Series, flow: ViewKey, plot: ViewPlot): SvgNode {
  const { fontSize, lineWidth, theme } = plot;
  const middle = fontSize * 0.4;
  if (isSymbol(series))
    return symbolAt(middle, 0, SYMBOLS[series], (lineWidth * 3.4) ** 2, symbolLook(series, flow, plot));
  const stroke = colourOf(series, flow, theme);
  if (!isLine(series))
    return svg("line", { x1: middle, x2: middle, y1: -4, y2: 4, stroke, "stroke-width": lineWidth * 1.3 });
  const dashes = { "stroke-dasharray": series === "edge" ? "4 3" : null };
  return svg("line", { x2: fontSize * 0.8, stroke, "stroke-width": lineWidth, ...dashes });
}

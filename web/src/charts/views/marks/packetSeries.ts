// Series of packets over time at their sequence numbers: as lines that keep their value until the next
// packet, as strokes, or as symbols.
import type { SymbolType } from "d3-shape";
import { type Attributes, type LinePen, type Outline, path, type SvgNode, svg } from "../../core/svg.ts";
import { lineSwatch, symbolAt, symbolOutline } from "../../marks/symbol.ts";
import type { ChartTheme } from "../../theme.ts";
import { NS, seconds } from "../packetRows.ts";
import type { SequencePoint } from "../sequence.ts";
import type { ViewMark, ViewPlot } from "../types.ts";

export interface PacketSeries {
  /** In the order of time. A stroke extends to `after`, by default to the next sequence number. */
  readonly points: readonly (SequencePoint & { readonly after?: number })[];
  readonly shape: "steps" | "strokes" | SymbolType;
  readonly colour: (theme: ChartTheme) => string;
  /** The width of lines and strokes as a multiple of the width of lines. */
  readonly width?: number;
  readonly dashes?: string;
  /** Whether a symbol is filled. */
  readonly isFilled?: boolean;
}

/** The width of a symbol as a multiple of the width of lines. */
const SYMBOL_SIZE = 3.4;

export const packetSeries = (series: PacketSeries): ViewMark => ({
  paint: (plot) => {
    const { shape, colour, width = 1, dashes = null } = series;
    const look = { fill: "none", stroke: colour(plot.theme), "stroke-width": plot.lineWidth * width };
    if (shape === "steps") return [path(steps(series, plot), { ...look, "stroke-dasharray": dashes })];
    if (shape === "strokes") return [path(strokes(series, plot), look)];
    const places: (readonly [number, number])[] = [];
    eachPixel(series, plot, (x, y) => places.push([x, y]));
    return [path(symbolOutline(places, shape, symbolArea(plot)), symbolLook(series, plot))];
  },
});

/** The swatch of a series, for its label. */
export function swatchOf(series: PacketSeries, plot: ViewPlot): SvgNode {
  const { fontSize, lineWidth, theme } = plot;
  const { shape, dashes = null } = series;
  const middle = fontSize * 0.4;
  const stroke = series.colour(theme);
  if (shape === "steps") return lineSwatch(fontSize * 0.8, stroke, lineWidth, dashes);
  if (shape === "strokes")
    return svg("line", { x1: middle, x2: middle, y1: -4, y2: 4, stroke, "stroke-width": lineWidth * 1.3 });
  return symbolAt(middle, 0, shape, symbolArea(plot), symbolLook(series, plot));
}

const symbolArea = ({ lineWidth }: ViewPlot): number => (lineWidth * SYMBOL_SIZE) ** 2;

function symbolLook({ colour, isFilled }: PacketSeries, { theme, lineWidth }: ViewPlot): Attributes {
  return isFilled
    ? { fill: colour(theme), stroke: theme.background, "stroke-width": 0.5 }
    : { fill: "none", stroke: colour(theme), "stroke-width": lineWidth };
}

/** The part of the points that a plot shows, with one point on either side, so that lines reach its edges. */
function visible({ points }: PacketSeries, { time, width }: ViewPlot): PacketSeries["points"] {
  if (time === null) return [];
  const [from, to] = [time.invert(0) * NS, time.invert(width) * NS];
  const first = points.findIndex(({ at }) => at >= from);
  if (first < 0) return points.slice(-1);
  const afterLast = points.findIndex(({ at }) => at > to);
  return points.slice(Math.max(0, first - 1), afterLast < 0 ? points.length : afterLast + 1);
}

/**
 * Calls `draw` with each visible point in pixels, without points that fall on the same pixel as the previous
 * point.
 */
function eachPixel(
  series: PacketSeries,
  plot: ViewPlot,
  draw: (x: number, y: number, point: PacketSeries["points"][number]) => void,
): void {
  let before = "";
  for (const point of visible(series, plot)) {
    const x = plot.time?.(seconds(point.at)) ?? 0;
    const y = plot.y(point.seq) ?? 0;
    const pixel = `${Math.round(x * 2)} ${Math.round(y * 2)}`;
    if (pixel !== before) draw(x, y, point);
    before = pixel;
  }
}

/** A line that keeps its value until the next point. */
function steps(series: PacketSeries, plot: ViewPlot): Outline {
  return (pen: LinePen) => {
    let last: number | null = null;
    eachPixel(series, plot, (x, y) => {
      if (last === null) pen.moveTo(x, y);
      else {
        pen.lineTo(x, last);
        pen.lineTo(x, y);
      }
      last = y;
    });
  };
}

/**
 * A vertical stroke for each packet: from its sequence number to the next sequence number, and at least 3
 * pixels high.
 */
function strokes(series: PacketSeries, plot: ViewPlot): Outline {
  return (pen: LinePen) =>
    eachPixel(series, plot, (x, y, { seq, after = seq + 1 }) => {
      pen.moveTo(x, y);
      pen.lineTo(x, Math.min(plot.y(after) ?? 0, y - 3));
    });
}

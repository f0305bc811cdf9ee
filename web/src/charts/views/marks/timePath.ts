// The path of a point in the plane of both axes over time: its colours change with time, and arrow heads show
// its direction.
import { least, range } from "d3-array";
import { interpolateRgb, piecewise } from "d3-interpolate";
import { mark } from "../../core/mark.ts";
import { path, type SvgNode, svg } from "../../core/svg.ts";
import { formatTime } from "../../format.ts";
import { lineMark, lineOutline } from "../../marks/line.ts";
import type { LineStyle } from "../../palette.ts";
import { textWidth } from "../../textSize.ts";
import { type ChartTheme, styleColour } from "../../theme.ts";
import type { ViewMark, ViewPlot } from "../types.ts";
import { guidesTo, pixelsOf } from "./common.ts";

/** A path: the positions of a point in the order of time. */
export interface TimedPath {
  readonly t: readonly number[];
  readonly x: readonly number[];
  readonly y: readonly number[];
}

/** The number of colours along the path, and of the arrow heads that show its direction. */
const COLOURS = 32;
const ARROWS = 7;
/** The largest distance in pixels at which a point of the path counts as under the pointer. */
const REACH = 24;

/**
 * The colours of the path, from early to late. They differ in lightness, so that they are distinct for every
 * kind of colour vision.
 */
function timeColours(theme: ChartTheme): (share: number) => string {
  if (theme.forced) return () => theme.text;
  const stops = theme.name === "dark" ? ["#5f6fe0", "#c06ac6", "#ffc86b"] : ["#e08a2e", "#a5439a", "#1f2f73"];
  return piecewise(interpolateRgb, stops);
}

/**
 * The path with the legend of its colours. `hit` returns the time of the point nearest to the pointer, and
 * the point at the moment is marked on both axes.
 */
export const timePath = (
  points: TimedPath,
  axes: { readonly x: LineStyle; readonly y: LineStyle },
  at: (t: number) => readonly [x: number, y: number],
): ViewMark => ({
  draw: (plot) => pathNodes(points, plot),
  above: (plot) => timeLegend(points, plot),
  moment: (t, plot) => momentNodes(at(t), axes, plot),
  hit: (px, py, plot) => {
    const distance = (i: number): number => {
      const [left, top] = pixelsOf(points.x[i] ?? 0, points.y[i] ?? 0, plot);
      return Math.hypot(left - px, top - py);
    };
    const nearest = least(range(points.t.length), distance);
    return nearest !== undefined && distance(nearest) <= REACH ? { t: points.t[nearest] ?? 0 } : null;
  },
});

/** The path of an older run as a grey line. */
export const palePath = ({ x, y }: TimedPath): ViewMark => ({
  draw: (plot) =>
    lineMark({ x, y }, { stroke: plot.theme.ghost, "stroke-width": plot.lineWidth * 0.6 })(plot),
});

/**
 * The path in pieces of one colour, with arrow heads, an open circle at its start and a filled circle at its
 * end.
 */
function pathNodes({ x, y }: TimedPath, plot: ViewPlot): SvgNode[] {
  const { theme, lineWidth, fontSize } = plot;
  const colour = timeColours(theme);
  const n = x.length;
  const piece = Math.max(1, Math.ceil(n / COLOURS));
  const pathMark = mark({ x, y }, (columns) => {
    const pieces = range(0, n - 1, piece).map((start) =>
      path(
        lineOutline(columns.x.slice(start, start + piece + 1), columns.y.slice(start, start + piece + 1)),
        {
          fill: "none",
          stroke: colour(Math.min(1, (start + piece / 2) / n)),
          "stroke-width": lineWidth * 0.9,
          "stroke-linejoin": "round",
        },
      ),
    );
    const heads = range(1, ARROWS + 1).flatMap((k) =>
      arrowHead(columns.x, columns.y, Math.round((k * (n - 1)) / (ARROWS + 1)), fontSize, colour(k / ARROWS)),
    );
    const [first, last] = [0, n - 1].map((i) => ({ cx: columns.x[i] ?? 0, cy: columns.y[i] ?? 0 }));
    const dot = { r: fontSize * 0.36, "stroke-width": 2 };
    return [
      ...pieces,
      ...heads,
      svg("circle", { ...first, ...dot, fill: theme.background, stroke: colour(0) }),
      svg("circle", { ...last, ...dot, fill: colour(1), stroke: theme.background }),
    ];
  });
  return [...pathMark(plot)];
}

/** An arrow head at a point of a line, in the direction of the line. None where the line stands still. */
function arrowHead(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  i: number,
  size: number,
  fill: string,
): SvgNode[] {
  const [before, after] = [Math.max(0, i - 2), Math.min(x.length - 1, i + 2)];
  const [dx, dy] = [(x[after] ?? 0) - (x[before] ?? 0), (y[after] ?? 0) - (y[before] ?? 0)];
  if (Math.hypot(dx, dy) < size * 0.4) return [];
  const degrees = (Math.atan2(dy, dx) * 180) / Math.PI;
  const r = Math.round(size * 4) / 10;
  const transform = `translate(${Math.round((x[i] ?? 0) * 10) / 10},${Math.round((y[i] ?? 0) * 10) / 10}) rotate(${Math.round(degrees)})`;
  return [svg("path", { d: `M${r} 0L${-r} ${r * 0.7}L${-r} ${-r * 0.7}Z`, transform, fill })];
}

/** The colours of the path with the times at which it starts and ends, above the plot. */
function timeLegend({ t }: TimedPath, plot: ViewPlot): SvgNode[] {
  const { theme, fontSize, layout } = plot;
  if (t.length === 0) return [];
  const colour = timeColours(theme);
  const [from, to] = [formatTime(t[0] ?? 0, 0.1), formatTime(t.at(-1) ?? 0, 0.1)];
  const left = -layout.left + fontSize * 0.8;
  const start = left + textWidth(from, fontSize) + fontSize * 0.5;
  const barWidth = fontSize * 8;
  const y = -layout.top + fontSize * 0.95;
  const text = { y: y + fontSize * 0.35, fill: theme.muted };
  return [
    svg("text", { x: left, ...text }, from),
    ...range(16).map((k) =>
      svg("rect", {
        x: start + (k * barWidth) / 16,
        y: y - fontSize * 0.3,
        width: barWidth / 16 + 0.5,
        height: fontSize * 0.6,
        fill: colour(k / 15),
      }),
    ),
    svg("text", { x: start + barWidth + fontSize * 0.5, ...text }, to),
  ];
}

/** Marks the point of a moment, with its values on both axes. */
function momentNodes(
  [x, y]: readonly [x: number, y: number],
  axes: { readonly x: LineStyle; readonly y: LineStyle },
  plot: ViewPlot,
): SvgNode[] {
  const { theme, fontSize, height } = plot;
  const [px, py] = pixelsOf(x, y, plot);
  return [
    ...guidesTo(px, py, plot),
    svg("circle", { cx: px, cy: height, r: 4, fill: styleColour(axes.x, theme) }),
    svg("circle", { cx: 0, cy: py, r: 4, fill: styleColour(axes.y, theme) }),
    svg("circle", {
      class: "fs-dot",
      cx: px,
      cy: py,
      r: fontSize * 0.45,
      fill: theme.background,
      stroke: theme.text,
    }),
  ];
}

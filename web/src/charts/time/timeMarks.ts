// The marks of a time chart: shaded bands, times of setting changes, grid, axes, reference lines and events.
// The page and the exported picture draw the same marks. lineLayer.ts draws the data lines, endLabels.ts the
// labels at the right.

import { least, range } from "d3-array";
import { type Column, type Mark, mark } from "../core/mark.ts";
import { path, type SvgNode, svg } from "../core/svg.ts";
import { timeTicks, valueTicks } from "../core/ticks.ts";
import { axisX, axisY, gridY } from "../marks/axis.ts";
import { lineOutline } from "../marks/line.ts";
import { verticalRules } from "../marks/rule.ts";
import { eventShape, symbolMark } from "../marks/symbol.ts";
import { textWidth } from "../textSize.ts";
import { type ChartTheme, halo, lineColour, styleColour } from "../theme.ts";
import type { EventSymbol } from "./events.ts";
import type { ChartLine } from "./lineLayer.ts";
import type { Crossings, ReferenceLine, TimeBand, TimePlot } from "./timePlot.ts";

/** Minimum width of a band in pixels. It makes even the shortest outage visible. */
const MIN_BAND_WIDTH = 1.5;

/**
 * The height of a bar, as a multiple of the font size, and the distance between two rows, as a multiple of
 * this height.
 */
const BAR_HEIGHT = 0.4;
const BAR_PITCH = 1.25;

/**
 * Shaded periods behind the data, such as an outage of a link, each with its name if the name fits into its
 * width, and bars along the bottom.
 */
export function bandMark(bands: readonly TimeBand[], railHeight: number): Mark {
  const channels = { x1: bands.map((band) => band.from), x2: bands.map((band) => band.to) };
  return mark(channels, ({ x1, x2 }, { width, height, fontSize, theme }) =>
    bands.flatMap(({ label, bar, style }, i): SvgNode[] => {
      const x = Math.max(0, x1[i] ?? 0);
      const end = Math.min(width, x2[i] ?? 0);
      if (end <= 0 || x >= width) return [];
      const bandWidth = Math.max(MIN_BAND_WIDTH, end - x);
      if (bar !== undefined) {
        const barHeight = fontSize * BAR_HEIGHT;
        const fill = style ? styleColour(style, theme) : theme.accent;
        const y = height - barHeight * (1 + BAR_PITCH * bar);
        return [svg("rect", { class: "fs-bar", x, y, width: bandWidth, height: barHeight, fill })];
      }
      const at = {
        x: x + bandWidth / 2,
        y: railHeight + fontSize * 1.05,
        "text-anchor": "middle",
        fill: theme.muted,
      };
      return [
        svg("g", {}, [
          svg("rect", { x, width: bandWidth, height, fill: theme.muted, "fill-opacity": 0.17 }),
          svg("text", at, textWidth(label, fontSize) + 4 < bandWidth ? label : ""),
        ]),
      ];
    }),
  );
}

/** Thin vertical lines at the times at which a setting changes. */
export function settingChangeMark(times: readonly number[]): Mark {
  return (plot) => verticalRules(times, { stroke: plot.theme.muted, "stroke-dasharray": "2 3" })(plot);
}

export const valueTicksOf = ({ top, unit, height, layout }: TimePlot) =>
  valueTicks(top, unit.factor, height - layout.railHeight, layout.fontSize * 3);

export const gridMark = (plot: TimePlot): Mark => gridY(valueTicksOf(plot));
export const valueAxis = (plot: TimePlot): Mark => axisY(valueTicksOf(plot));
export const timeAxis = ({ from, to, width, fontSize }: TimePlot): Mark =>
  axisX(timeTicks(from, to, width, fontSize * 7));

/** The points of the visible steps of a reference line, two per step. A step without a value is a gap. */
function referencePoints(x: Column, y: Column, width: number): [number[], number[]] {
  const end = (i: number): number => Math.min(width, x[i + 1] ?? width);
  const visible = range(x.length).filter((i) => end(i) > 0 && (x[i] ?? 0) < width);
  return [
    visible.flatMap((i) => [Math.max(0, x[i] ?? 0), end(i)]),
    visible.flatMap((i) => [y[i] ?? Number.NaN, y[i] ?? Number.NaN]).map((value) => Math.round(value) + 0.5),
  ];
}

/** The vertical positions, without those outside the plot: a capacity that varies can leave it. */
export const withinPlot = (ys: readonly number[], height: number): number[] =>
  ys.map((pixel) => (pixel < -1 || pixel > height + 1 ? Number.NaN : pixel));

/** The least height of a plot with a rail, in multiples of the font size, in which names of reference lines cover no events. */
const HEIGHT_WITH_NAMES = 7;

/** Whether the names of reference lines are in the plot. If not, the caption names them. */
export const namesReferences = ({ layout }: Pick<TimePlot, "layout">): boolean =>
  layout.railHeight === 0 || layout.height >= HEIGHT_WITH_NAMES * layout.fontSize;

/**
 * Horizontal lines with their names: capacity, fair share, limits. A name is at an end of its line, above or below it, where the
 * fewest curves cross it and no other name is. Without `crossings`, the lines have no names.
 */
export function referenceMark(
  references: readonly ReferenceLine[],
  { layout }: Pick<TimePlot, "layout">,
  crossings: Crossings | null,
): Mark {
  return (plot) => {
    const { width, height, fontSize, lineWidth, theme } = plot;
    const baselines: number[] = [];
    // Without a rail for events, a name may reach into the margin above the plot.
    const highest = fontSize * (layout.railHeight > 0 ? 0.8 : -0.3);
    /** The place of a line's name, from the heights of the line's ends; null for an end outside of the plot. */
    const placeName = (label: string, start: number | null, end: number | null) => {
      const long = textWidth(label, fontSize) + fontSize * 0.4;
      const places = [end, start].flatMap((y, i) =>
        y === null
          ? []
          : [y - fontSize * 0.35, y + fontSize * 1.05].flatMap((at, below) => {
              const isTaken = baselines.some((other) => Math.abs(other - at) < fontSize * 1.1);
              if (isTaken || (below === 0 && at < highest)) return [];
              const [left, right] = i === 0 ? [width - long, width] : [0, long];
              const count = crossings?.(left, right, at - fontSize, at + fontSize * 0.25) ?? 0;
              return [{ isEnd: i === 0, y: at, count }];
            }),
      );
      const { isEnd, y } = least(places, ({ count }) => count) ?? {
        isEnd: true,
        y: (end ?? start ?? 0) + fontSize * 1.05,
      };
      baselines.push(y);
      return isEnd
        ? { x: width - fontSize * 0.4, y, "text-anchor": "end" }
        : { x: fontSize * 0.4, y, "text-anchor": "start" };
    };
    return references.flatMap(({ id, label, value }) => {
      const steps = typeof value === "number" ? [[Number.NEGATIVE_INFINITY, value] as const] : value;
      const channels = { x: steps.map((step) => step[0]), y: steps.map((step) => step[1]) };
      return mark(channels, ({ x, y }) => {
        const [xs, ys] = referencePoints(x, y, width);
        const first = ys.find((pixel) => !Number.isNaN(pixel));
        if (first === undefined || first < -1 || first > height + 1) return [];
        const last = ys.findLast((pixel) => !Number.isNaN(pixel)) ?? first;
        const isFair = id === "fair";
        const isAtEnd = last >= -1 && last <= height + 1;
        const name =
          crossings &&
          svg(
            "text",
            { ...placeName(label, first, isAtEnd ? last : null), fill: theme.muted, ...halo(theme) },
            label,
          );
        return [
          svg("g", {}, [
            path(lineOutline(xs, withinPlot(ys, height)), {
              fill: "none",
              stroke: theme.muted,
              "stroke-width": lineWidth * 0.85,
              // The fair share has long dashes, and capacities and limits have dots.
              "stroke-dasharray": isFair ? "7 4" : "1 3",
              "stroke-linecap": isFair ? "butt" : "round",
            }),
            ...(name ? [name] : []),
          ]),
        ];
      })(plot);
    });
  };
}

/** Area of an event's symbol in square pixels. */
export const eventArea = (fontSize: number): number => (fontSize * 0.5) ** 2;

/**
 * The colour of an event: the colour of the line on which it is drawn, or of text for an event on the rail.
 */
export function eventColour(
  event: EventSymbol,
  lines: { get(id: string): ChartLine | undefined },
  theme: ChartTheme,
): string {
  const line = event.line === null ? undefined : lines.get(event.line);
  return line === undefined ? theme.text : lineColour(line.trace.spec, theme);
}

/** The symbols of events, whose positions are already in pixels, each with a halo. */
export function eventsMark(events: readonly EventSymbol[], colour: (event: EventSymbol) => string): Mark {
  return (plot) => {
    const { fontSize, lineWidth, theme } = plot;
    const positions = { x: events.map((event) => event.x), y: events.map((event) => event.y) };
    const shapes = events.map((event) => eventShape(event.code));
    const inPixels = { ...plot, x: (value: number) => value, y: (value: number) => value };
    const stroked = (stroke: (i: number) => string, width: number) =>
      symbolMark(positions, shapes, eventArea(fontSize), (i) => ({
        fill: "none",
        stroke: stroke(i),
        "stroke-width": width,
        "stroke-linecap": "round",
      }))(inPixels);
    return [
      ...stroked(() => theme.background, lineWidth + 1.8),
      ...stroked((i) => colour(events[i] as EventSymbol), lineWidth),
    ];
  };
}

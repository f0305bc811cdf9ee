// What a time chart is made of, as marks: shaded times, moments, grid, axes, reference lines, events and the labels at the
// right. The page and the exported picture draw the same ones; the lines themselves are lineLayer.ts.
import { range } from "d3-array";
import { type Column, type Mark, mark } from "../core/mark.ts";
import { path, type SvgNode, svg } from "../core/svg.ts";
import { timeTicks, valueTicks } from "../core/ticks.ts";
import { axisX, axisY, gridY } from "../marks/axis.ts";
import { lineOutline } from "../marks/line.ts";
import { ruleX } from "../marks/rule.ts";
import { eventShape, symbolMark } from "../marks/symbol.ts";
import { textWidth } from "../textSize.ts";
import type { ChartTheme } from "../theme.ts";
import type { EventMark } from "./events.ts";
import type { TimePlot } from "./layout.ts";
import { colourOf, type LiveLine } from "./lineLayer.ts";
import type { ReferenceLine, TimeBand } from "./types.ts";

/** Text that stays readable above lines. */
export const halo = (theme: ChartTheme, width = 4) => ({
  stroke: theme.background,
  "stroke-width": width,
  "stroke-linejoin": "round",
  "paint-order": "stroke",
});

/** A band is at least this wide, in pixels: the shortest outage is visible. */
const LEAST_WIDTH = 1.5;

/** Shaded times behind the data, such as a link that is down, with their names where these fit. */
export function bandMark(bands: readonly TimeBand[], rail: number): Mark {
  const channels = { x1: bands.map((band) => band.from), x2: bands.map((band) => band.to) };
  return mark(channels, ({ x1, x2 }, { width, height, fontSize, theme }) =>
    bands.flatMap(({ label }, i): SvgNode[] => {
      const x = Math.max(0, x1[i] ?? 0);
      const end = Math.min(width, x2[i] ?? 0);
      if (end <= 0 || x >= width) return [];
      const wide = Math.max(LEAST_WIDTH, end - x);
      const at = { x: x + wide / 2, y: rail + fontSize * 1.05, "text-anchor": "middle", fill: theme.muted };
      return [
        svg("g", {}, [
          svg("rect", { x, width: wide, height, fill: theme.muted, "fill-opacity": 0.17 }),
          svg("text", at, textWidth(label, fontSize) + 4 < wide ? label : ""),
        ]),
      ];
    }),
  );
}

/** Thin lines where a setting changes. */
export function momentMark(moments: readonly number[]): Mark {
  return (plot) => ruleX(moments, { stroke: plot.theme.muted, "stroke-dasharray": "2 3" })(plot);
}

export const valueTicksOf = ({ top, unit, height, layout }: TimePlot) =>
  valueTicks(top, unit.factor, height - layout.rail, layout.fontSize * 3);

export const gridMark = (plot: TimePlot): Mark => gridY(valueTicksOf(plot));
export const valueAxis = (plot: TimePlot): Mark => axisY(valueTicksOf(plot));
export const timeAxis = ({ from, to, width, fontSize }: TimePlot): Mark =>
  axisX(timeTicks(from, to, width, fontSize * 7));

/** The steps of a reference line inside the plot: two points per step; a step without a value is a gap. */
function referencePoints(x: Column, y: Column, width: number): [number[], number[]] {
  const end = (i: number): number => Math.min(width, x[i + 1] ?? width);
  const visible = range(x.length).filter((i) => end(i) > 0 && (x[i] ?? 0) < width);
  return [
    visible.flatMap((i) => [Math.max(0, x[i] ?? 0), end(i)]),
    visible.flatMap((i) => [y[i] ?? Number.NaN, y[i] ?? Number.NaN]).map((value) => Math.round(value) + 0.5),
  ];
}

/** Horizontal lines with their names: capacity, fair share, limits. A name is written above its line, or below if taken. */
export function referenceMark(references: readonly ReferenceLine[]): Mark {
  return (plot) => {
    const { width, height, fontSize, lineWidth, theme } = plot;
    const baselines: number[] = [];
    const baseline = (y: number): number => {
      const above = y - fontSize * 0.35;
      const isFree =
        above > fontSize * 0.8 && baselines.every((other) => Math.abs(other - above) >= fontSize * 1.1);
      const chosen = isFree ? above : y + fontSize * 1.05;
      baselines.push(chosen);
      return chosen;
    };
    return references.flatMap(({ label, value }) => {
      const steps = typeof value === "number" ? [[Number.NEGATIVE_INFINITY, value] as const] : value;
      const channels = { x: steps.map((step) => step[0]), y: steps.map((step) => step[1]) };
      return mark(channels, ({ x, y }) => {
        const [xs, ys] = referencePoints(x, y, width);
        const first = ys.find((each) => !Number.isNaN(each));
        if (first === undefined || first < -1 || first > height + 1) return [];
        const text = { x: fontSize * 0.4, y: baseline(first), "text-anchor": "start", fill: theme.muted };
        return [
          svg("g", {}, [
            path(lineOutline(xs, ys), {
              fill: "none",
              stroke: theme.muted,
              "stroke-width": lineWidth * 0.85,
              "stroke-dasharray": "1 3",
              "stroke-linecap": "round",
            }),
            svg("text", { ...text, ...halo(theme) }, label),
          ]),
        ];
      })(plot);
    });
  };
}

/** Area of an event's symbol in square pixels. */
export const eventArea = (fontSize: number): number => (fontSize * 0.5) ** 2;

/** The colour of an event: that of the line that it sits on. */
export function eventColour(
  event: EventMark,
  lines: { get(id: string): LiveLine | undefined },
  theme: ChartTheme,
): string {
  const line = event.line === null ? undefined : lines.get(event.line);
  return line === undefined ? theme.text : colourOf(line.trace.spec, theme);
}

/** Events at their places, which are in pixels already, each with a halo. */
export function eventsMark(events: readonly EventMark[], colour: (event: EventMark) => string): Mark {
  return (plot) => {
    const { fontSize, lineWidth, theme } = plot;
    const places = { x: events.map((event) => event.x), y: events.map((event) => event.y) };
    const shapes = events.map((event) => eventShape(event.code));
    const inPixels = { ...plot, x: (value: number) => value, y: (value: number) => value };
    const stroked = (stroke: (i: number) => string, width: number) =>
      symbolMark(places, shapes, eventArea(fontSize), (i) => ({
        fill: "none",
        stroke: stroke(i),
        "stroke-width": width,
        "stroke-linecap": "round",
      }))(inPixels);
    return [
      ...stroked(() => theme.background, lineWidth + 1.8),
      ...stroked((i) => colour(events[i] as EventMark), lineWidth),
    ];
  };
}

// Draws curves over time or over a parameter, and histograms as steps, with the confidence intervals of
// points, the value of a fair division and the numbers that the paper states.

import { extent, max, min } from "d3-array";
import { curveStepAfter } from "d3-shape";
import { significant } from "../../scenario/units.ts";
import { draw, type Mark, mark, type PlotArea } from "../core/mark.ts";
import { type SvgNode, svg } from "../core/svg.ts";
import { axisX, axisY, gridY } from "../marks/axis.ts";
import { lineMark } from "../marks/line.ts";
import { horizontalRules } from "../marks/rule.ts";
import { markerShape, symbolAt } from "../marks/symbol.ts";
import { textWidth } from "../textSize.ts";
import { type ChartTheme, dashOf, halo, styleColour } from "../theme.ts";
import {
  type AxisScale,
  type Block,
  commonLegend,
  FONT_SIZE,
  headingBlock,
  labelX,
  legendBlock,
  logScale,
  moved,
  type PanelSize,
  paperSymbol,
  roundEnd,
  roundScale,
  TextPlaces,
  valueScale,
  words,
} from "./frame.ts";
import type { LegendEntry, LinesPanel, PanelCurve, PaperMark } from "./panels.ts";
import { figureTexts } from "./texts/index.ts";

/** Points are marked on curves with at most this many points. */
const MAX_MARKED = 40;

const hasMarkers = ({ points, theory = false, unmarked = false }: PanelCurve): boolean =>
  points.length <= MAX_MARKED && !theory && !unmarked;

/** The curves of a panel with heading, legend and axes. `height` is the height of the plot itself. */
export function drawLines(panel: LinesPanel, { width, height, theme }: PanelSize): Block {
  const heading = headingBlock(panel.heading, width, theme);
  const legend = legendBlock(legendOf(panel), width, theme);
  const y = valueAxis(panel, height);
  const labelWidth = Math.max(...y.ticks.map(({ label }) => textWidth(label, FONT_SIZE)));
  const left = Math.ceil(labelWidth + FONT_SIZE);
  const plotWidth = Math.max(40, width - left - 14);
  const x = parameterAxis(panel, plotWidth);
  const plot: PlotArea = {
    x: x.scale,
    y: y.scale,
    width: plotWidth,
    height,
    fontSize: FONT_SIZE,
    lineWidth: 1.6,
    theme,
  };
  const top = heading.height + legend.height + FONT_SIZE * 2.2;
  const marks: Mark[] = [
    gridY(y.ticks),
    axisY(y.ticks),
    axisX(x.ticks),
    tickLines(x),
    ...bandMarks(panel.marks),
    ...(panel.fair === undefined ? [] : [fairMark(panel.fair)]),
    ...panel.curves.flatMap((curve) => curveMarks(curve, panel)),
    paperMarks(panel.marks),
  ];
  return {
    nodes: [
      ...heading.nodes,
      moved(0, heading.height, legend.nodes),
      words(panel.y.label, null, top - FONT_SIZE * 0.95, theme.text),
      moved(left, top, [...draw(marks, plot), labelX(panel.x.label, plot)]),
    ],
    height: top + height + FONT_SIZE * 3.4,
  };
}

/** The legend: curves, the value of a fair division, and the symbol of the paper's numbers. */
function legendOf({ curves, marks, fair, legend }: LinesPanel): LegendEntry[] {
  const named = curves.filter(({ label, ghost }) => label !== "" && !ghost);
  const own = named.map((curve): LegendEntry => {
    const { label, style, theory, dots } = curve;
    if (theory) return { label, kind: "theory" };
    if (dots) return { label, style, kind: "dots" };
    return hasMarkers(curve) ? { label, style } : { label, style, kind: "line" };
  });
  const hasGhosts = curves.some(({ ghost }) => ghost);
  return commonLegend(legend ?? own, hasGhosts, fair, marks.length > 0);
}

function valueAxis({ curves, marks, fair, y }: LinesPanel, height: number): AxisScale {
  const values = curves.flatMap(({ points }) =>
    points.flatMap(({ y: value, interval }) => [value, ...(interval ?? [])]),
  );
  const stated = marks.flatMap(({ y: range }) => range ?? []);
  const all = [...values, ...stated, ...(fair === undefined ? [] : [fair])].filter(Number.isFinite);
  // An interval may extend below zero although no value does. The axis cuts it off at zero.
  const means = curves.flatMap(({ points }) => points.map((point) => point.y)).filter(Number.isFinite);
  const [low, high] = y.range ?? [Math.min(0, min(means) ?? 0), max(all) ?? 1];
  if (y.log) return logScale([low, high], [height, 0]);
  const count = Math.max(2, height / 40);
  const end = y.range ? high : roundEnd(low, high === low ? low + 1 : high, count);
  const start = low < 0 ? -roundEnd(0, -low, count) : low;
  return roundScale([start, end], [height, 0], 40);
}

function parameterAxis({ x, curves }: LinesPanel, width: number): AxisScale {
  const all = curves.flatMap(({ points }) => points.map((point) => point.x));
  const [low = 0, high = 1] = x.range ?? extent([...all, ...(x.ticks ?? [])]);
  if (x.log) {
    // The first and the last point do not touch the edges.
    const factor = x.range ? 1 : (high / low) ** 0.03;
    const domain = [low / factor, high * factor] as const;
    return x.ticks ? valueScale(x.ticks, true, domain, [0, width]) : logScale(domain, [0, width]);
  }
  if (!x.ticks) return roundScale([low, high], [0, width], 70);
  // A single value is in the middle.
  const pad = x.range ? 0 : (high - low) * 0.03 || Math.abs(high) || 1;
  return valueScale(x.ticks, false, [low - pad, high + pad], [0, width]);
}

/** Short lines below the ticks of the horizontal axis. */
const tickLines = ({ ticks }: AxisScale): Mark =>
  mark({ x: ticks.map(({ value }) => value) }, ({ x }, { height, theme }) =>
    Array.from(x, (at) =>
      svg("line", { x1: at, x2: at, y1: height, y2: height + 4, stroke: theme.axis, "stroke-width": 1 }),
    ),
  );

const fairMark =
  (fair: number): Mark =>
  (plot) =>
    horizontalRules([fair], { stroke: plot.theme.muted, "stroke-width": 1.3, "stroke-dasharray": "1 3" })(
      plot,
    );

function curveMarks(curve: PanelCurve, panel: LinesPanel): Mark[] {
  const { points, style, ghost = false, theory = false, dots = false } = curve;
  const { step } = panel;
  const colourOf = (theme: ChartTheme): string =>
    theory ? theme.muted : ghost ? theme.ghost : styleColour(style, theme);
  const last = points.at(-1);
  const stepped = step !== undefined && last ? [...points, { ...last, x: last.x + step }] : points;
  const line: Mark = (plot) =>
    lineMark(
      { x: stepped.map(({ x }) => x), y: stepped.map(({ y }) => y) },
      {
        stroke: colourOf(plot.theme),
        "stroke-width": ghost ? 1.4 : points.length > 200 ? 1.3 : 1.8,
        "stroke-dasharray": theory ? "5 4" : ghost ? "5 3" : dashOf(style, plot.theme),
        "stroke-linejoin": "round",
      },
      step === undefined ? undefined : curveStepAfter,
    )(plot);
  const isMarked = dots || hasMarkers(curve);
  return [
    ...(dots ? [] : [line]),
    ...(isMarked
      ? [intervalMark(curve, colourOf, step), pointMark(curve, colourOf, step)]
      : [hitMark(curve)]),
  ];
}

/** The confidence interval of each point, as a vertical line with ends. */
function intervalMark({ points }: PanelCurve, colourOf: (theme: ChartTheme) => string, step = 0): Mark {
  const known = points.filter(({ interval }) => interval);
  const channels = {
    x: known.map((point) => point.x + step / 2),
    y1: known.map(({ interval }) => interval?.[0] ?? Number.NaN),
    y2: known.map(({ interval }) => interval?.[1] ?? Number.NaN),
  };
  return mark(channels, ({ x, y1, y2 }, { theme, height }) =>
    Array.from(x, (at, i) => {
      const [low, high] = [Math.min(height, y1[i] ?? 0), Math.max(0, y2[i] ?? 0)];
      const d = `M${(at - 3).toFixed(1)} ${low.toFixed(1)}h6m-3 0V${high.toFixed(1)}m-3 0h6`;
      return svg("path", { d, fill: "none", stroke: colourOf(theme), "stroke-width": 1.1, opacity: 0.75 });
    }),
  );
}

/** The points of a curve. A point of a histogram is in the middle of its bin. */
function pointMark(curve: PanelCurve, colourOf: (theme: ChartTheme) => string, step = 0): Mark {
  const { points, style, label } = curve;
  const known = points.filter(({ y }) => Number.isFinite(y));
  const channels = { x: known.map(({ x }) => x + step / 2), y: known.map(({ y }) => y) };
  return mark(channels, ({ x, y }, { theme, width, height }) => {
    let shownTo = Number.NEGATIVE_INFINITY;
    return known.map((point, i) => {
      const symbol = symbolAt(x[i] ?? 0, y[i] ?? 0, markerShape(style), 40, {
        fill: curve.ghost ? theme.background : colourOf(theme),
        stroke: colourOf(theme),
      });
      const place = figureTexts.pointAt({ y: significant(point.y), x: significant(point.x) });
      const name = label === "" ? place : `${label}: ${place}`;
      const title = svg("title", {}, point.about === undefined ? name : `${name}\n${point.about}`);
      const note = noteAt(point.note ?? "", x[i] ?? 0, y[i] ?? 0, shownTo, { width, height, theme });
      shownTo = note.to;
      return svg("g", { "data-cell": curve.ghost ? null : point.cell }, [symbol, title, ...note.nodes]);
    });
  });
}

/** Words below a point, or above it at the end of the plot, unless they begin before `shownTo`. */
function noteAt(text: string, x: number, y: number, shownTo: number, { width, height, theme }: PanelSize) {
  const half = textWidth(text, FONT_SIZE) / 2;
  const at = Math.min(Math.max(x, half), width - half);
  if (text === "" || at - half < shownTo) return { nodes: [], to: shownTo };
  const isLow = y + FONT_SIZE * 2 > height;
  const look = { "text-anchor": "middle", fill: theme.text, ...halo(theme) };
  const node = svg("text", { x: at, y: isLow ? y - FONT_SIZE : y + FONT_SIZE * 1.8, ...look }, text);
  return { nodes: [node], to: at + half + FONT_SIZE / 2 };
}

/** A transparent line that can be clicked, for a curve whose points are not marked. */
function hitMark({ points, label, ghost }: PanelCurve): Mark {
  const cell = points[0]?.cell;
  if (ghost || !cell) return () => [];
  return (plot) => [
    svg("g", { "data-cell": cell }, [
      ...lineMark(
        { x: points.map(({ x }) => x), y: points.map(({ y }) => y) },
        { stroke: "transparent", "stroke-width": 10, "pointer-events": "stroke" },
      )(plot),
      svg("title", {}, label),
    ]),
  ];
}

const isPoint = (range: readonly [number, number] | undefined): boolean =>
  range !== undefined && range[0] === range[1];

/** The pixels of a range on an axis; an open end is the end of the plot. */
function pixels(
  range: readonly [number, number] | undefined,
  scale: (value: number) => number | undefined,
  from: number,
  to: number,
): readonly [number, number] {
  const at = (value: number, end: number): number => {
    const pixel = Number.isFinite(value) ? scale(value) : undefined;
    return pixel === undefined || Number.isNaN(pixel)
      ? end
      : Math.min(Math.max(pixel, Math.min(from, to)), Math.max(from, to));
  };
  return range ? [at(range[0], from), at(range[1], to)] : [from, to];
}

/** Ranges that the paper states, as areas behind the curves. */
function bandMarks(marks: readonly PaperMark[]): Mark[] {
  return marks
    .filter(({ x, y }) => (y ? !isPoint(y) : x && !isPoint(x)))
    .map(({ x, y }) => ({ x: scaleX, y: scaleY, width, height, theme }) => {
      const [x1, x2] = pixels(x, scaleX, 0, width);
      const [y1, y2] = pixels(y, scaleY, height, 0);
      const frame = { x: x1, y: y2, width: Math.max(1, x2 - x1), height: Math.max(1, y1 - y2) };
      const look = {
        fill: theme.muted,
        "fill-opacity": 0.12,
        stroke: theme.muted,
        "stroke-dasharray": "2 3",
      };
      return [svg("rect", { ...frame, ...look })];
    });
}

/**
 * The numbers of the paper: a diamond for a point, a line for a value over a range, and the statement next to
 * it.
 */
function paperMarks(marks: readonly PaperMark[]): Mark {
  return ({ x: scaleX, y: scaleY, width, height, theme }) => {
    const places = new TextPlaces();
    const stroke = { stroke: theme.text, "stroke-width": 1.8, "stroke-dasharray": "7 4" };
    return marks.flatMap(({ x, y, text }): SvgNode[] => {
      const [x1, x2] = pixels(x, scaleX, 0, width);
      const [y1, y2] = pixels(y, scaleY, height, 0);
      const label = figureTexts.paper({ text });
      const labelWidth = textWidth(label, FONT_SIZE);
      const shapes: SvgNode[] = [];
      let baselines: number[];
      let at = x1 + 10;
      if (!y) {
        // If the statement is about a point on the horizontal axis only, its text is at the top.
        shapes.push(svg("line", { x1, x2: x1, y2: height, ...stroke, "stroke-width": 1.2 }));
        at = x1 + 5;
        baselines = [0, 1, 2, 3].map((row) => FONT_SIZE * (1 + row * 1.35));
      } else if (isPoint(y)) {
        if (x && isPoint(x)) at = x1 + 11;
        else shapes.push(svg("line", { x1, x2, y1, y2: y1, ...stroke }));
        shapes.push(paperSymbol(x1 + (x && isPoint(x) ? 0 : 7), y1, theme));
        at = x && isPoint(x) ? at : x1 + 18;
        baselines = [y1 - 7, y1 + FONT_SIZE * 1.2, y1 - 7 - FONT_SIZE * 1.35, y1 + FONT_SIZE * 2.5];
      } else {
        baselines = [y2 + FONT_SIZE * 1.1, y1 - 5, y2 - 5];
      }
      at = Math.max(2, Math.min(at, width - labelWidth - 4));
      const inside = baselines.filter((baseline) => baseline > FONT_SIZE * 0.8 && baseline < height - 2);
      const baseline = places.place(label, at, inside.length > 0 ? inside : baselines);
      return [...shapes, svg("text", { x: at, y: baseline, fill: theme.text, ...halo(theme) }, label)];
    });
  };
}

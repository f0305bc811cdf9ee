// The plot area of a view: its margins, its scales, its axes with their titles, and its legend.

import { chooseUnit, type UnitChoice } from "../../scenario/units.ts";
import { linear, logarithmic, type Scale } from "../core/scales.ts";
import { type Attributes, type SvgNode, svg } from "../core/svg.ts";
import { logTicks, roundTicks, type Tick, timeTicks, valueTicks } from "../core/ticks.ts";
import { tickLabel } from "../format.ts";
import { axisX, axisY, gridY } from "../marks/axis.ts";
import { verticalRules } from "../marks/rule.ts";
import { lineSwatch, markerShape, symbolAt } from "../marks/symbol.ts";
import type { AreaRequest, Layers } from "../plot/content.ts";
import { type ChartLayout, layOut } from "../plot/layout.ts";
import { fitText, presenterFontSize, textWidth } from "../textSize.ts";
import { dashOf, lineColour } from "../theme.ts";
import { viewTexts } from "./texts/index.ts";
import type { Axis, Span, ViewKey, ViewPicture, ViewPlot } from "./types.ts";

/** The request of an area, with the upper ends of the linear axes. */
export type ViewRequest = AreaRequest & { readonly tops: { readonly x: number; readonly y: number } };

/** The legend has at most this many rows; further entries are counted. */
const MAX_LEGEND_ROWS = 3;

/** The opacity of a line if another flow is highlighted, otherwise null. */
export const opacityOf = (key: ViewKey, { highlight }: ViewPlot): number | null =>
  highlight === null || highlight === key.id ? null : 0.25;

/**
 * The plot area of a picture. An axis of time has the margins of the time charts, so that their times are
 * aligned.
 */
export function viewPlot(picture: ViewPicture, request: ViewRequest): ViewPlot {
  const layout = layoutOf(picture, request);
  const { width, height } = layout;
  const isTime = picture.x.kind === "time";
  const time = isTime ? linear(request.domain, [0, width]) : null;
  const x = axisScale(picture.x, request.tops.x, [0, width]);
  const y = axisScale(picture.y, request.tops.y, [height, 0]);
  return {
    x: time ?? x.scale,
    y: y.scale,
    width,
    height,
    fontSize: layout.fontSize,
    lineWidth: layout.lineWidth,
    theme: request.theme,
    layout,
    xUnit: x.unit,
    yUnit: y.unit,
    xTicks: time
      ? timeTicks(request.domain[0], request.domain[1], width, layout.fontSize * 7)
      : x.ticks(width, layout.fontSize * 5.5),
    yTicks: y.ticks(height, layout.fontSize * 3),
    highlight: picture.keys.some((key) => key.id === request.highlight) ? request.highlight : null,
    time,
  };
}

function layoutOf(picture: ViewPicture, request: ViewRequest): ChartLayout {
  const { width, height, presenter, timeAxis } = request;
  const common = layOut({ width, height, presenter, labels: true, timeAxis, hasRail: false });
  if (picture.x.kind === "time") return common;
  const fontSize = presenter ? presenterFontSize() : 12;
  const left = Math.round(fontSize * 3.6);
  const right = Math.round(fontSize * 1.2);
  const rows =
    legendRows(picture.keys, width - left - right, fontSize).length +
    (picture.marks.some(({ above }) => above) ? 1 : 0);
  const top = Math.round(rows * fontSize * 1.5 + fontSize * 2.1);
  const bottom = Math.round(fontSize * 3.2);
  const plotHeight = Math.max(40, Math.floor(height - top - bottom));
  const fullWidth = Math.max(40, Math.floor(width - left - right));
  const plotWidth = Math.min(
    fullWidth,
    Math.round(plotHeight * (picture.widest ?? Number.POSITIVE_INFINITY)),
  );
  return {
    ...common,
    width: plotWidth,
    height: plotHeight,
    left,
    right: right + fullWidth - plotWidth,
    top,
    bottom,
  };
}

interface AxisParts {
  readonly scale: Scale;
  readonly unit: UnitChoice;
  readonly ticks: (length: number, spacing: number) => readonly Tick[];
}

function axisScale(axis: Axis, top: number, pixels: Span): AxisParts {
  if (axis.kind === "time")
    return { scale: linear([0, 1], pixels), unit: chooseUnit(1, "s"), ticks: () => [] };
  if (axis.kind === "log") {
    const ends = [axis.from, axis.to] as const;
    const factor = axis.unit === "share" ? 0.01 : 1;
    const text = (value: number): string => {
      const shown = Number((value / factor).toPrecision(6));
      return tickLabel(shown, shown);
    };
    return {
      scale: logarithmic(ends, pixels),
      unit: chooseUnit(axis.unit === "s" ? 1 : axis.to, axis.unit),
      ticks: (length, spacing) => logTicks(ends, (powers) => powers * 3 <= length / spacing, text),
    };
  }
  const unit = chooseUnit(top, axis.unit);
  const { low = 0 } = axis;
  const { factor } = unit;
  return {
    scale: linear([low, top], pixels),
    unit,
    ticks: (length, spacing) =>
      low > 0
        ? roundTicks(low / factor, top / factor, Math.round(length / spacing), factor)
        : valueTicks(top, factor, length, spacing),
  };
}

/**
 * The largest number with one significant digit that is not above a value, as the lower end of an axis: 0.08
 * for 0.087.
 */
export function lowEnd(value: number): number {
  if (!(value > 0) || !Number.isFinite(value)) return 0;
  const power = 10 ** Math.floor(Math.log10(value) + 1e-9);
  return Number((Math.floor(value / power + 1e-9) * power).toPrecision(6));
}

/** The name of an axis with the unit of its ticks. */
function titleOf(axis: Axis, unit: UnitChoice): string {
  if (axis.kind === "time" || axis.label === "") return "";
  return unit.symbol === "" ? axis.label : `${axis.label}, ${unit.symbol}`;
}

/** Grid and axes with their titles. */
export function axisNodes(
  picture: ViewPicture,
  plot: ViewPlot,
): Required<Pick<Layers, "grid" | "xAxis" | "yAxis">> {
  const { fontSize, theme, width, height, xTicks, yTicks } = plot;
  const xValues = plot.time ? [] : xTicks.map(({ value }) => value);
  const title = (text: string, at: Attributes): SvgNode[] => {
    const shown = fitText(text, fontSize, width + plot.layout.left);
    return plot.time ? [] : [svg("text", { class: "fs-axis-title", ...at, fill: theme.text }, shown)];
  };
  const xTitle = { x: width, y: height + fontSize * 2.8, "text-anchor": "end" };
  return {
    grid: [...gridY(yTicks)(plot), ...verticalRules(xValues, { stroke: theme.grid })(plot)],
    xAxis: axisX(xTicks)(plot),
    yAxis: [
      ...axisY(yTicks)(plot),
      ...title(titleOf(picture.x, plot.xUnit), xTitle),
      ...title(titleOf(picture.y, plot.yUnit), { x: -fontSize * 2.8, y: -fontSize * 0.95 }),
    ],
  };
}

// The legend ------------------------------------------------------------------------------------------------

interface LegendEntry {
  readonly key: ViewKey | null;
  readonly label: string;
  readonly x: number;
}

/** The width of a swatch in the legend with the gap after it, as a multiple of the font size. */
const SWATCH = 1.9;
/** The height of a row of the legend, as a multiple of the font size. */
const ROW = 1.5;

function legendRows(keys: readonly ViewKey[], width: number, fontSize: number): readonly LegendEntry[][] {
  if (keys.length === 0) return [];
  const rows: LegendEntry[][] = [[]];
  let x = 0;
  for (const [i, key] of keys.entries()) {
    const label = fitText(key.label, fontSize, Math.max(fontSize * 6, width - fontSize * SWATCH));
    const entryWidth = fontSize * (SWATCH + 0.5) + textWidth(label, fontSize);
    const isLastRow = rows.length === MAX_LEGEND_ROWS;
    const restWidth = i < keys.length - 1 ? fontSize * 6 : 0;
    if (x > 0 && x + entryWidth + (isLastRow ? restWidth : 0) > width) {
      if (isLastRow) {
        rows.at(-1)?.push({ key: null, label: viewTexts.more({ n: keys.length - i }), x });
        break;
      }
      rows.push([]);
      x = 0;
    }
    rows.at(-1)?.push({ key, label, x });
    x += entryWidth + fontSize * 0.9;
  }
  return rows;
}

/** The names of the flows and groups above the plot, each with its colour, dashes and marker. */
export function legendNodes(keys: readonly ViewKey[], plot: ViewPlot): SvgNode[] {
  const { fontSize, width, layout } = plot;
  if (plot.time) return [];
  return legendRows(keys, width, fontSize).flatMap((row, k) => {
    const y = -layout.top + (k + 0.7) * fontSize * ROW;
    return row.map((entry) => entryNode(entry, -layout.left + fontSize * 0.8 + entry.x, y, plot));
  });
}

function entryNode({ key, label }: LegendEntry, x: number, y: number, plot: ViewPlot): SvgNode {
  const { fontSize, theme, lineWidth, highlight } = plot;
  const at = { y: fontSize * 0.35, fill: key ? theme.text : theme.muted };
  if (key === null) return svg("g", { transform: `translate(${x},${y})` }, [svg("text", at, label)]);
  const colour = lineColour(key, theme);
  const area = {
    x: -2,
    y: (-fontSize * ROW) / 2,
    width: fontSize * (SWATCH + 0.5) + textWidth(label, fontSize),
    height: fontSize * ROW,
    fill: "none",
  };
  const attributes = {
    class: highlight !== null && highlight !== key.id ? "fs-label fs-faded" : "fs-label",
    "data-flow": key.id,
    transform: `translate(${Math.round(x)},${Math.round(y)})`,
  };
  return svg("g", attributes, [
    svg("rect", area),
    lineSwatch(fontSize * 1.5, colour, lineWidth * 1.4, dashOf(key.style, theme)),
    symbolAt(fontSize * 0.75, 0, markerShape(key.style), (lineWidth * 3.2) ** 2, { fill: colour }),
    svg("text", { class: "fs-name", x: fontSize * SWATCH, ...at }, label),
  ]);
}

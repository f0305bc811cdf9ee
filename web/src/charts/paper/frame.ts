// The parts that all panels share: headings, legends, the axes around a plot, and texts that are wrapped or
// moved until they fit.
import { ticks as tickValues } from "d3-array";
import { significant } from "../../scenario/units.ts";
import type { PlotArea } from "../core/mark.ts";
import { linear, logarithmic, type Scale } from "../core/scales.ts";
import { type SvgNode, svg } from "../core/svg.ts";
import { logTicks, roundTicks, type Tick } from "../core/ticks.ts";
import { lineSwatch, markerShape, symbolAt } from "../marks/symbol.ts";
import type { LineStyle } from "../palette.ts";
import { textWidth } from "../textSize.ts";
import { type ChartTheme, dashOf, styleColour } from "../theme.ts";
import { type LegendEntry, styleAt } from "./panels.ts";
import { valueText } from "./select.ts";
import { figureTexts } from "./texts/index.ts";

/** The font size of all figures in pixels. */
export const FONT_SIZE = 12;
export const LINE_HEIGHT = Math.round(FONT_SIZE * 1.35);

/** A text in lines of at most `width` pixels. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && textWidth(longer, FONT_SIZE) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

/** The width of a panel, and the height of its plot. */
export interface PanelSize {
  readonly width: number;
  readonly height: number;
  readonly theme: ChartTheme;
}

/** A text at a point. */
export const words = (text: string, x: number | null, y: number, fill: string, anchor?: string): SvgNode =>
  svg("text", { x, y, "text-anchor": anchor, fill }, text);

/** A nested group, moved by `x` and `y` pixels. */
export const moved = (x: number, y: number, nodes: readonly SvgNode[]): SvgNode =>
  svg("g", { transform: `translate(${Math.round(x * 100) / 100},${Math.round(y * 100) / 100})` }, nodes);

/** Nodes with the height that they take. */
export interface Block {
  readonly nodes: readonly SvgNode[];
  readonly height: number;
}

export function headingBlock(text: string, width: number, theme: ChartTheme): Block {
  // Bold text is wider.
  const lines = wrapText(text, width / 1.08);
  return {
    nodes: lines.map((line, i) =>
      svg("text", { y: FONT_SIZE + i * LINE_HEIGHT, "font-weight": 600, fill: theme.text }, line),
    ),
    height: lines.length * LINE_HEIGHT + 4,
  };
}

/** A legend with the entries that all panels of measured values have: other results, the fair value, the paper's numbers. */
export const commonLegend = (
  own: readonly LegendEntry[],
  hasGhosts: boolean,
  fair: number | undefined,
  hasNumbers: boolean,
): LegendEntry[] => [
  ...own,
  ...(hasGhosts ? [{ label: figureTexts.stored, style: styleAt(0), kind: "ghost" } as const] : []),
  ...(fair === undefined
    ? []
    : [{ label: figureTexts.fair({ value: significant(fair) }), kind: "fair" } as const]),
  ...(hasNumbers ? [{ label: figureTexts.byPaper, kind: "paper" } as const] : []),
];

export function legendBlock(entries: readonly LegendEntry[], width: number, theme: ChartTheme): Block {
  let [x, row] = [0, 0];
  const nodes = entries.map(({ label, style, kind }) => {
    const entryWidth = 34 + textWidth(label, FONT_SIZE);
    if (x > 0 && x + entryWidth > width) [x, row] = [0, row + 1];
    const y = row * LINE_HEIGHT + FONT_SIZE * 0.65;
    const swatch = legendSwatch(style, kind, theme);
    const at = x;
    x += entryWidth + 14;
    return moved(at, y, [...swatch, words(label, 28, FONT_SIZE * 0.35, theme.text)]);
  });
  return { nodes, height: entries.length === 0 ? 0 : (row + 1) * LINE_HEIGHT + 2 };
}

function legendSwatch(
  style: LineStyle | undefined,
  kind: LegendEntry["kind"],
  theme: ChartTheme,
): readonly SvgNode[] {
  if (kind === "paper") return [paperSymbol(11, 0, theme)];
  if (kind === "fair") return [lineSwatch(22, theme.muted, 1.3, "1 3")];
  if (!style || kind === "theory") return [lineSwatch(22, theme.muted, 1.6, "5 4")];
  const colour = kind === "ghost" ? theme.ghost : kind === "dash" ? theme.muted : styleColour(style, theme);
  if (kind === "bar") return [svg("rect", { x: 4, y: -5, width: 14, height: 10, rx: 2, fill: colour })];
  const line = lineSwatch(22, colour, 1.8, kind === "ghost" ? "5 3" : dashOf(style, theme));
  const symbol = symbolAt(11, 0, markerShape(style), 38, { fill: colour });
  if (kind === "line" || kind === "ghost" || kind === "dash") return [line];
  return kind === "dots" ? [symbol] : [line, symbol];
}

/** The symbol of a number of the paper: an open diamond. */
export function paperSymbol(x: number, y: number, theme: ChartTheme): SvgNode {
  return svg("path", {
    d: "M0 -6L6 0L0 6L-6 0Z",
    transform: `translate(${Math.round(x * 100) / 100},${Math.round(y * 100) / 100})`,
    fill: theme.background,
    stroke: theme.text,
    "stroke-width": 1.8,
  });
}

/** A scale of an axis: its function, and its ticks. */
export interface AxisScale {
  readonly scale: Scale;
  readonly ticks: readonly Tick[];
}

/** A scale of round values from `low` to `high`, about `spacing` pixels apart. */
export const roundScale = (
  domain: readonly [number, number],
  range: readonly [number, number],
  spacing: number,
): AxisScale => ({
  scale: linear(domain, range),
  ticks: roundTicks(...domain, Math.abs(range[1] - range[0]) / spacing),
});

/** The end of an axis that includes `high`: the next round value of the ticks. */
export function roundEnd(low: number, high: number, count: number): number {
  const values = tickValues(low, high, count);
  const step = (values[1] ?? high) - (values[0] ?? low);
  const last = values.at(-1) ?? high;
  return last >= high || step <= 0 ? Math.max(high, last) : last + step;
}

/** A scale with ticks at given values; ticks whose labels would touch are left out. */
export function valueScale(
  values: readonly number[],
  isLog: boolean,
  domain: readonly [number, number],
  range: readonly [number, number],
): AxisScale {
  const scale = isLog ? logarithmic(domain, range) : linear(domain, range);
  let end = Number.NEGATIVE_INFINITY;
  const ticks = [...values]
    .sort((a, b) => a - b)
    .flatMap((value): Tick[] => {
      const [label, at] = [valueText(value), scale(value) ?? 0];
      const half = textWidth(label, FONT_SIZE) / 2;
      if (at - half < end + 6) return [];
      end = at + half;
      return [{ value, label }];
    });
  return { scale, ticks };
}

/**
 * A logarithmic scale with a tick at each 1, 2 and 5 times a power of ten. If it covers many powers of ten,
 * only these have ticks.
 */
export const logScale = (domain: readonly [number, number], range: readonly [number, number]): AxisScale => ({
  scale: logarithmic(domain, range),
  ticks: logTicks(domain, (powers) => powers <= 3, valueText),
});

/** The label of the horizontal axis below the tick labels, in the middle of the plot. */
export function labelX(label: string, plot: PlotArea): SvgNode {
  return words(label, plot.width / 2, plot.height + FONT_SIZE * 2.9, plot.theme.text, "middle");
}

/** Rectangles that texts already take, in pixels. */
export class TextPlaces {
  readonly #taken: { x: number; y: number; width: number }[] = [];

  /**
   * The first of the baselines at which the text touches no other text, or the last baseline if there is
   * none.
   */
  place(text: string, x: number, baselines: readonly number[]): number {
    const width = textWidth(text, FONT_SIZE);
    const isFree = (y: number): boolean =>
      this.#taken.every(
        (other) =>
          Math.abs(other.y - y) >= LINE_HEIGHT * 0.95 || x + width < other.x || x > other.x + other.width,
      );
    const y = baselines.find(isFree) ?? baselines.at(-1) ?? 0;
    this.#taken.push({ x, y, width });
    return y;
  }
}

// Draws a quantity over two parameters as a heat map: a coloured cell with its value for each pair of
// parameters, a scale of the colours, and brackets over the columns to which a statement of the paper refers.

import { range } from "d3-array";
import { scaleBand } from "d3-scale";
import { localNumber } from "../../language/localized.ts";
import { significant } from "../../scenario/units.ts";
import { type SvgNode, svg } from "../core/svg.ts";
import { textWidth } from "../textSize.ts";
import { chartTexts } from "../texts/index.ts";
import type { ChartTheme } from "../theme.ts";
import { textOn, valueColours } from "./colours.ts";
import {
  type Block,
  FONT_SIZE,
  headingBlock,
  LINE_HEIGHT,
  moved,
  type PanelSize,
  words,
  wrapText,
} from "./frame.ts";
import type { GridCell, GridPanel, PaperMark } from "./panels.ts";
import { valueText } from "./select.ts";
import { figureTexts } from "./texts/index.ts";

const numberIn = (value: number): string =>
  Math.abs(value) < 10 ? localNumber(value.toFixed(2)) : significant(value);

export function drawGrid(panel: GridPanel, { width, height, theme }: PanelSize, hasScale = true): Block {
  const { columns, rows, cells } = panel;
  const heading = headingBlock(panel.heading, width, theme);
  const labelWidth = Math.max(...rows.map((row) => textWidth(valueText(row), FONT_SIZE)));
  const left = Math.ceil(labelWidth + 10);
  const plotWidth = width - left - 4;
  const x = scaleBand(range(columns.length), [0, plotWidth]);
  const y = scaleBand(range(rows.length), [height, 0]);
  const brackets = bracketBlock(panel, plotWidth, theme);
  const top = heading.height + LINE_HEIGHT + brackets.height;
  const colour = valueColours(panel.range, panel.fair);
  const labels = (values: readonly number[], place: (i: number) => object): SvgNode[] =>
    values.map((value, i) => svg("text", { fill: theme.muted, ...place(i) }, valueText(value)));
  const size = { width: x.bandwidth(), height: y.bandwidth() };
  const body = [
    ...cells.map((cell, i) => {
      const at = { x: x(cell.column) ?? 0, y: y(cell.row) ?? 0 };
      return moved(at.x, at.y, [cellNode(cell, panel.before?.[i], size, colour, panel, theme)]);
    }),
    ...labels(rows, (i) => ({
      x: -7,
      y: (y(i) ?? 0) + size.height / 2 + FONT_SIZE * 0.35,
      "text-anchor": "end",
    })),
    ...labels(columns, (i) => ({
      x: (x(i) ?? 0) + size.width / 2,
      y: height + FONT_SIZE * 1.4,
      "text-anchor": "middle",
    })),
    words(panel.x.label, plotWidth / 2, height + FONT_SIZE * 2.8, theme.text, "middle"),
  ];
  const scale = hasScale ? colourScale(panel, plotWidth, theme) : { nodes: [], height: 0 };
  const scaleTop = top + height + FONT_SIZE * 3.7;
  return {
    nodes: [
      ...heading.nodes,
      words(panel.y.label, null, heading.height + FONT_SIZE, theme.text),
      moved(left, heading.height + LINE_HEIGHT + 2, brackets.nodes),
      moved(left, top, body),
      moved(left, scaleTop, scale.nodes),
    ],
    height: scaleTop + scale.height,
  };
}

/** The values of both parameters of a cell, with their names. */
export const cellName = ({ column, row }: GridCell, { x, y, columns, rows }: GridPanel): string =>
  `${x.label} ${valueText(columns[column] ?? 0)}, ${y.label} ${valueText(rows[row] ?? 0)}`;

/**
 * A cell with its value. With other results, a triangle in the lower right corner has the colour of their
 * value.
 */
function cellNode(
  cell: GridCell,
  before: number | null | undefined,
  { width, height }: { readonly width: number; readonly height: number },
  colour: (value: number) => string,
  panel: GridPanel,
  theme: ChartTheme,
): SvgNode {
  const { value, interval } = cell;
  const fill = value === null ? theme.grid : colour(value);
  const text = value === null ? "\u2013" : numberIn(value);
  const ink = value === null ? theme.muted : textOn(fill);
  const edge = Math.min(width, height) * 0.45;
  const corner = `M${width - 0.5} ${height - 0.5}h${-edge}l${edge} ${-edge}Z`;
  const range = interval
    ? ` (${chartTexts.range({ from: numberIn(interval[0]), to: numberIn(interval[1]) })})`
    : "";
  const old =
    before === null || before === undefined
      ? ""
      : `; ${figureTexts.storedValue({ value: numberIn(before) })}`;
  const fits = textWidth(text, FONT_SIZE) + 2 <= width;
  return svg("g", { "data-cell": cell.cell }, [
    svg("rect", { x: 0.5, y: 0.5, width: width - 1, height: height - 1, rx: 2, fill }),
    ...(old === ""
      ? []
      : [svg("path", { d: corner, fill: colour(before ?? 0), stroke: theme.text, "stroke-width": 0.8 })]),
    ...(fits ? [words(text, width / 2, height / 2 + FONT_SIZE * 0.35, ink, "middle")] : []),
    svg("title", {}, `${cellName(cell, panel)}: ${text}${range}${old}`),
  ]);
}

/** The columns, from first to last, to which a mark applies. Null if it applies to none. */
function columnsOf({ x }: PaperMark, columns: readonly number[]): readonly [number, number] | null {
  if (!x) return [0, columns.length - 1];
  const inside = range(columns.length).filter((i) => (columns[i] ?? 0) >= x[0] && (columns[i] ?? 0) <= x[1]);
  return inside.length === 0 ? null : [inside[0] ?? 0, inside.at(-1) ?? 0];
}

/** Brackets above columns with the statements of the paper about them. */
function bracketBlock({ marks, columns }: GridPanel, width: number, theme: ChartTheme): Block {
  const placed = marks.flatMap((paperMark) => {
    const found = columnsOf(paperMark, columns);
    return found ? [{ text: paperMark.text, from: found[0], to: found[1] }] : [];
  });
  if (placed.length === 0) return { nodes: [], height: 0 };
  const band = width / columns.length;
  // A statement may extend over free columns at the right, up to the next bracket.
  const withLines = placed.map(({ text, from, to }) => {
    const next = Math.min(
      columns.length,
      ...placed.filter((other) => other.from > to).map((other) => other.from),
    );
    return { from, to, lines: wrapText(figureTexts.paper({ text }), (next - from) * band - 8) };
  });
  const rows = Math.max(...withLines.map(({ lines }) => lines.length));
  const base = rows * LINE_HEIGHT + 8;
  return {
    height: base + 6,
    nodes: withLines.flatMap(({ from, to, lines }) => [
      ...lines.map((line, i) =>
        words(line, from * band + 2, (rows - lines.length + i + 1) * LINE_HEIGHT - 2, theme.text),
      ),
      svg("path", {
        d: `M${(from * band + 1).toFixed(1)} ${base + 4}v-6H${((to + 1) * band - 1).toFixed(1)}v6`,
        fill: "none",
        stroke: theme.text,
        "stroke-width": 1.5,
      }),
    ]),
  };
}

/** The colours of the values, with the fair value and the values that the paper states. */
function colourScale(panel: GridPanel, width: number, theme: ChartTheme): Block {
  const colour = valueColours(panel.range, panel.fair);
  const [low, high] = panel.range;
  const barWidth = Math.min(width, 260);
  const at = (value: number): number => ((value - low) / (high - low || 1)) * barWidth;
  const steps = 52;
  const bar = range(steps).map((i) =>
    svg("rect", {
      x: (i / steps) * barWidth,
      width: barWidth / steps + 0.6,
      height: 10,
      fill: colour(low + ((i + 0.5) / steps) * (high - low)),
    }),
  );
  const fair = panel.fair;
  const labels = [
    { value: low, text: significant(low), anchor: "start" },
    ...(fair === undefined
      ? []
      : [{ value: fair, text: figureTexts.fairValue({ value: significant(fair) }), anchor: "middle" }]),
    { value: high, text: significant(high), anchor: "end" },
  ];
  const stated = panel.marks.flatMap(({ y }) => (y && y[0] === y[1] ? [y[0]] : []));
  return {
    height: FONT_SIZE * 4.2,
    nodes: [
      words(panel.z, null, FONT_SIZE * 0.8, theme.text),
      moved(0, FONT_SIZE * 1.3, [
        ...bar,
        svg("rect", { width: barWidth, height: 10, fill: "none", stroke: theme.axis }),
        ...labels.map(({ value, text, anchor }) =>
          words(text, at(value), 10 + FONT_SIZE * 1.15, theme.muted, anchor),
        ),
        ...stated.map((value) =>
          svg("path", {
            d: "M0 -5L5 0L0 5L-5 0Z",
            transform: `translate(${at(value).toFixed(1)},5)`,
            fill: theme.background,
            stroke: theme.text,
            "stroke-width": 1.6,
          }),
        ),
      ]),
    ],
  };
}

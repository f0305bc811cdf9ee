// Draws values of named cases as bars with their confidence intervals, and the values that the paper states
// for each case.

import { max } from "d3-array";
import { significant } from "../../scenario/units.ts";
import { type SvgNode, svg } from "../core/svg.ts";
import { fitText, textWidth } from "../textSize.ts";
import { type ChartTheme, styleColour } from "../theme.ts";
import type { PanelSize } from "./drawLines.ts";
import {
  type Block,
  FONT_SIZE,
  headingBlock,
  legendBlock,
  moved,
  paperSymbol,
  roundEnd,
  roundScale,
} from "./frame.ts";
import type { CasesPanel } from "./panels.ts";
import { figureTexts } from "./texts/index.ts";

const BAR_HEIGHT = 15;
/** Labels contain many digits and hyphens, which are wider than textSize.ts estimates. */
const LABEL_MARGIN = 1.08;

type Case = CasesPanel["cases"][number];

function legendOf({ cases, legend, fair }: CasesPanel) {
  const hasNumbers = cases.some(({ marks }) => marks.length > 0);
  const hasGhosts = cases.some(({ values }) => values.some(({ ghost }) => ghost));
  return [
    ...legend.map((entry) => ({ ...entry, kind: "bar" as const })),
    ...(hasGhosts
      ? [{ label: figureTexts.stored, style: { colour: 0, dash: 0, marker: 0 }, kind: "ghost" as const }]
      : []),
    ...(fair === undefined
      ? []
      : [{ label: figureTexts.fair({ value: significant(fair) }), kind: "fair" as const }]),
    ...(hasNumbers ? [{ label: figureTexts.byPaper, kind: "paper" as const }] : []),
  ];
}

/** The values, the ends of the intervals, and the values that the paper states. */
const allValues = (cases: readonly Case[]): readonly number[] =>
  cases.flatMap(({ values, marks }) => [
    ...values.flatMap(({ x, interval }) => [x, ...(interval ?? [])]),
    ...marks.flatMap(({ x }) => x ?? []),
  ]);

/** The bar of a value with its interval and its number. */
function barNodes(
  value: Case["values"][number],
  centre: number,
  at: (value: number) => number,
  theme: ChartTheme,
): SvgNode {
  const colour = value.ghost ? theme.ghost : styleColour(value.style, theme);
  const whisker = value.interval
    ? `M${at(value.interval[0]).toFixed(1)} ${centre - 3}v6m0 -3H${at(value.interval[1]).toFixed(1)}m0 -3v6`
    : null;
  const end = Math.max(at(value.x), at(value.interval?.[1] ?? 0));
  return svg("g", { "data-cell": value.ghost ? null : value.cell }, [
    svg("rect", {
      y: centre - BAR_HEIGHT / 2 + 1,
      width: Math.max(1, at(value.x)),
      height: BAR_HEIGHT - 2,
      rx: 2,
      fill: colour,
      "fill-opacity": value.ghost ? 0.5 : null,
    }),
    ...(whisker ? [svg("path", { d: whisker, fill: "none", stroke: theme.text, "stroke-width": 1.1 })] : []),
    svg("text", { x: end + 6, y: centre + FONT_SIZE * 0.35, fill: theme.text }, significant(value.x)),
  ]);
}

/** The line of the fair value, if the drawing has a fair value. */
const fairLine = (
  fair: number | undefined,
  at: (value: number) => number,
  height: number,
  theme: ChartTheme,
): SvgNode[] =>
  fair === undefined
    ? []
    : [
        svg("line", {
          x1: at(fair),
          x2: at(fair),
          y2: height,
          stroke: theme.muted,
          "stroke-width": 1.3,
          "stroke-dasharray": "1 3",
        }),
      ];

/** The height of the panel follows from the number of cases, each of which has a row. */
export function drawCases(panel: CasesPanel, { width, theme }: PanelSize): Block {
  const { cases, fair } = panel;
  const heading = headingBlock(panel.heading, width, theme);
  const key = legendBlock(legendOf(panel), width, theme);
  const longest = LABEL_MARGIN * (max(cases, ({ label }) => textWidth(label, FONT_SIZE)) ?? 0);
  const left = Math.ceil(Math.min(longest, width * 0.4) + 10);
  const plotWidth = width - left - 62;
  const rowHeight = BAR_HEIGHT * (max(cases, ({ values }) => values.length) ?? 1) + 9;
  const top = roundEnd(0, max(allValues(cases).filter(Number.isFinite)) ?? 1, plotWidth / 70);
  const axis = roundScale([0, top], [0, plotWidth], 70);
  const at = (value: number): number => axis.scale(Math.min(Math.max(0, value), top)) ?? 0;
  const height = rowHeight * cases.length;
  const rows = cases.flatMap(({ label, values, marks }, row): SvgNode[] => {
    const y = row * rowHeight + 4;
    const middle = y + (rowHeight - 9) / 2;
    return [
      svg(
        "text",
        { x: -8, y: middle + FONT_SIZE * 0.35, "text-anchor": "end", fill: theme.text },
        fitText(label, FONT_SIZE, (left - 8) / LABEL_MARGIN),
      ),
      ...values.map((value, i) => barNodes(value, y + (i + 0.5) * BAR_HEIGHT, at, theme)),
      ...marks.flatMap(({ x }) => (x ? [paperSymbol(at(x[0]), middle, theme)] : [])),
    ];
  });
  const grid = axis.ticks.flatMap(({ value, label }) => [
    svg("line", { x1: at(value), x2: at(value), y2: height, stroke: value === 0 ? theme.axis : theme.grid }),
    svg(
      "text",
      { x: at(value), y: height + FONT_SIZE * 1.4, "text-anchor": "middle", fill: theme.muted },
      label,
    ),
  ]);
  const name = svg(
    "text",
    { x: plotWidth / 2, y: height + FONT_SIZE * 2.8, "text-anchor": "middle", fill: theme.text },
    fitText(panel.x.label, FONT_SIZE, width),
  );
  const bodyTop = heading.height + key.height + 4;
  return {
    nodes: [
      ...heading.nodes,
      moved(0, heading.height, key.nodes),
      moved(left, bodyTop, [...grid, ...fairLine(fair, at, height, theme), ...rows, name]),
    ],
    height: bodyTop + height + FONT_SIZE * 3.3,
  };
}

// Draws panels of rows. A row of cases has the values of a named case as bars with their confidence intervals, and the
// values that the paper states for it. A row of a tornado has bars from the value of the base case to the values with a
// setting smaller and larger.
import { extent, max, ticks } from "d3-array";
import { significant } from "../../scenario/units.ts";
import { type SvgNode, svg } from "../core/svg.ts";
import { fitText, textWidth } from "../textSize.ts";
import { type ChartTheme, styleColour } from "../theme.ts";
import {
  type AxisScale,
  type Block,
  commonLegend,
  FONT_SIZE,
  headingBlock,
  legendBlock,
  moved,
  type PanelSize,
  paperSymbol,
  roundEnd,
  roundScale,
  valueScale,
  words,
} from "./frame.ts";
import type { CasesPanel, LegendEntry, TornadoPanel } from "./panels.ts";

/** Labels contain many digits and hyphens, which are wider than textSize.ts estimates. */
const LABEL_MARGIN = 1.08;

/** The distance of a text's baseline from its middle. */
const BASELINE = FONT_SIZE * 0.35;

type At = (value: number) => number;

/** The parts of a panel of rows: its heading, its legend, and the labels of its rows at the left. */
function rowFrame(
  panel: CasesPanel | TornadoPanel,
  legend: readonly LegendEntry[],
  labels: readonly string[],
  labelShare: number,
  { width, theme }: PanelSize,
) {
  const heading = headingBlock(panel.heading, width, theme);
  const key = legendBlock(legend, width, theme);
  const longest = LABEL_MARGIN * (max(labels, (label) => textWidth(label, FONT_SIZE)) ?? 0);
  const left = Math.ceil(Math.min(longest, width * labelShare) + 10);
  return {
    left,
    label: (text: string, middle: number): SvgNode =>
      words(fitText(text, FONT_SIZE, (left - 8) / LABEL_MARGIN), -8, middle + BASELINE, theme.text, "end"),
    /** The panel with its body of `height` pixels, which begins `gap` pixels below the legend. */
    block(
      body: readonly SvgNode[],
      { ticks: shown }: AxisScale,
      at: At,
      plotWidth: number,
      height: number,
      gap: number,
    ): Block {
      const top = heading.height + key.height + gap;
      const name = fitText(panel.x.label, FONT_SIZE, width);
      const grid = shown.flatMap(({ value, label }) => {
        const stroke = value === 0 && panel.kind === "cases" ? theme.axis : theme.grid;
        return [
          svg("line", { x1: at(value), x2: at(value), y2: height, stroke }),
          words(label, at(value), height + FONT_SIZE * 1.4, theme.muted, "middle"),
        ];
      });
      return {
        nodes: [
          ...heading.nodes,
          moved(0, heading.height, key.nodes),
          moved(left, top, [
            ...grid,
            ...body,
            words(name, plotWidth / 2, height + FONT_SIZE * 2.8, theme.text, "middle"),
          ]),
        ],
        height: top + height + FONT_SIZE * 3.3,
      };
    },
  };
}

const BAR_HEIGHT = 15;

/** The values, the ends of the intervals, and the values that the paper states. */
const allValues = ({ cases }: CasesPanel): readonly number[] =>
  cases.flatMap(({ values, marks }) => [
    ...values.flatMap(({ x, interval }) => [x, ...(interval ?? [])]),
    ...marks.flatMap(({ x }) => x ?? []),
  ]);

/** The height of the panel follows from the number of cases, each of which has a row, unless a height is given. */
export function drawCases(panel: CasesPanel, size: PanelSize): Block {
  const { cases, fair } = panel;
  const { theme, width } = size;
  const legend = commonLegend(
    panel.legend.map((entry) => ({ ...entry, kind: "bar" })),
    cases.some(({ values }) => values.some(({ ghost }) => ghost)),
    fair,
    cases.some(({ marks }) => marks.length > 0),
  );
  const labels = cases.map(({ label }) => label);
  const { left, label, block } = rowFrame(panel, legend, labels, 0.4, size);
  const plotWidth = width - left - 62;
  const bars = max(cases, ({ values }) => values.length) ?? 1;
  const rowHeight = size.height > 0 ? size.height / cases.length : BAR_HEIGHT * bars + 9;
  const barHeight = size.height > 0 ? (rowHeight - 6) / bars : BAR_HEIGHT;
  const top = roundEnd(0, max(allValues(panel).filter(Number.isFinite)) ?? 1, plotWidth / 70);
  const axis = roundScale([0, top], [0, plotWidth], 70);
  const at: At = (value) => axis.scale(Math.min(Math.max(0, value), top)) ?? 0;
  const height = rowHeight * cases.length;
  const rows = cases.flatMap((row, i): SvgNode[] => {
    const y = i * rowHeight + 4;
    const middle = y + (barHeight * bars) / 2;
    return [
      label(row.label, middle),
      ...row.values.map((value, k) => barNodes(value, y + (k + 0.5) * barHeight, barHeight, at, theme)),
      ...row.marks.flatMap(({ x }) => (x ? [paperSymbol(at(x[0]), middle, theme)] : [])),
    ];
  });
  const dotted = { stroke: theme.muted, "stroke-width": 1.3, "stroke-dasharray": "1 3" };
  const fairLine =
    fair === undefined ? [] : [svg("line", { x1: at(fair), x2: at(fair), y2: height, ...dotted })];
  return block([...fairLine, ...rows], axis, at, plotWidth, height, 4);
}

/** The bar of a value with its interval and its number. */
function barNodes(
  value: CasesPanel["cases"][number]["values"][number],
  centre: number,
  height: number,
  at: At,
  theme: ChartTheme,
): SvgNode {
  const { interval } = value;
  const isLow = height < FONT_SIZE;
  const bar = {
    y: centre - height / 2 + 1,
    width: Math.max(1, at(value.x)),
    height: height - 2,
    rx: 2,
    fill: value.ghost ? theme.ghost : styleColour(value.style, theme),
    "fill-opacity": value.ghost ? 0.5 : null,
  };
  const whisker =
    interval && `M${at(interval[0]).toFixed(1)} ${centre - 3}v6m0 -3H${at(interval[1]).toFixed(1)}m0 -3v6`;
  const end = Math.max(at(value.x), at(interval?.[1] ?? 0));
  return svg("g", { "data-cell": value.ghost ? null : value.cell }, [
    svg("rect", bar),
    ...(whisker ? [svg("path", { d: whisker, fill: "none", stroke: theme.text, "stroke-width": 1.1 })] : []),
    // A low bar has no space for the number of other results.
    ...(isLow && value.ghost ? [] : [words(significant(value.x), end + 6, centre + BASELINE, theme.text)]),
  ]);
}

const END_HEIGHT = 13;
const ROW_HEIGHT = 2 * END_HEIGHT + 8;

/** The height of the panel follows from the number of settings, each of which has a row. */
export function drawTornado(panel: TornadoPanel, size: PanelSize): Block {
  const { rows, base, legend } = panel;
  const entries = legend.map((entry) => ({ ...entry, kind: "bar" as const }));
  const labels = rows.map((row) => row.label);
  const { left, label, block } = rowFrame(panel, entries, labels, 0.42, size);
  const { theme, width } = size;
  const plotWidth = Math.max(40, width - left - 14);
  const [low = base, high = base] = extent([base, ...rows.flatMap(({ ends }) => ends.map(({ x }) => x))]);
  const margin = (high - low || Math.abs(base) || 1) * 0.06;
  const domain = [low - margin, high + margin] as const;
  const values = ticks(...domain, Math.max(2, Math.floor(plotWidth / 70)));
  const axis = valueScale(values, false, domain, [0, plotWidth]);
  const at: At = (value) => Math.min(plotWidth, Math.max(0, axis.scale(value) ?? 0));
  const height = rows.length * ROW_HEIGHT;
  const bars = rows.flatMap((row, i) => {
    const y = i * ROW_HEIGHT + 4;
    return [
      label(row.label, y + END_HEIGHT),
      ...row.ends.map((end, k) => endNode(end, y + (k + 0.5) * END_HEIGHT, base, at, theme)),
    ];
  });
  const look = { stroke: theme.text, "stroke-width": 1.2 };
  const baseLine = svg("line", { x1: at(base), x2: at(base), y1: -4, y2: height, ...look });
  return block([...bars, baseLine], axis, at, plotWidth, height, 8);
}

/** The bar from the value of the base case to another value, with its interval. */
function endNode(
  end: TornadoPanel["rows"][number]["ends"][number],
  centre: number,
  base: number,
  at: At,
  theme: ChartTheme,
): SvgNode {
  const [from = 0, to = 0] = extent([at(base), at(end.x)]);
  const bar = {
    x: from,
    y: centre - END_HEIGHT / 2 + 1,
    width: Math.max(2, to - from),
    height: END_HEIGHT - 2,
    fill: styleColour(end.style, theme),
  };
  // An interval that is wider than the panel ends at its edge, without a mark.
  const whisker =
    end.interval && `M${at(end.interval[0]).toFixed(1)} ${centre}H${at(end.interval[1]).toFixed(1)}`;
  return svg("g", { "data-cell": end.cell }, [
    svg("title", {}, end.text),
    svg("rect", bar),
    ...(whisker ? [svg("path", { d: whisker, fill: "none", stroke: theme.muted, "stroke-width": 1 })] : []),
  ]);
}

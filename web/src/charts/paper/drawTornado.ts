// Draws a tornado: a row for each setting, with bars from the value of the base case to the values with the
// setting smaller and larger.
import { extent, ticks } from "d3-array";
import { type SvgNode, svg } from "../core/svg.ts";
import { fitText, textWidth } from "../textSize.ts";
import { type ChartTheme, styleColour } from "../theme.ts";
import type { PanelSize } from "./drawLines.ts";
import { type Block, FONT_SIZE, headingBlock, legendBlock, moved, valueScale } from "./frame.ts";
import type { TornadoPanel } from "./panels.ts";

const BAR_HEIGHT = 13;
const ROW_HEIGHT = 2 * BAR_HEIGHT + 8;
/** Labels contain many digits and hyphens, which are wider than textSize.ts estimates. */
const LABEL_MARGIN = 1.08;
const MAX_LABEL_SHARE = 0.42;

/** The height of the panel follows from the number of settings, each of which has a row. */
export function drawTornado(panel: TornadoPanel, { width, theme }: PanelSize): Block {
  const { rows, base } = panel;
  const heading = headingBlock(panel.heading, width, theme);
  const entries = panel.legend.map((entry) => ({ ...entry, kind: "bar" as const }));
  const key = legendBlock(entries, width, theme);
  const longest = LABEL_MARGIN * Math.max(0, ...rows.map(({ label }) => textWidth(label, FONT_SIZE)));
  const left = Math.ceil(Math.min(longest, width * MAX_LABEL_SHARE) + 10);
  const plotWidth = Math.max(40, width - left - 14);
  const [low = base, high = base] = extent([base, ...rows.flatMap(({ ends }) => ends.map(({ x }) => x))]);
  const margin = (high - low || Math.abs(base) || 1) * 0.06;
  const domain = [low - margin, high + margin] as const;
  const values = ticks(...domain, Math.max(2, Math.floor(plotWidth / 70)));
  const axis = valueScale(values, false, domain, [0, plotWidth]);
  const at = (value: number): number => Math.min(plotWidth, Math.max(0, axis.scale(value) ?? 0));
  const height = rows.length * ROW_HEIGHT;
  const grid = axis.ticks.flatMap(({ value, label }) => [
    svg("line", { x1: at(value), x2: at(value), y2: height, stroke: theme.grid }),
    svg(
      "text",
      { x: at(value), y: height + FONT_SIZE * 1.4, "text-anchor": "middle", fill: theme.muted },
      label,
    ),
  ]);
  const baseLine = svg("line", {
    x1: at(base),
    x2: at(base),
    y1: -4,
    y2: height,
    stroke: theme.text,
    "stroke-width": 1.2,
  });
  const name = svg(
    "text",
    { x: plotWidth / 2, y: height + FONT_SIZE * 2.8, "text-anchor": "middle", fill: theme.text },
    fitText(panel.x.label, FONT_SIZE, width),
  );
  const bars = rows.flatMap((row, i) => rowNodes(row, i * ROW_HEIGHT + 4, at, base, left, theme));
  const top = heading.height + key.height + 8;
  return {
    nodes: [
      ...heading.nodes,
      moved(0, heading.height, key.nodes),
      moved(left, top, [...grid, ...bars, baseLine, name]),
    ],
    height: top + height + FONT_SIZE * 3.3,
  };
}

function rowNodes(
  { label, ends }: TornadoPanel["rows"][number],
  y: number,
  at: (value: number) => number,
  base: number,
  left: number,
  theme: ChartTheme,
): SvgNode[] {
  const middle = y + BAR_HEIGHT;
  const bars = ends.map((end, i) => {
    const [from, to] = [Math.min(at(base), at(end.x)), Math.max(at(base), at(end.x))];
    const centre = y + (i + 0.5) * BAR_HEIGHT;
    // An interval that is wider than the panel ends at its edge, without a mark.
    const whisker = end.interval
      ? `M${at(end.interval[0]).toFixed(1)} ${centre}H${at(end.interval[1]).toFixed(1)}`
      : null;
    return svg("g", { "data-cell": end.cell }, [
      svg("title", {}, end.text),
      svg("rect", {
        x: from,
        y: centre - BAR_HEIGHT / 2 + 1,
        width: Math.max(2, to - from),
        height: BAR_HEIGHT - 2,
        fill: styleColour(end.style, theme),
      }),
      ...(whisker ? [svg("path", { d: whisker, fill: "none", stroke: theme.muted, "stroke-width": 1 })] : []),
    ]);
  });
  const text = fitText(label, FONT_SIZE, (left - 8) / LABEL_MARGIN);
  return [
    svg("text", { x: -8, y: middle + FONT_SIZE * 0.35, "text-anchor": "end", fill: theme.text }, text),
    ...bars,
  ];
}

// The labels at the right of a time chart: each near the recent level of its line, with the current value of the line on the page.
import type { Mark } from "../core/mark.ts";
import { svg } from "../core/svg.ts";
import { markerShape, symbolAt } from "../marks/symbol.ts";
import { fitText, textWidth } from "../textSize.ts";
import { placeLabels } from "./labelColumn.ts";
import type { TimePlot } from "./layout.ts";
import { colourOf, dashOf, type LiveLine } from "./lineLayer.ts";

export interface EndLabelOptions {
  readonly plot: TimePlot;
  readonly lines: readonly LiveLine[];
  /** Labels are placed at the mean values of their lines in a short interval before this time. */
  readonly t: number;
  readonly highlight?: string | null;
  /** The text for the value of a line; left out in exported pictures. */
  readonly writeValue?: (line: LiveLine) => string;
}

/** The interval over which the level of a line is averaged, as a share of the visible window. */
const LEVEL_INTERVAL = 0.12;

export function endLabels(options: EndLabelOptions): Mark {
  const { plot, lines, t, highlight = null, writeValue } = options;
  const { layout, theme, from, to, fontSize, height } = plot;
  const live = lines.filter((line) => !line.trace.spec.ghost);
  const capacity = Math.floor(height / layout.labelHeight);
  const chosen = live.length <= capacity ? live : chooseLabels(live, capacity - 1, highlight);
  const levels = chosen.map(({ trace }) => {
    const until = Math.min(t, trace.end);
    const level = trace.level(Math.max(0, until - LEVEL_INTERVAL * (to - from)), until);
    return Math.max(0, Math.min(height, plot.y(Number.isNaN(level) ? 0 : level)));
  });
  const slack = fontSize * 0.4;
  const bottom = height + slack - (chosen.length < live.length ? layout.labelHeight : 0);
  const placed = placeLabels(levels, layout.labelHeight, -slack, bottom);
  const sample = fontSize * 1.5;
  const rowWidth = layout.right - fontSize * 0.5;
  return () => [
    ...chosen.map((line, i) => {
      const { spec } = line.trace;
      const flow = spec.flow ?? spec.id;
      const stroke = colourOf(spec, theme);
      const value = writeValue === undefined ? "" : writeValue(line);
      const valueWidth = value === "" ? 0 : textWidth(value, fontSize) * 1.08 + fontSize * 0.4;
      const isFaded = highlight !== null && highlight !== flow;
      const at = { y: fontSize * 0.35, fill: theme.text };
      const row = {
        class: isFaded ? "fs-label fs-faded" : "fs-label",
        "data-flow": flow,
        transform: `translate(${plot.width + fontSize * 0.5},${(placed[i] ?? 0).toFixed(1)})`,
      };
      return svg("g", row, [
        svg("rect", {
          y: -layout.labelHeight / 2,
          width: rowWidth,
          height: layout.labelHeight,
          fill: "none",
        }),
        svg("line", {
          x2: sample,
          stroke,
          "stroke-width": layout.lineWidth * 1.4,
          "stroke-dasharray": dashOf(spec.style, theme).join(" ") || "none",
        }),
        svg(
          "text",
          { class: "fs-name", x: sample + fontSize * 0.4, ...at },
          fitText(spec.label, fontSize, rowWidth - sample - fontSize * 0.4 - valueWidth),
        ),
        svg(
          "text",
          { class: "fs-value", x: rowWidth, "text-anchor": "end", "font-weight": 600, ...at },
          value,
        ),
        ...(spec.style.marker > 0
          ? [
              symbolAt(sample / 2, 0, markerShape(spec.style), (layout.lineWidth * 2.8) ** 2, {
                fill: stroke,
              }),
            ]
          : []),
      ]);
    }),
    ...(chosen.length < live.length
      ? [
          svg(
            "text",
            { x: plot.width + fontSize * 0.5, y: height + fontSize * 0.35, fill: theme.muted },
            `and ${live.length - chosen.length} more`,
          ),
        ]
      : []),
  ];
}

/** Up to `count` lines whose labels are shown: those of the highlighted flow first, then the others in their order. */
function chooseLabels(lines: readonly LiveLine[], count: number, highlight: string | null): LiveLine[] {
  const first = lines.filter((line) => (line.trace.spec.flow ?? line.trace.spec.id) === highlight);
  return [...first, ...lines.filter((line) => !first.includes(line))].slice(0, Math.max(0, count));
}

// The labels at the right of a time chart: each near the recent level of its line, with the line's value where there is one.
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
  /** The moment whose recent past decides where the labels are. */
  readonly t: number;
  readonly highlight?: string | null;
  /** What is written for a line's value; none in exported pictures. */
  readonly writeValue?: (line: LiveLine) => string;
}

/** How far back a line's level is averaged, as a share of the visible window. */
const RECENT = 0.12;

export function endLabels(options: EndLabelOptions): Mark {
  const { plot, lines, t, highlight = null, writeValue } = options;
  const { layout, theme, from, to, fontSize, height } = plot;
  const live = lines.filter((line) => !line.trace.spec.ghost);
  const capacity = Math.floor(height / layout.labelHeight);
  const chosen = live.length <= capacity ? live : chooseLabels(live, capacity - 1, highlight);
  const levels = chosen.map(({ trace }) => {
    const until = Math.min(t, trace.end);
    const level = trace.level(Math.max(0, until - RECENT * (to - from)), until);
    return Math.max(0, Math.min(height, plot.y(Number.isNaN(level) ? 0 : level)));
  });
  const slack = fontSize * 0.4;
  const bottom = height + slack - (chosen.length < live.length ? layout.labelHeight : 0);
  const placed = placeLabels(levels, layout.labelHeight, -slack, bottom);
  const sample = fontSize * 1.5;
  const room = layout.right - fontSize * 0.5;
  return () => [
    ...chosen.map((line, i) => {
      const { spec } = line.trace;
      const flow = spec.flow ?? spec.id;
      const stroke = colourOf(spec, theme);
      const value = writeValue === undefined ? "" : writeValue(line);
      const valueRoom = value === "" ? 0 : textWidth(value, fontSize) * 1.08 + fontSize * 0.4;
      const faded = highlight !== null && highlight !== flow;
      const at = { y: fontSize * 0.35, fill: theme.text };
      const row = {
        class: faded ? "fs-label fs-faded" : "fs-label",
        "data-flow": flow,
        transform: `translate(${plot.width + fontSize * 0.5},${(placed[i] ?? 0).toFixed(1)})`,
      };
      return svg("g", row, [
        svg("rect", { y: -layout.labelHeight / 2, width: room, height: layout.labelHeight, fill: "none" }),
        svg("line", {
          x2: sample,
          stroke,
          "stroke-width": layout.lineWidth * 1.4,
          "stroke-dasharray": dashOf(spec.style, theme).join(" ") || "none",
        }),
        svg(
          "text",
          { class: "fs-name", x: sample + fontSize * 0.4, ...at },
          fitText(spec.label, fontSize, room - sample - fontSize * 0.4 - valueRoom),
        ),
        svg("text", { class: "fs-value", x: room, "text-anchor": "end", "font-weight": 600, ...at }, value),
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

/** When not all fit: the highlighted flow first, then the others in their order. */
function chooseLabels(lines: readonly LiveLine[], count: number, highlight: string | null): LiveLine[] {
  const first = lines.filter((line) => (line.trace.spec.flow ?? line.trace.spec.id) === highlight);
  return [...first, ...lines.filter((line) => !first.includes(line))].slice(0, Math.max(0, count));
}

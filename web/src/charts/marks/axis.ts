// Axes as marks. They need no document, unlike the axes of d3-axis.
import type { Mark } from "../core/mark.ts";
import type { Tick } from "../core/ticks.ts";
import { horizontalRules } from "./rule.ts";
import { textMark } from "./text.ts";

const values = (ticks: readonly Tick[]): number[] => ticks.map((tick) => tick.value);
const labels = (ticks: readonly Tick[]): string[] => ticks.map((tick) => tick.label);

/** The labels of the horizontal axis, below the plot. */
export function axisX(ticks: readonly Tick[]): Mark {
  return (plot) => {
    const bottom = plot.height + plot.fontSize * 1.45;
    const look = { "text-anchor": "middle", fill: plot.theme.muted };
    return textMark(
      { x: values(ticks), y: ticks.map(() => 0) },
      labels(ticks),
      look,
    )({ ...plot, y: () => bottom });
  };
}

/** The labels of the vertical axis, at the left of the plot. */
export function axisY(ticks: readonly Tick[]): Mark {
  return (plot) => {
    const look = { "text-anchor": "end", fill: plot.theme.muted };
    const beforePlot = { ...plot, x: () => -plot.fontSize * 0.6 };
    return textMark(
      { x: ticks.map(() => 0), y: values(ticks) },
      labels(ticks),
      look,
      0,
      plot.fontSize * 0.35,
    )(beforePlot);
  };
}

/**
 * A line across the plot for every tick of the vertical axis; the line at zero has the stronger colour of the
 * axis.
 */
export function gridY(ticks: readonly Tick[]): Mark {
  return (plot) =>
    horizontalRules(values(ticks), (i) => ({
      stroke: ticks[i]?.value === 0 ? plot.theme.axis : plot.theme.grid,
    }))(plot);
}

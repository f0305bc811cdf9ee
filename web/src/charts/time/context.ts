// The state that the components of one time chart share. The chart changes it, and its components read it.
import type { FrameLoop } from "../frame.ts";
import type { ChartTheme } from "../theme.ts";
import type { ChartElements } from "./elements.ts";
import type { ChartLayout, TimePlot } from "./layout.ts";
import type { LineLayer } from "./lineLayer.ts";
import type { TimeChartData, TimeChartOptions } from "./types.ts";

export interface ChartContext {
  readonly elements: ChartElements;
  readonly loop: FrameLoop;
  readonly layer: LineLayer;
  options: TimeChartOptions;
  data: TimeChartData;
  theme: ChartTheme;
  /** Null until the chart has been measured. */
  layout: ChartLayout | null;
  /** The plot area as last drawn; null when it has not been drawn yet. */
  plot: TimePlot | null;
}

/** The highlighted flow if this chart has a line of it, otherwise null. */
export function highlightedFlow({ layer, options }: ChartContext): string | null {
  const { highlight } = options.timeView.state;
  if (highlight === null) return null;
  return layer.currentLines.some(({ trace: { spec } }) => (spec.flow ?? spec.id) === highlight)
    ? highlight
    : null;
}

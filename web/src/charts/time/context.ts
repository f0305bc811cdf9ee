// What the parts of one time chart share. The chart itself writes it; its parts read it.
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
  /** Null until the chart has a size. */
  layout: ChartLayout | null;
  /** The plot area that is drawn; null when the frame around the data must be drawn again. */
  plot: TimePlot | null;
}

/** The highlighted flow if this chart shows it: a flow of another chart changes nothing here. */
export function highlightedFlow({ layer, options }: ChartContext): string | null {
  const { highlight } = options.timeView.state;
  if (highlight === null) return null;
  return layer.live.some(({ trace: { spec } }) => (spec.flow ?? spec.id) === highlight) ? highlight : null;
}

// The state of a time chart that its parts read.
import type { PlotState } from "../plot/content.ts";
import type { LineLayer } from "./lineLayer.ts";
import type { TimePlot } from "./timePlot.ts";
import type { TimeChartData, TimeChartOptions } from "./types.ts";

export interface ChartContext {
  readonly plot: PlotState<TimeChartOptions, TimePlot>;
  readonly layer: LineLayer;
  readonly data: TimeChartData;
  /** The highlighted flow if this chart has a line of it, otherwise null. */
  readonly highlight: string | null;
}

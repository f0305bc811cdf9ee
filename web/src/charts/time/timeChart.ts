import { Plot } from "../plot/plot.ts";
import { TimeContent } from "./timeContent.ts";
import type { TimePlot } from "./timePlot.ts";
import type { TimeChartData, TimeChartOptions } from "./types.ts";

/** A chart over time on the page. */
export type TimeChart = Plot<TimeChartData, TimeChartOptions, TimePlot>;

export const createTimeChart = (host: HTMLElement, options: TimeChartOptions): TimeChart =>
  new Plot(host, options, (plot) => new TimeContent(plot));

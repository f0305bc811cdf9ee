// Charts: framework-free functions that draw the data that a run recorded. A page passes them data and a host
// element, and calls the methods of the returned chart.
//
//   const timeView = new TimeView(duration);                 // shared by a stack of charts: window, cursor, selection, playhead
//   const chart = createTimeChart(host, { title: "Rate", unit: "bit/s", timeView, onPick, onSeek });
//   chart.update({ lines, references, events, note });   // once per edit or new run, not per frame
//   frameLoop().request();                               // in the engine's `frame` callback: charts read new data
//   frameLoop().animate((now, elapsed) => timeView.setPlayhead(...));   // playback; returns the function that stops it
//   chart.describe(); chart.table(); await chart.toSVG({ link: url });
//
// * A host needs a height, which the chart fills, and may be resized. Charts of equal widths have aligned
//   time axes.
// * A line is { id, label, flow, run, series, view, scale, style }: `run` is the RunRecord, `series` comes
//   from run.series(entity, signal). Gauges: view { kind: "value" }. Counters: { kind: "rate", interval },
//   with scale 8 for bytes shown as bit/s. Jain's index: { kind: "combine", of, interval, combine: jain }.
//   Several runs can be shown in one chart: the lines of the older run have `ghost: true`, which draws them
//   in pale colours, and different ids.
// * Styles come from one StyleBook per page (`assign(flows)`), so that flows keep their colours through
//   edits.
// * Values are in base units (bit/s, s, packets); the chart chooses the prefix. The unit "share" is a
//   fraction, shown in per cent.
// * events.lineOf(code, entity) returns the id of the line on which an event is drawn. It returns null to
//   draw the event in the row of symbols along the top (the rail), or undefined to leave the event out.
// * extendsAxis: true extends the value axis to a reference line, unless the visible window is fully computed
//   and all data are far below the line.
// * The code of exports, and of layouts of networks with several links, is loaded on demand. Thumbnails are
//   in sparkline.ts.
// * Theme: color-scheme on the root selects light or dark colours. The CSS properties --chart-background,
//   --chart-text and so on, and --chart-1 to --chart-8 for the lines, override individual colours.
//
// docs/adding-a-chart.md explains how a chart is built from drawing functions (marks/).
export { type BarChart, type BarItem, createBarChart } from "./barChart.ts";
export { clock, formatSpan, formatTime, type Unit } from "./format.ts";
export { FrameLoop, frameLoop, prefersReducedMotion } from "./frame.ts";
export type { PictureTarget } from "./network/choice.ts";
export type { PictureData, PictureFlow } from "./network/drawNetwork.ts";
export type { PictureLink } from "./network/linkShapes.ts";
export { createNetworkPicture, type NetworkPicture } from "./network/networkPicture.ts";
export { dumbbellHeight, isLargeMesh } from "./network/plan.ts";
export {
  type ColourMode,
  DASHES,
  FLOWS_WITH_OWN_COLOUR,
  LINE_COLOURS,
  type LineStyle,
  StyleBook,
} from "./palette.ts";
export type { Area, ImageOptions, PlotOptions, Table } from "./plot/content.ts";
export type { Plot } from "./plot/plot.ts";
export {
  counterAt,
  effectiveInterval,
  gaugeAt,
  type RunExtent,
  rateAt,
} from "./series.ts";
export { type ChartTheme, plainTheme, readTheme, watchTheme } from "./theme.ts";
export { type ChartEvent, type EventSource, type EventSymbol, eventName } from "./time/events.ts";
export { createTimeChart, type TimeChart } from "./time/timeContent.ts";
export type { ReferenceLine, TimeBand, TimeChartData, TimeChartOptions } from "./time/timePlot.ts";
export type { LineSpec } from "./time/trace.ts";
export { type TimeState, TimeView } from "./timeView.ts";

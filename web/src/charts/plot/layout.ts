// The sizes of a plot over time. Plots with equal widths have equal margins, so that their time axes line up.
import { type SvgNode, svg } from "../core/svg.ts";
import { presenterFontSize } from "../textSize.ts";

export interface ChartLayout {
  /** Size of the plot area in CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Margins around the plot area in CSS pixels. */
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly fontSize: number;
  readonly lineWidth: number;
  /**
   * Height of the rail, the row at the top of the plot for events without a line, in pixels; 0 if the chart
   * has no rail.
   */
  readonly railHeight: number;
  /** Height of one label at the right of the plot, in pixels. */
  readonly labelHeight: number;
}

/** The size of a chart in CSS pixels, and the parts that need space in it. */
export interface LayoutRequest {
  readonly width: number;
  readonly height: number;
  /** Whether texts are larger and lines are thicker, for a projector. */
  readonly presenter: boolean;
  /** Whether the lines have labels at the right. */
  readonly labels: boolean;
  /** Whether the time axis has labels. */
  readonly timeAxis: boolean;
  readonly hasRail: boolean;
}

/** In a chart that is narrower than this, in pixels, the plot leaves more of its width to names. */
const NARROW = 420;

export function layOut(request: LayoutRequest): ChartLayout {
  const fontSize = request.presenter ? presenterFontSize() : 12;
  const labelShare = request.presenter ? 0.24 : 0.2;
  const labelWidth = Math.min(
    fontSize * 12.5,
    Math.max(fontSize * (request.width < NARROW ? 9.5 : 8), request.width * labelShare),
  );
  const right = request.labels ? Math.round(labelWidth) : fontSize;
  const left = Math.round(fontSize * 3.2);
  const top = Math.round(fontSize * 0.6);
  const bottom = Math.round(fontSize * (request.timeAxis ? 1.9 : 0.6));
  return {
    width: Math.max(40, Math.floor(request.width - left - right)),
    height: Math.max(30, Math.floor(request.height - top - bottom)),
    left,
    top,
    right,
    bottom,
    fontSize,
    lineWidth: request.presenter ? fontSize / 7 : 1.75,
    railHeight: request.hasRail ? Math.round(fontSize * 1.1) : 0,
    labelHeight: Math.round(fontSize * 1.42),
  };
}

/** A rectangle that is `margin` pixels larger than the plot area on every side. */
export const clipRect = ({ width, height }: ChartLayout, margin: number): SvgNode =>
  margin === 0
    ? svg("rect", { width, height })
    : svg("rect", { x: -margin, y: -margin, width: width + 2 * margin, height: height + 2 * margin });

// Throughput against delay: for each flow or group the mean of its goodput and its delay over the intervals of a window, and the ellipse of
// one standard deviation around it.
import { max } from "d3-array";
import { V } from "../../strings/views.ts";
import { type SvgNode, svg } from "../core/svg.ts";
import { formatQuantity, formatSpan } from "../format.ts";
import { dashOf } from "../time/lineLayer.ts";
import { halo } from "../time/timeMarks.ts";
import {
  type Column,
  currentLines,
  declarePicture,
  itemOf,
  spanText,
  type ViewMark,
  viewOfLines,
} from "./declare.ts";
import { type DelayLine, delayPoints, positionAt } from "./delayPoints.ts";
import { type Moments, momentsOf, sigmaEllipse } from "./ellipse.ts";
import { namedParts } from "./named.ts";
import { colourOfKey, opacityOf } from "./plot.ts";
import type { Span, View, ViewPicture, ViewPlot } from "./types.ts";
import { dots, highlightLast } from "./viewMarks.ts";

export interface DelayInputs {
  readonly lines: readonly DelayLine[];
  /** The name of the delay on its axis. */
  readonly label: string;
  /** The smallest possible delay, at which the axis begins. */
  readonly low: number;
  /** The length of the intervals in seconds. */
  readonly interval: number;
  readonly warmup: number;
  readonly version: () => number;
  readonly notes: readonly string[];
}

interface DelayRow {
  readonly line: DelayLine;
  readonly moments: Moments;
}

/** With more ellipses than this, they are not filled: their colours would cover each other. */
const MANY = 12;

const columnsOf = (): readonly Column<DelayRow>[] => {
  const heads = V.delay.columns;
  return [
    { label: heads.flow, csv: "flow", value: ({ line }) => line.label },
    { label: heads.rate, csv: "goodput_mean_bit_per_s", unit: "bit/s", value: ({ moments: m }) => m.meanY },
    {
      label: heads.rateSd,
      csv: "goodput_sd_bit_per_s",
      unit: "bit/s",
      value: ({ moments: m }) => Math.sqrt(m.varY),
    },
    { label: heads.delay, csv: "delay_mean_s", unit: "s", value: ({ moments: m }) => m.meanX },
    { label: heads.delaySd, csv: "delay_sd_s", unit: "s", value: ({ moments: m }) => Math.sqrt(m.varX) },
    { label: heads.correlation, csv: "correlation", unit: "", value: correlationOf },
    { label: heads.points, csv: "intervals", unit: "", value: ({ moments }) => moments.count },
  ];
};

function correlationOf({ moments: m }: DelayRow): number {
  const deviations = Math.sqrt(m.varX * m.varY);
  return deviations > 0 ? m.cov / deviations : Number.NaN;
}

export const delayView = (inputs: DelayInputs): View =>
  viewOfLines(inputs, (window) => {
    const rows = inputs.lines.flatMap((line): DelayRow[] => {
      const { x, y } = delayPoints(line, window, inputs.interval);
      const moments = momentsOf(x, y);
      return moments.count > 0 ? [{ line, moments }] : [];
    });
    return delayPicture(inputs, rows, window);
  });

function delayPicture(inputs: DelayInputs, rows: readonly DelayRow[], window: Span): ViewPicture {
  const current = rows.filter(({ line }) => !line.ghost);
  const rate = (value: number): string => formatQuantity(value, "bit/s");
  const delay = (value: number): string => formatQuantity(value, "s");
  const largest = (of: (moments: Moments) => number): number => max(rows, ({ moments }) => of(moments)) ?? 0;
  return declarePicture({
    x: {
      kind: "linear",
      label: inputs.label,
      unit: "s",
      low: inputs.low,
      largest: largest((m) => m.meanX + Math.sqrt(m.varX)),
    },
    y: {
      kind: "linear",
      label: V.delay.rateAxis,
      unit: "bit/s",
      largest: largest((m) => m.meanY + Math.sqrt(m.varY)),
    },
    keys: currentLines(inputs.lines),
    notes: [V.delay.points(formatSpan(inputs.interval)), ...inputs.notes],
    empty: current.length === 0 ? V.nothingYet : "",
    marks: [
      { draw: betterNodes },
      {
        draw: (plot) =>
          highlightLast(rows, plot).flatMap((row) => ellipseNodes(row, plot, current.length > MANY)),
      },
      dots(rows, { x: ({ moments }) => moments.meanX, y: ({ moments }) => moments.meanY }),
      momentDots(current, inputs.interval),
    ],
    columns: columnsOf(),
    rows: () => rows,
    say: (key) => {
      const found = itemOf(current, key);
      if (!found) return V.nothingYet;
      const { meanX, meanY, varX, varY } = found.moments;
      const [rateSd, delaySd] = [rate(Math.sqrt(varY)), delay(Math.sqrt(varX))];
      return V.delay.say(found.line.label, rate(meanY), rateSd, delay(meanX), delaySd);
    },
    describe: () => {
      const part = ({ line, moments }: DelayRow): string =>
        V.delay.part(line.label, rate(moments.meanY), delay(moments.meanX));
      return V.delay.describe(spanText(window), namedParts(current, part));
    },
  });
}

/** An open circle at the goodput and the delay of each flow or group at the moment. */
const momentDots = (rows: readonly DelayRow[], interval: number): ViewMark => ({
  moment: (t, plot) =>
    rows.flatMap(({ line }) => {
      const [x, y] = positionAt(line, t, interval);
      if (Number.isNaN(x) || Number.isNaN(y)) return [];
      return [
        svg("circle", {
          class: "fs-dot",
          cx: plot.x(x),
          cy: plot.y(y),
          r: plot.lineWidth * 2,
          fill: plot.theme.background,
          stroke: colourOfKey(line, plot.theme),
          "stroke-width": plot.lineWidth,
          opacity: opacityOf(line, plot),
        }),
      ];
    }),
});

function betterNodes({ fontSize, theme }: ViewPlot): SvgNode[] {
  const at = { x: fontSize * 0.5, y: fontSize * 1.2, fill: theme.muted };
  return [svg("text", { ...at, ...halo(theme) }, `\u2196 ${V.better}`)];
}

/** Pixels per unit of both axes, which are linear. */
function pixelsPerUnit(plot: ViewPlot): readonly [number, number] {
  const at = (scale: ViewPlot["x"], value: number): number => scale(value) ?? 0;
  return [at(plot.x, 1) - at(plot.x, 0), at(plot.y, 1) - at(plot.y, 0)];
}

function ellipseNodes({ line, moments }: DelayRow, plot: ViewPlot, isOneOfMany: boolean): SvgNode[] {
  const { major, minor, angle } = sigmaEllipse(moments, ...pixelsPerUnit(plot));
  if (!(major > 0)) return [];
  const colour = colourOfKey(line, plot.theme);
  const [cx, cy] = [plot.x(moments.meanX) ?? 0, plot.y(moments.meanY) ?? 0];
  const round = (value: number): number => Math.round(value * 100) / 100;
  return [
    svg("ellipse", {
      rx: major,
      // An ellipse without any extent in one direction would be invisible.
      ry: Math.max(0.75, minor),
      transform: `translate(${round(cx)},${round(cy)}) rotate(${round((angle * 180) / Math.PI)})`,
      fill: colour,
      "fill-opacity": line.ghost || isOneOfMany ? 0 : 0.14,
      stroke: colour,
      "stroke-width": plot.lineWidth * (line.ghost || isOneOfMany ? 0.6 : 1),
      "stroke-dasharray": line.ghost ? "5 3" : dashOf(line.style, plot.theme).join(" ") || null,
      opacity: opacityOf(line, plot),
    }),
  ];
}

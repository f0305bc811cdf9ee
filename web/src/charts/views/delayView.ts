// Throughput against delay: for each flow or group the mean of its goodput and its delay over the intervals of a window, and the ellipse of
// one standard deviation around it.
import { least, max } from "d3-array";
import type { Series } from "../../engine/types.ts";
import { V } from "../../strings/views.ts";
import { type SvgNode, svg } from "../core/svg.ts";
import { formatQuantity, formatSpan, formatTime } from "../format.ts";
import { markerShape, symbolAt } from "../marks/symbol.ts";
import { effectiveInterval, gaugeAt, type RunExtent, rateAt } from "../series.ts";
import { dashOf } from "../time/lineLayer.ts";
import { halo } from "../time/timeMarks.ts";
import { type Moments, momentsOf, sigmaEllipse } from "./ellipse.ts";
import { namedParts } from "./named.ts";
import { colourOfKey, opacityOf } from "./plot.ts";
import { activePart, gaugeMeans, rateSamples } from "./samples.ts";
import type { Span, View, ViewKey, ViewPicture, ViewPlot } from "./types.ts";

/** A flow: its counter of delivered bytes, its round-trip times, and the delay in seconds that is subtracted from these. */
export interface DelayFlow {
  readonly delivered: Series;
  readonly rtt: Series;
  readonly base: number;
  readonly from: number;
  readonly to: number;
}

export interface DelayLine extends ViewKey {
  readonly run: RunExtent;
  readonly flows: readonly DelayFlow[];
}

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

export interface DelayResult {
  readonly line: DelayLine;
  readonly moments: Moments;
}

const BITS = 8;
/** With more ellipses than this, they are not filled: their colours would cover each other. */
const MANY = 12;

/** The delays and goodputs of all flows of a line in all intervals of a window: x in seconds, y in bit/s. */
export function delayPoints(
  { run, flows }: DelayLine,
  window: Span,
  interval: number,
): {
  readonly x: number[];
  readonly y: number[];
} {
  const [x, y]: [number[], number[]] = [[], []];
  for (const flow of flows) {
    const part = activePart([window[0], Math.min(window[1], run.computedTo)], flow.from, flow.to);
    if (part === null) continue;
    const length = effectiveInterval(flow.delivered, interval);
    const rates = rateSamples(flow.delivered, run.computedTo, part, interval);
    const delays = gaugeMeans(flow.rtt, part, length);
    for (let i = 0; i < rates.length; i += 1) {
      x.push((delays[i] ?? Number.NaN) - flow.base);
      y.push((rates[i] ?? Number.NaN) * BITS);
    }
  }
  return { x, y };
}

export function delayView(inputs: DelayInputs): View {
  return {
    version: inputs.version,
    from: inputs.warmup,
    computedTo: () => inputs.lines.find((line) => !line.ghost)?.run.computedTo ?? 0,
    read: (window) => {
      const results = inputs.lines.flatMap((line): DelayResult[] => {
        const { x, y } = delayPoints(line, window, inputs.interval);
        const moments = momentsOf(x, y);
        return moments.count > 0 ? [{ line, moments }] : [];
      });
      return delayPicture(inputs, results, window);
    },
  };
}

/** The mean position of the flows of a line at a time. */
function positionAt({ run, flows }: DelayLine, t: number, interval: number): readonly [number, number] {
  const points = flows
    .filter(({ from, to }) => t >= from && t <= to)
    .map(
      ({ delivered, rtt, base }) =>
        [
          gaugeAt(rtt, t) - base,
          rateAt(
            delivered,
            run.computedTo,
            Math.min(t, run.computedTo),
            effectiveInterval(delivered, interval),
          ) * BITS,
        ] as const,
    );
  const { meanX, meanY } = momentsOf(
    points.map(([x]) => x),
    points.map(([, y]) => y),
  );
  return [meanX, meanY];
}

function delayPicture(inputs: DelayInputs, results: readonly DelayResult[], window: Span): ViewPicture {
  const current = results.filter(({ line }) => !line.ghost);
  const nearest = (px: number, py: number, plot: ViewPlot): DelayResult | undefined => {
    const distance = ({ moments }: DelayResult): number =>
      Math.hypot((plot.x(moments.meanX) ?? 0) - px, (plot.y(moments.meanY) ?? 0) - py);
    const found = least(current, distance);
    return found && distance(found) < 60 ? found : undefined;
  };
  /** The highlighted flow or group is drawn last. */
  const inOrder = ({ highlight }: ViewPlot): readonly DelayResult[] =>
    highlight === null
      ? results
      : [...results].sort((a, b) => Number(a.line.id === highlight) - Number(b.line.id === highlight));
  const span = V.window(formatTime(window[0], 0.1), formatTime(window[1], 0.1));
  const rate = (value: number): string => formatQuantity(value, "bit/s");
  const delay = (value: number): string => formatQuantity(value, "s");
  return {
    x: {
      kind: "linear",
      label: inputs.label,
      unit: "s",
      low: inputs.low,
      largest: max(results, ({ moments: m }) => m.meanX + Math.sqrt(m.varX)) ?? 0,
    },
    y: {
      kind: "linear",
      label: V.delay.rateAxis,
      unit: "bit/s",
      largest: max(results, ({ moments: m }) => m.meanY + Math.sqrt(m.varY)) ?? 0,
    },
    keys: inputs.lines.filter((line) => !line.ghost),
    notes: [V.delay.points(formatSpan(inputs.interval)), ...inputs.notes],
    empty: current.length === 0 ? V.nothingYet : "",
    draw: (plot) => [
      ...betterNodes(plot),
      ...inOrder(plot).flatMap((result) => ellipseNodes(result, plot, current.length > MANY)),
      ...inOrder(plot).map((result) => centreNode(result, plot)),
    ],
    moment: (t, plot) =>
      current.flatMap(({ line }) => {
        const [x, y] = positionAt(line, t, inputs.interval);
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
    hit: (px, py, plot) => {
      const found = nearest(px, py, plot);
      return found ? { line: found.line.id } : {};
    },
    stops: 0,
    say: (key) => {
      const found = current.find(({ line }) => line.id === key?.id) ?? current[0];
      if (!found) return V.nothingYet;
      const { meanX, meanY, varX, varY } = found.moments;
      return V.delay.say(
        found.line.label,
        rate(meanY),
        rate(Math.sqrt(varY)),
        delay(meanX),
        delay(Math.sqrt(varX)),
      );
    },
    describe: () =>
      current.length === 0
        ? V.nothingYet
        : V.delay.describe(
            span,
            namedParts(current, ({ line, moments }) =>
              V.delay.part(line.label, rate(moments.meanY), delay(moments.meanX)),
            ),
          ),
    table: () => ({
      columns: [
        { label: V.delay.columns.flow },
        { label: V.delay.columns.rate, unit: "bit/s" },
        { label: V.delay.columns.rateSd, unit: "bit/s" },
        { label: V.delay.columns.delay, unit: "s" },
        { label: V.delay.columns.delaySd, unit: "s" },
        { label: V.delay.columns.correlation, unit: "" },
        { label: V.delay.columns.points, unit: "" },
      ],
      rows: results.map(rowOf),
    }),
    csv: () => ({
      columns: [
        "flow",
        "goodput_mean_bit_per_s",
        "goodput_sd_bit_per_s",
        "delay_mean_s",
        "delay_sd_s",
        "correlation",
        "intervals",
      ],
      rows: results.map(rowOf),
    }),
  };
}

function rowOf({ line, moments: m }: DelayResult): readonly (string | number)[] {
  const deviations = Math.sqrt(m.varX * m.varY);
  const correlation = deviations > 0 ? m.cov / deviations : Number.NaN;
  return [line.label, m.meanY, Math.sqrt(m.varY), m.meanX, Math.sqrt(m.varX), correlation, m.count];
}

function betterNodes({ fontSize, theme }: ViewPlot): SvgNode[] {
  const at = { x: fontSize * 0.5, y: fontSize * 1.2, fill: theme.muted };
  return [svg("text", { ...at, ...halo(theme) }, `\u2196 ${V.better}`)];
}

/** Pixels per unit of both axes, which are linear. */
function pixelsPerUnit(plot: ViewPlot): readonly [number, number] {
  const at = (scale: ViewPlot["x"], value: number): number => scale(value) ?? 0;
  return [at(plot.x, 1) - at(plot.x, 0), at(plot.y, 1) - at(plot.y, 0)];
}

function ellipseNodes({ line, moments }: DelayResult, plot: ViewPlot, isOneOfMany: boolean): SvgNode[] {
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

function centreNode({ line, moments }: DelayResult, plot: ViewPlot): SvgNode {
  return symbolAt(
    plot.x(moments.meanX) ?? 0,
    plot.y(moments.meanY) ?? 0,
    markerShape(line.style),
    (plot.lineWidth * (line.ghost ? 3.5 : 5.5)) ** 2,
    {
      fill: colourOfKey(line, plot.theme),
      stroke: plot.theme.background,
      "stroke-width": 1.5,
      opacity: opacityOf(line, plot),
      "data-flow": line.id,
    },
  );
}

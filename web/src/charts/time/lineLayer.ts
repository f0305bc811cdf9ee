// The lines of a time chart: a decimated copy of each line, and the marks that draw the lines. If only the
// run has grown since the last frame, only the new ends of its lines are painted.

import { bisector, groups, max, pairs, range, sum } from "d3-array";
import { curveStepBefore } from "d3-shape";
import { paintPaths, pixelRatio } from "../core/canvas.ts";
import { draw, type Mark } from "../core/mark.ts";
import { type Outline, path, type SvgNode } from "../core/svg.ts";
import { areaMark } from "../marks/line.ts";
import { spreadLineMark } from "../marks/spreadLine.ts";
import type { PlotState } from "../plot/content.ts";
import { type ChartTheme, dashOf, lineColour } from "../theme.ts";
import { DecimatedLine, type Grid } from "./decimate.ts";
import type { Crossings, TimeChartData, TimeChartOptions, TimePlot } from "./timePlot.ts";
import { flowOf, type LineSpec, Trace } from "./trace.ts";

/** A line of the current or of an older run, with its decimated copy. */
export interface ChartLine {
  readonly trace: Trace;
  readonly decimated: DecimatedLine;
  /** Index of the first decimated entry that is not painted yet. */
  firstUnpainted: number;
  /** The smallest and the largest value in the visible window. */
  extent: [number, number];
}

/** If all lines together would have more entries than this, an entry is wider than a pixel. */
const ENTRY_BUDGET = 40_000;
/**
 * With more lines than this, joins are not rounded: the difference is invisible, and painting takes half the
 * time.
 */
const MAX_ROUND_JOINS = 8;
/** With more lines than this, lines of one style share a path, and all lines are one pixel wide. */
const MAX_SEPARATE_PATHS = 12;
/** Crossings of a box are counted at places with this distance in pixels, and of so many lines. */
const CROSSING_STEP = 3;
const MAX_CROSSING = 50;
/** Maximum number of lines that are drawn with a band: more bands cannot be distinguished. */
const MAX_BANDS = 6;
/**
 * If bins are wider than this many pixels, the spread of their values is drawn as a band instead of vertical
 * strokes: see `spreadsOf`.
 */
const BAND_PIXELS = 5;

/** A line of an older run is cut off if it is more than this many times as high as all lines of the current run. */
const FAR_ABOVE_CURRENT = 4;

/** The largest value of lines in the window; NaN if there are no values. */
const largestOf = (lines: readonly ChartLine[]): number =>
  max(lines, ({ extent }) => extent[1]) ?? Number.NaN;

export class LineLayer {
  lines: ChartLine[] = [];
  #byId = new Map<string, ChartLine>();
  #grid: Grid = { from: 0, to: 1, columns: 1 };

  /**
   * Replaces the lines. A line that had the same id and run before keeps its decimated copy, and so does that of a group
   * when its run becomes an older run.
   */
  setLines(specs: readonly LineSpec[]): void {
    const before = this.lines;
    this.lines = specs.map((spec) => {
      const same = this.#byId.get(spec.id);
      const isSameRun = same?.trace.spec.run === spec.run;
      const previous = isSameRun ? same : before.find(({ trace }) => trace.isGroupOf(spec));
      if (previous === undefined) {
        return {
          trace: new Trace(spec),
          decimated: new DecimatedLine(),
          firstUnpainted: 0,
          extent: [Number.NaN, Number.NaN],
        };
      }
      previous.trace.setSpec(spec);
      return previous;
    });
    this.#byId = new Map(this.lines.map((line) => [line.trace.spec.id, line]));
  }

  get(id: string): ChartLine | undefined {
    return this.#byId.get(id);
  }

  /** The lines of the current run. */
  get currentLines(): ChartLine[] {
    return this.lines.filter((line) => !line.trace.spec.ghost);
  }

  /** Whether a run has grown since the last call of `prepare`. */
  hasNewData(): boolean {
    return this.lines.some(({ trace }) => {
      const { run, series } = trace.spec;
      return run.computedTo !== trace.end || series.bins !== trace.bins || series.width !== trace.width;
    });
  }

  /** Reads and decimates new data for a window of `width` pixels. */
  prepare(from: number, to: number, width: number): void {
    const columnWidth = Math.min(5, Math.max(1, Math.ceil((this.lines.length * width) / ENTRY_BUDGET)));
    this.#grid = { from, to, columns: Math.max(1, Math.round(width / columnWidth)) };
    for (const line of this.lines) {
      const changedBin = line.trace.refresh();
      const firstChanged = line.decimated.update(line.trace, this.#grid, changedBin);
      line.firstUnpainted = Math.min(line.firstUnpainted, firstChanged);
      if (firstChanged < line.decimated.length || changedBin === 0) line.extent = line.decimated.extent();
    }
  }

  /** The largest value in the window of the lines that the axis includes, or of all lines; NaN if there are no values. */
  largest(ofAll = false): number {
    return largestOf(ofAll ? this.lines : this.#onAxis);
  }

  /** All lines but those of an older run that are far above the lines of the current run, which would be flat otherwise. */
  get #onAxis(): readonly ChartLine[] {
    const most = FAR_ABOVE_CURRENT * largestOf(this.currentLines);
    return most > 0
      ? this.lines.filter(({ trace, extent }) => !trace.spec.ghost || !(extent[1] > most))
      : this.lines;
  }

  /**
   * The largest value when the highest spikes of each line, which together last less than a share of the
   * window, are left out; NaN if no value is left.
   */
  largestWithoutSpikes(share: number): number {
    const { from, to } = this.#grid;
    return (
      max(this.#onAxis, ({ decimated }) => decimated.largestWithoutSpikes(share * (to - from), from)) ??
      Number.NaN
    );
  }

  /** How often the first lines cross a box in a plot, of which the edges are in pixels. */
  crossings({ from, to, width, y }: TimePlot): Crossings {
    const shown = this.lines.slice(0, MAX_CROSSING);
    return (left, right, top, bottom) => {
      const times = range(left, right, CROSSING_STEP).map((x) => from + (x / width) * (to - from));
      return sum(shown, ({ trace }) => {
        const heights = times.map((t) => y(trace.valueAt(t)));
        // A steep part of a line passes the box between two of the places.
        return pairs(heights).filter(([a, b]) => Math.max(a, b) > top && Math.min(a, b) < bottom).length;
      });
    };
  }

  /** The longest averaging interval of the lines, in seconds, for the caption. */
  get interval(): number {
    return max(this.currentLines, ({ trace }) => trace.interval) ?? 0;
  }

  /**
   * Paints all entries, or only those that are not painted yet. `asHairlines` is for a moving window:
   * software rasterisers draw hairlines ten times as fast as wider lines.
   */
  paint(canvas: HTMLCanvasElement, plot: TimePlot, paintsAll: boolean, asHairlines: boolean): void {
    const context = canvas.getContext("2d");
    const left = paintsAll ? 0 : this.#unpaintedFrom(plot);
    if (context === null || left === Number.POSITIVE_INFINITY) return;
    const ratio = pixelRatio();
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.save();
    context.beginPath();
    context.rect(left, 0, plot.width - left, plot.height);
    context.clip();
    context.clearRect(left, 0, plot.width - left, plot.height);
    context.lineJoin = this.lines.length > MAX_ROUND_JOINS || asHairlines ? "bevel" : "round";
    context.lineCap = "butt";
    paintPaths(context, draw(lineMarks(this.lines, plot, left, asHairlines ? 1 / ratio : 0), plot));
    context.restore();
    for (const line of this.lines) line.firstUnpainted = line.decimated.length;
  }

  /** The leftmost pixel that is not painted yet; infinite if everything is painted. */
  #unpaintedFrom(plot: TimePlot): number {
    let left = Number.POSITIVE_INFINITY;
    for (const { decimated, firstUnpainted } of this.lines)
      if (firstUnpainted < decimated.length)
        left = Math.min(left, plot.x(decimated.time[Math.max(0, firstUnpainted - 1)] ?? 0));
    return Math.max(0, Math.floor(left) - 3);
  }

  /** Paints only the lines of one flow, thicker than `paint` does. */
  paintHighlight(context: CanvasRenderingContext2D, flow: string, plot: TimePlot): void {
    const lines = this.currentLines.filter(({ trace }) => flowOf(trace.spec) === flow);
    const { withoutSpread } = spreadsOf(this.lines, plot);
    const width = plot.lineWidth * 1.35;
    paintPaths(
      context,
      draw(
        lines.map((line) => strokeMark(line, plot, width, !withoutSpread.has(line))),
        plot,
      ),
    );
  }
}

/**
 * `banded` are the lines that are drawn with a band. `withoutSpread` are the lines whose stroke does not pass
 * through the smallest and largest values: lines with a band, and lines of an older run with wide bins. With
 * more than `2 * MAX_BANDS` lines, only groups have a band.
 */
function spreadsOf(
  lines: readonly ChartLine[],
  { from, to, width }: TimePlot,
): { readonly banded: readonly ChartLine[]; readonly withoutSpread: ReadonlySet<ChartLine> } {
  const minWidth = ((to - from) / width) * BAND_PIXELS;
  const wide =
    lines.length <= 2 * MAX_BANDS
      ? lines.filter(({ trace }) => trace.stride === 3 && trace.width > minWidth)
      : [];
  // The band of a group shows the spread of its flows at any width.
  const groups = lines.filter(({ trace }) => trace.spec.view.kind === "group");
  const banded = [
    ...groups.filter(({ trace }) => !trace.spec.ghost),
    ...wide.filter(({ trace }) => !trace.spec.ghost && trace.spec.view.kind !== "group").slice(0, MAX_BANDS),
  ];
  const ghosts = [...wide, ...groups].filter(({ trace }) => trace.spec.ghost);
  return { banded, withoutSpread: new Set([...banded, ...ghosts]) };
}

/**
 * The marks of lines, from bottom to top: bands, lines of an older run, the lines of the current run in
 * reverse order. They draw only the part to the right of the pixel `left`. If `hairline` is not 0, it is the
 * width of all lines in pixels.
 */
export function lineMarks(lines: readonly ChartLine[], plot: TimePlot, left = 0, hairline = 0): Mark[] {
  const { banded, withoutSpread } = spreadsOf(lines, plot);
  const ghosts = lines.filter((line) => line.trace.spec.ghost);
  const currentLines = lines.filter((line) => !line.trace.spec.ghost);
  const startEntries = new Map(lines.map((line) => [line, entryBefore(line.decimated, plot, left)]));
  const bands = banded.map((line) => bandMark(line, plot.theme, startEntries.get(line)));
  const hasSharedPaths = lines.length > MAX_SEPARATE_PATHS;
  const strokes = [...ghosts, ...currentLines.reverse()].map((line) => {
    const width = hairline || (hasSharedPaths ? 1 : plot.lineWidth * (line.trace.spec.ghost ? 0.6 : 1));
    return strokeMark(line, plot, width, !withoutSpread.has(line), startEntries.get(line));
  });
  const shared: Mark = (area) => sharePaths(draw(strokes, area));
  return hasSharedPaths ? [...bands, shared] : [...bands, ...strokes];
}

/**
 * The index of the last entry that ends to the left of a pixel, where a partial redraw continues the painted
 * line.
 */
function entryBefore(decimated: DecimatedLine, plot: TimePlot, left: number): number {
  if (left <= 0) return 0;
  const t = plot.x.invert(left - 4);
  return Math.max(0, byTime.left(decimated.time, t, 0, decimated.length) - 1);
}

const byTime = bisector((time: number) => time);

/** Merges nodes with equal attributes into one path each, in the order of their first nodes. */
function sharePaths(nodes: readonly SvgNode[]): SvgNode[] {
  return groups(nodes, ({ attributes }) => [...attributes.values()].join()).map(([, members]) => {
    const outline: Outline = (pen) => {
      for (const node of members) node.outline?.(pen);
    };
    return path(outline, Object.fromEntries(members[0]?.attributes ?? []));
  });
}

/**
 * The line itself. With `showsSpread`, it also passes through the smallest and largest values of its entries.
 */
function strokeMark(
  { trace, decimated }: ChartLine,
  plot: TimePlot,
  width: number,
  showsSpread: boolean,
  start = 0,
): Mark {
  const { spec } = trace;
  const { theme, lineWidth } = plot;
  const fromStart = (values: Float64Array): Float64Array => values.subarray(start, decimated.length);
  const last = fromStart(decimated.last);
  return spreadLineMark(
    {
      x: fromStart(decimated.time),
      yFirst: fromStart(decimated.first),
      yLast: last,
      yLow: showsSpread ? fromStart(decimated.low) : last,
      yHigh: showsSpread ? fromStart(decimated.high) : last,
      gap: decimated.gap.subarray(start, decimated.length),
    },
    {
      stroke: lineColour(spec, theme),
      "stroke-width": width,
      "stroke-dasharray": dashOf(spec.style, theme, Math.max(0.7, lineWidth / 2)),
    },
  );
}

/**
 * The area between smallest and largest values. Each entry covers the time since the end of the previous
 * entry.
 */
function bandMark({ trace, decimated }: ChartLine, theme: ChartTheme, start = 0): Mark {
  const [x, y1, y2]: number[][] = [[], [], []];
  for (let i = start; i < decimated.length; i += 1) {
    if (decimated.gap[i] === 1 && i > start) {
      x?.push(decimated.time[i] ?? 0);
      y1?.push(Number.NaN);
      y2?.push(Number.NaN);
    }
    x?.push(decimated.time[i] ?? 0);
    y1?.push(decimated.low[i] ?? 0);
    y2?.push(decimated.high[i] ?? 0);
  }
  const look = { fill: lineColour(trace.spec, theme), "fill-opacity": 0.16 };
  return areaMark({ x: x ?? [], y1: y1 ?? [], y2: y2 ?? [] }, look, curveStepBefore);
}

export interface ChartContext {
  readonly plot: PlotState<TimeChartOptions, TimePlot>;
  readonly layer: LineLayer;
  readonly data: TimeChartData;
  /** The highlighted flow if this chart has a line of it, otherwise null. */
  readonly highlight: string | null;
}

// The lines of a time chart: a decimated copy of each line, and the marks that draw it. When a run grows and nothing else changes, only
// the new end is painted.
import { bisector, groups, max } from "d3-array";
import { curveStepBefore } from "d3-shape";
import { paintPaths, pixelRatio } from "../core/canvas.ts";
import { draw, type Mark } from "../core/mark.ts";
import { type Outline, path, type SvgNode } from "../core/svg.ts";
import { areaMark } from "../marks/line.ts";
import { spreadLineMark } from "../marks/spreadLine.ts";
import { DASHES, type LineStyle } from "../palette.ts";
import { type ChartTheme, styleColour } from "../theme.ts";
import { Columns, type Grid } from "./decimate.ts";
import type { TimePlot } from "./layout.ts";
import { type LineSpec, Trace } from "./trace.ts";

/** A line with its decimated copy. */
export interface LiveLine {
  readonly trace: Trace;
  readonly columns: Columns;
  /** Index of the first entry that is not painted yet. */
  fresh: number;
  extent: [number, number];
}

/** If all lines together would have more entries than this, columns are wider than a pixel. */
const ENTRY_BUDGET = 40_000;
/** With more lines than this, joins are not rounded: nobody sees the difference, and painting takes half the time. */
const MAX_ROUND_JOINS = 8;
/** With more lines than this, lines of one style share a path, and all are one pixel wide. */
const MAX_SEPARATE_PATHS = 12;
/** Maximum number of lines that are drawn with a band: more bands cannot be distinguished. */
const MAX_BANDS = 6;
/** If bins are wider than this many pixels, the spread of their values is drawn as a band rather than as strokes. */
const BAND_PIXELS = 5;

export class LineLayer {
  lines: LiveLine[] = [];
  #byId = new Map<string, LiveLine>();
  #grid: Grid = { from: 0, to: 1, columns: 1 };

  /** Replaces the lines. Lines that were there before, of the same run, keep their decimated copies. */
  set(specs: readonly LineSpec[]): void {
    this.lines = specs.map((spec) => {
      const known = this.#byId.get(spec.id);
      if (known === undefined || known.trace.spec.run !== spec.run) {
        return { trace: new Trace(spec), columns: new Columns(), fresh: 0, extent: [Number.NaN, Number.NaN] };
      }
      known.trace.respec(spec);
      return known;
    });
    this.#byId = new Map(this.lines.map((line) => [line.trace.spec.id, line]));
  }

  get(id: string): LiveLine | undefined {
    return this.#byId.get(id);
  }

  /** The lines of the current run. */
  get live(): LiveLine[] {
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
      const changed = line.trace.refresh();
      const fresh = line.columns.update(line.trace, this.#grid, changed);
      line.fresh = Math.min(line.fresh, fresh);
      if (fresh < line.columns.length || changed === 0) line.extent = line.columns.extent();
    }
  }

  /** The largest value in the window; NaN when there are no values. */
  largest(): number {
    return max(this.lines, ({ extent }) => extent[1]) ?? Number.NaN;
  }

  /** The largest value, without the spikes of each line that together last less than a share of the window. */
  steady(share: number): number {
    const { from, to } = this.#grid;
    return max(this.lines, ({ columns }) => columns.steady(share * (to - from), from)) ?? Number.NaN;
  }

  /** The averaging interval in use, for the caption. */
  get interval(): number {
    return max(this.live, ({ trace }) => trace.interval) ?? 0;
  }

  /**
   * Paints everything (`whole`), or only the entries that are not painted yet. `quick` draws hairlines, for a window that is moving:
   * software rasterisers draw them ten times as fast.
   */
  paint(canvas: HTMLCanvasElement, plot: TimePlot, whole: boolean, quick: boolean): void {
    const context = canvas.getContext("2d");
    const left = whole ? 0 : this.#freshFrom(plot);
    if (context === null || left === Number.POSITIVE_INFINITY) return;
    const ratio = pixelRatio();
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.save();
    context.beginPath();
    context.rect(left, 0, plot.width - left, plot.height);
    context.clip();
    context.clearRect(left, 0, plot.width - left, plot.height);
    context.lineJoin = this.lines.length > MAX_ROUND_JOINS || quick ? "bevel" : "round";
    context.lineCap = "butt";
    paintPaths(context, draw(lineMarks(this.lines, plot, left, quick ? 1 / ratio : 0), plot));
    context.restore();
    for (const line of this.lines) line.fresh = line.columns.length;
  }

  /** The leftmost pixel that is not painted yet; infinite when there is none. */
  #freshFrom(plot: TimePlot): number {
    let left = Number.POSITIVE_INFINITY;
    for (const { columns, fresh } of this.lines)
      if (fresh < columns.length) left = Math.min(left, plot.x(columns.time[Math.max(0, fresh - 1)] ?? 0));
    return Math.max(0, Math.floor(left) - 3);
  }

  /** Paints the lines of one flow alone, a little thicker. */
  paintHighlight(context: CanvasRenderingContext2D, flow: string, plot: TimePlot): void {
    const lines = this.live.filter(({ trace: { spec } }) => (spec.flow ?? spec.id) === flow);
    const isBanded = bandTest(this.lines, plot);
    const width = plot.lineWidth * 1.35;
    paintPaths(
      context,
      draw(
        lines.map((line) => strokeMark(line, plot, width, isBanded(line))),
        plot,
      ),
    );
  }
}

/** Returns a test for whether a line shows its spread as a band. */
function bandTest(lines: readonly LiveLine[], { from, to, width }: TimePlot): (line: LiveLine) => boolean {
  const minWidth = ((to - from) / width) * BAND_PIXELS;
  return ({ trace }) => trace.stride === 3 && trace.width > minWidth && lines.length <= 2 * MAX_BANDS;
}

/**
 * The marks of lines. From bottom to top: bands, ghosts, the lines of the current run, the first line last. Only what lies to the right
 * of `left` is drawn. With few lines, each has a path; with many, lines of one style share a path.
 */
export function lineMarks(lines: readonly LiveLine[], plot: TimePlot, left = 0, hairline = 0): Mark[] {
  const isBanded = bandTest(lines, plot);
  const ghosts = lines.filter((line) => line.trace.spec.ghost);
  const live = lines.filter((line) => !line.trace.spec.ghost);
  const starts = new Map(lines.map((line) => [line, entryBefore(line.columns, plot, left)]));
  const bands = live
    .filter(isBanded)
    .slice(0, MAX_BANDS)
    .map((line) => bandMark(line, plot.theme, starts.get(line)));
  const hasSharedPaths = lines.length > MAX_SEPARATE_PATHS;
  const strokes = [...ghosts, ...live.reverse()].map((line) => {
    const width = hairline || (hasSharedPaths ? 1 : plot.lineWidth * (line.trace.spec.ghost ? 0.6 : 1));
    return strokeMark(line, plot, width, isBanded(line), starts.get(line));
  });
  const shared: Mark = (area) => sharePaths(draw(strokes, area));
  return hasSharedPaths ? [...bands, shared] : [...bands, ...strokes];
}

/** The last entry that ends to the left of a pixel, so that a partial redraw continues the painted line. */
function entryBefore(columns: Columns, plot: TimePlot, left: number): number {
  if (left <= 0) return 0;
  const t = plot.x.invert(left - 4);
  return Math.max(0, byTime.left(columns.time, t, 0, columns.length) - 1);
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

function strokeMark(
  { trace, columns }: LiveLine,
  plot: TimePlot,
  width: number,
  banded: boolean,
  start = 0,
): Mark {
  const { spec } = trace;
  const { theme, lineWidth } = plot;
  const shown = (values: Float64Array): Float64Array => values.subarray(start, columns.length);
  const last = shown(columns.last);
  return spreadLineMark(
    {
      x: shown(columns.time),
      yFirst: shown(columns.first),
      yLast: last,
      // If the line has a band, the band shows its spread.
      yLow: banded ? last : shown(columns.low),
      yHigh: banded ? last : shown(columns.high),
      gap: columns.gap.subarray(start, columns.length),
    },
    {
      stroke: colourOf(spec, theme),
      "stroke-width": width,
      "stroke-dasharray":
        dashOf(spec.style, theme)
          .map((length) => length * Math.max(0.7, lineWidth / 2))
          .join(" ") || null,
    },
  );
}

/** The area between smallest and largest value. Each bin covers the time from the end of the previous bin. */
function bandMark({ trace, columns }: LiveLine, theme: ChartTheme, start = 0): Mark {
  const [x, y1, y2]: number[][] = [[], [], []];
  for (let i = start; i < columns.length; i += 1) {
    if (columns.gap[i] === 1 && i > start) {
      x?.push(columns.time[i] ?? 0);
      y1?.push(Number.NaN);
      y2?.push(Number.NaN);
    }
    x?.push(columns.time[i] ?? 0);
    y1?.push(columns.low[i] ?? 0);
    y2?.push(columns.high[i] ?? 0);
  }
  const look = { fill: colourOf(trace.spec, theme), "fill-opacity": 0.16 };
  return areaMark({ x: x ?? [], y1: y1 ?? [], y2: y2 ?? [] }, look, curveStepBefore);
}

/** The colour of a line in a theme: grey for ghosts, otherwise from the palette. */
export function colourOf(spec: Pick<LineSpec, "style" | "ghost">, theme: ChartTheme): string {
  return spec.ghost ? theme.ghost : styleColour(spec.style, theme);
}

/** The dash pattern of a line. With forced colours, dashes replace colours as the difference between lines. */
export function dashOf(style: LineStyle, theme: ChartTheme): readonly number[] {
  const slot = theme.forced ? style.dash + style.colour + style.marker : style.dash;
  return DASHES[slot % DASHES.length] ?? [];
}

// The lines of a time chart: one decimated copy of each, and the marks that draw them. When a run grows and nothing else
// changed, only the new end is painted.
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
  /** First entry that is not painted yet. */
  fresh: number;
  extent: [number, number];
}

/** At most this many entries are painted before columns get wider. */
const ENTRY_BUDGET = 40_000;
/** With more lines than this joins are not rounded: it is invisible, and takes half the time. */
const FINE_LINES = 8;
/** More lines than this share paths and are one pixel wide. */
const MOST_OWN_PATHS = 12;
/** Bands are drawn for this many lines at most: more of them cannot be distinguished. */
const MOST_BANDS = 6;
/** Bins wider than this many pixels show their spread as a band rather than as strokes. */
const BAND_PIXELS = 5;

export class LineLayer {
  lines: LiveLine[] = [];
  #byId = new Map<string, LiveLine>();
  #grid: Grid = { from: 0, to: 1, columns: 1 };

  /** Takes the lines of an update. What is known of lines that stay is kept. */
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

  /** The lines of the present run. */
  get live(): LiveLine[] {
    return this.lines.filter((line) => !line.trace.spec.ghost);
  }

  /** True when a run has grown since the last `prepare`. */
  hasNews(): boolean {
    return this.lines.some(({ trace }) => {
      const { run, series } = trace.spec;
      return run.computedTo !== trace.end || series.bins !== trace.bins || series.width !== trace.width;
    });
  }

  /** Reads and decimates what is new for a window of `width` pixels. */
  prepare(from: number, to: number, width: number): void {
    const wide = Math.min(5, Math.max(1, Math.ceil((this.lines.length * width) / ENTRY_BUDGET)));
    this.#grid = { from, to, columns: Math.max(1, Math.round(width / wide)) };
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

  /** The largest value without spikes that last less than a share of the window on each line. */
  steady(share: number): number {
    const { from, to } = this.#grid;
    return max(this.lines, ({ columns }) => columns.steady(share * (to - from), from)) ?? Number.NaN;
  }

  /** The averaging interval in use, for the caption. */
  get interval(): number {
    return max(this.live, ({ trace }) => trace.interval) ?? 0;
  }

  /**
   * Paints everything (`whole`), or only what is new, and remembers that it is painted. `quick` draws hairlines, which
   * software rasterisers do ten times as fast: for a window that is moving.
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
    context.lineJoin = this.lines.length > FINE_LINES || quick ? "bevel" : "round";
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
    const isBanded = bandRule(this.lines, plot);
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

/** Which lines show their spread as a band. */
function bandRule(lines: readonly LiveLine[], { from, to, width }: TimePlot): (line: LiveLine) => boolean {
  const least = ((to - from) / width) * BAND_PIXELS;
  return ({ trace }) => trace.stride === 3 && trace.width > least && lines.length <= 2 * MOST_BANDS;
}

/**
 * The marks of lines: bands lie lowest, then ghosts, then the present run, its first line on top. Only what lies right of
 * `left` is drawn. Few lines have a path each; many share one per style.
 */
export function lineMarks(lines: readonly LiveLine[], plot: TimePlot, left = 0, hairline = 0): Mark[] {
  const isBanded = bandRule(lines, plot);
  const ghosts = lines.filter((line) => line.trace.spec.ghost);
  const live = lines.filter((line) => !line.trace.spec.ghost);
  const starts = new Map(lines.map((line) => [line, entryBefore(line.columns, plot, left)]));
  const bands = live
    .filter(isBanded)
    .slice(0, MOST_BANDS)
    .map((line) => bandMark(line, plot.theme, starts.get(line)));
  const share = lines.length > MOST_OWN_PATHS;
  const strokes = [...ghosts, ...live.reverse()].map((line) => {
    const width = hairline || (share ? 1 : plot.lineWidth * (line.trace.spec.ghost ? 0.6 : 1));
    return strokeMark(line, plot, width, isBanded(line), starts.get(line));
  });
  const shared: Mark = (area) => sharePaths(draw(strokes, area));
  return share ? [...bands, shared] : [...bands, ...strokes];
}

/** The last entry that ends left of a pixel, so that a partial redraw joins what is there. */
function entryBefore(columns: Columns, plot: TimePlot, left: number): number {
  if (left <= 0) return 0;
  const t = plot.x.invert(left - 4);
  return Math.max(0, byTime.left(columns.time, t, 0, columns.length) - 1);
}

const byTime = bisector((time: number) => time);

/** One path for all that look the same, in the order of their first. */
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
  const part = (values: Float64Array): Float64Array => values.subarray(start, columns.length);
  const last = part(columns.last);
  return spreadLineMark(
    {
      x: part(columns.time),
      yFirst: part(columns.first),
      yLast: last,
      // The spread of a banded line is in its band.
      yLow: banded ? last : part(columns.low),
      yHigh: banded ? last : part(columns.high),
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

/** The space between smallest and largest value. A bin reaches back to the end of the one before it. */
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

/** The colour of a line in a theme: grey for ghosts, the palette's for the rest. */
export function colourOf(spec: Pick<LineSpec, "style" | "ghost">, theme: ChartTheme): string {
  return spec.ghost ? theme.ghost : styleColour(spec.style, theme);
}

/** The dash pattern of a line. With the system's own colours, dashes take the place of colours. */
export function dashOf(style: LineStyle, theme: ChartTheme): readonly number[] {
  const slot = theme.forced ? style.dash + style.colour + style.marker : style.dash;
  return DASHES[slot % DASHES.length] ?? [];
}

// The data layer of a time chart: keeps one decimated copy of every line, and paints lines, bands and marks on canvas.
// When a run grows and nothing else changed, only the new end is painted.
import { Columns, type Grid } from "./decimate.ts";
import { CanvasPen, outlineBand, type Projection, strokeColumns } from "./draw.ts";
import { DASHES, type LineStyle } from "./palette.ts";
import { type ChartTheme, styleColour } from "./theme.ts";
import type { ChartLayout } from "./timeChartLayout.ts";
import { type LineSpec, Trace } from "./trace.ts";

/** A line with its decimated copy. */
export interface LiveLine {
  readonly trace: Trace;
  readonly columns: Columns;
  /** First entry that is not painted yet. */
  fresh: number;
  extent: [number, number];
}

/** So many pixel-column entries are painted at most before columns get wider. */
const ENTRY_BUDGET = 40_000;
/** With more lines than this joins are not rounded: nobody sees it, and it takes twice as long. */
const FINE_LINES = 8;
/** More lines than this share paths and are one pixel wide. */
const MOST_OWN_PATHS = 12;
/** Bands are drawn for this many lines at most: more of them are fog. */
const MOST_BANDS = 6;
/** Bins wider than this many pixels show their spread as a band rather than as strokes. */
export const BAND_PIXELS = 5;

export class LineLayer {
  lines: LiveLine[] = [];
  #byId = new Map<string, LiveLine>();
  #grid: Grid = { from: 0, to: 1, columns: 1 };

  /** Takes the lines of an update; what is known of lines that stay is kept. Returns true when the set changed. */
  set(specs: readonly LineSpec[]): boolean {
    const before = this.lines;
    const next = new Map<string, LiveLine>();
    this.lines = specs.map((spec) => {
      const known = this.#byId.get(spec.id);
      if (known !== undefined && known.trace.spec.run === spec.run) {
        known.trace.respec(spec);
        next.set(spec.id, known);
        return known;
      }
      const line: LiveLine = {
        trace: new Trace(spec),
        columns: new Columns(),
        fresh: 0,
        extent: [Number.NaN, Number.NaN],
      };
      next.set(spec.id, line);
      return line;
    });
    this.#byId = next;
    return this.lines.length !== before.length || this.lines.some((line, i) => line !== before[i]);
  }

  get(id: string): LiveLine | undefined {
    return this.#byId.get(id);
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
    let largest = Number.NaN;
    for (const { extent } of this.lines) {
      if (!Number.isNaN(extent[1]) && !(extent[1] <= largest)) largest = extent[1];
    }
    return largest;
  }

  /** The largest value when spikes are left out that last less than a share of the window on each line. */
  steady(share: number): number {
    const spare = share * (this.#grid.to - this.#grid.from);
    let largest = Number.NaN;
    for (const { columns } of this.lines) {
      const high = columns.steady(spare, this.#grid.from);
      if (!Number.isNaN(high) && !(high <= largest)) largest = high;
    }
    return largest;
  }

  /** The averaging intervals and bin width in use, for the caption. */
  get interval(): number {
    let interval = 0;
    for (const { trace } of this.lines) if (!trace.spec.ghost) interval = Math.max(interval, trace.interval);
    return interval;
  }

  /**
   * Paints everything (`whole`), or only what is new, and remembers that it is painted. `quick` draws hairlines, which
   * software rasterisers do ten times as fast: for a window that is moving.
   */
  paint(
    canvas: HTMLCanvasElement,
    p: Projection,
    layout: ChartLayout,
    theme: ChartTheme,
    ratio: number,
    whole: boolean,
    quick: boolean,
  ): void {
    const context = canvas.getContext("2d");
    if (context === null) return;
    let left = 0;
    if (!whole) {
      left = Number.POSITIVE_INFINITY;
      for (const { columns, fresh } of this.lines) {
        if (fresh >= columns.length) continue;
        left = Math.min(left, ((columns.time[Math.max(0, fresh - 1)] ?? 0) - p.from) * p.perSecond);
      }
      if (left === Number.POSITIVE_INFINITY) return;
      left = Math.max(0, Math.floor(left) - 3);
    }
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.save();
    context.beginPath();
    context.rect(left, 0, layout.width - left, layout.height);
    context.clip();
    context.clearRect(left, 0, layout.width - left, layout.height);
    this.#bands(context, p, theme, left);
    this.#strokes(context, p, layout, theme, left, quick ? 1 / ratio : 0);
    context.restore();
    for (const line of this.lines) line.fresh = line.columns.length;
  }

  /** Paints the lines of one flow alone, a little thicker. */
  paintHighlight(
    context: CanvasRenderingContext2D,
    flow: string,
    p: Projection,
    layout: ChartLayout,
    theme: ChartTheme,
  ): void {
    for (const { trace, columns } of this.lines) {
      const { spec } = trace;
      if (spec.ghost || (spec.flow ?? spec.id) !== flow) continue;
      applyStroke(context, spec, layout, theme, 1.35);
      const pen = new CanvasPen(context, dashOf(spec.style, theme).length > 0);
      strokeColumns(pen, columns, p, 0, !this.#banded(trace));
      pen.finish();
    }
  }

  #banded(trace: Trace): boolean {
    const perColumn = ((this.#grid.to - this.#grid.from) / this.#grid.columns) * BAND_PIXELS;
    return trace.stride === 3 && trace.width > perColumn && this.lines.length <= 2 * MOST_BANDS;
  }

  #bands(context: CanvasRenderingContext2D, p: Projection, theme: ChartTheme, left: number): void {
    let bands = 0;
    for (const { trace, columns } of this.lines) {
      if (trace.spec.ghost || !this.#banded(trace) || bands >= MOST_BANDS) continue;
      bands += 1;
      context.beginPath();
      outlineBand(context, columns, p, entryBefore(columns, p, left));
      context.globalAlpha = 0.16;
      context.fillStyle = colourOf(trace.spec, theme);
      context.fill();
    }
    context.globalAlpha = 1;
  }

  #strokes(
    context: CanvasRenderingContext2D,
    p: Projection,
    layout: ChartLayout,
    theme: ChartTheme,
    left: number,
    hairline: number,
  ): void {
    // Ghosts lie below; of the live lines the first lies on top. Few lines get a path each, many share one per style.
    const ghosts = this.lines.filter((line) => line.trace.spec.ghost);
    const live = this.lines.filter((line) => !line.trace.spec.ghost);
    const order = [...ghosts, ...live.reverse()];
    const share = this.lines.length > MOST_OWN_PATHS;
    context.lineJoin = this.lines.length > FINE_LINES || hairline > 0 ? "bevel" : "round";
    context.lineCap = "butt";
    const width = hairline > 0 ? hairline : share ? 1 : 0;
    let pen: CanvasPen | null = null;
    let key = "";
    for (const { trace, columns } of share ? groupByStyle(order) : order) {
      const { spec } = trace;
      const next = share ? styleKey(spec) : spec.id;
      if (pen === null || next !== key) {
        pen?.finish();
        applyStroke(context, spec, layout, theme, 1);
        if (width > 0) context.lineWidth = width;
        pen = new CanvasPen(context, dashOf(spec.style, theme).length > 0);
        key = next;
      }
      strokeColumns(pen, columns, p, entryBefore(columns, p, left), !this.#banded(trace));
    }
    pen?.finish();
  }
}

/** The last entry that ends left of a pixel, so that a partial redraw joins what is there. */
function entryBefore(columns: Columns, p: Projection, left: number): number {
  if (left <= 0) return 0;
  const t = p.from + (left - 4) / p.perSecond;
  let low = 0;
  let high = columns.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((columns.time[middle] ?? 0) < t) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}

function styleKey(spec: LineSpec): string {
  return spec.ghost ? "ghost" : `${spec.style.colour} ${spec.style.dash} ${spec.style.shade ?? 0}`;
}

function groupByStyle(lines: readonly LiveLine[]): LiveLine[] {
  const groups = new Map<string, LiveLine[]>();
  for (const line of lines) {
    const key = styleKey(line.trace.spec);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [line]);
    else group.push(line);
  }
  return [...groups.values()].flat();
}

function applyStroke(
  context: CanvasRenderingContext2D,
  spec: LineSpec,
  layout: ChartLayout,
  theme: ChartTheme,
  factor: number,
): void {
  const width = layout.lineWidth * (spec.ghost ? 0.6 : factor);
  context.strokeStyle = colourOf(spec, theme);
  context.lineWidth = width;
  context.setLineDash(
    dashOf(spec.style, theme).map((length) => length * Math.max(0.7, layout.lineWidth / 2)),
  );
}

/** The colour of a line in a theme: grey for ghosts, the palette's for the rest. */
export function colourOf(spec: Pick<LineSpec, "style" | "ghost">, theme: ChartTheme): string {
  return spec.ghost ? theme.ghost : styleColour(spec.style, theme);
}

/** The dash pattern of a line. Where the system's colours rule, dashes stand in for colours. */
export function dashOf(style: LineStyle, theme: ChartTheme): readonly number[] {
  const slot = theme.forced ? style.dash + style.colour + style.marker : style.dash;
  return DASHES[slot % DASHES.length] ?? [];
}

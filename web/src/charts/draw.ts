// Strokes decimated lines with any pen: a canvas context on the page, a path writer in an exported picture. Heights and
// times become pixels here and nowhere else.
import type { Columns } from "./decimate.ts";
import type { Pen } from "./marks.ts";

/** Pixels of a value and a time: x = (t - from) * perSecond, y = height - value * perUnit. */
export interface Projection {
  readonly from: number;
  readonly perSecond: number;
  readonly height: number;
  readonly perUnit: number;
}

/** How far, in pixels, an entry must reach beyond the straight line to its last value for that to be drawn. */
const FLAT = 0.6;

/**
 * Strokes the entries from `start` on: straight to each last value, by way of the smallest and largest where they lie
 * outside the straight line. Without `spread` these are left to the band.
 */
export function strokeColumns(
  pen: Pen,
  columns: Columns,
  p: Projection,
  start: number,
  spread: boolean,
): void {
  const { time, first, low, high, last, gap, length } = columns;
  let open = false;
  let xBefore = 0;
  let yBefore = 0;
  for (let i = Math.max(0, start); i < length; i += 1) {
    const x = ((time[i] ?? 0) - p.from) * p.perSecond;
    const y = p.height - (last[i] ?? 0) * p.perUnit;
    if (!open || gap[i] === 1) {
      xBefore = x;
      yBefore = p.height - (first[i] ?? 0) * p.perUnit;
      pen.moveTo(x, yBefore);
      open = true;
      if (y === yBefore && low[i] === high[i]) continue;
    }
    if (spread) {
      const bottom = p.height - (low[i] ?? 0) * p.perUnit;
      const top = p.height - (high[i] ?? 0) * p.perUnit;
      const dips = bottom > Math.max(y, yBefore) + FLAT;
      const peaks = top < Math.min(y, yBefore) - FLAT;
      // Where in its bin an extreme lies is not recorded: the middle is never wrong by more than half a column.
      const middle = (xBefore + x) / 2;
      const rising = y < yBefore;
      if (dips && rising) pen.lineTo(middle, bottom);
      if (peaks) pen.lineTo(middle, top);
      if (dips && !rising) pen.lineTo(middle, bottom);
    }
    pen.lineTo(x, y);
    xBefore = x;
    yBefore = y;
  }
}

/** Outlines the band between smallest and largest value, bin by bin, one closed shape per unbroken stretch. */
export function outlineBand(pen: Pen, columns: Columns, p: Projection, start: number): void {
  const { time, low, high, gap, length } = columns;
  const xOf = (i: number): number => ((time[i] ?? 0) - p.from) * p.perSecond;
  let from = Math.max(0, start);
  while (from < length) {
    let to = from + 1;
    while (to < length && gap[to] !== 1) to += 1;
    // A bin reaches back to the end of the one before it.
    const begin = (i: number): number => (i > from ? xOf(i - 1) : xOf(i));
    for (let i = from; i < to; i += 1) {
      const y = p.height - (high[i] ?? 0) * p.perUnit;
      if (i === from) pen.moveTo(begin(i), y);
      else pen.lineTo(begin(i), y);
      pen.lineTo(xOf(i), y);
    }
    for (let i = to - 1; i >= from; i -= 1) {
      const y = p.height - (low[i] ?? 0) * p.perUnit;
      pen.lineTo(xOf(i), y);
      pen.lineTo(begin(i), y);
    }
    from = to;
  }
}

/**
 * Strokes a long line on a canvas in short pieces. Rasterising one path with thousands of zigzag segments costs several
 * times as much, because every scan line then crosses all of them. Dashed lines stay whole, as their pattern must.
 */
export class CanvasPen implements Pen {
  readonly #context: CanvasRenderingContext2D;
  readonly #whole: boolean;
  #points = 0;
  #x = 0;
  #y = 0;

  constructor(context: CanvasRenderingContext2D, whole: boolean) {
    this.#context = context;
    this.#whole = whole;
    context.beginPath();
  }

  moveTo(x: number, y: number): void {
    this.#context.moveTo(x, y);
    this.#x = x;
    this.#y = y;
  }

  lineTo(x: number, y: number): void {
    if (this.#points >= PIECE && !this.#whole) {
      this.finish();
      this.#context.beginPath();
      this.#context.moveTo(this.#x, this.#y);
      this.#points = 0;
    }
    this.#context.lineTo(x, y);
    this.#points += 1;
    this.#x = x;
    this.#y = y;
  }

  finish(): void {
    this.#context.stroke();
  }
}

/** Segments per piece. */
const PIECE = 48;

/** Writes SVG path data. */
export class PathWriter implements Pen {
  #parts: string[] = [];

  moveTo(x: number, y: number): void {
    this.#parts.push(`M${round(x)} ${round(y)}`);
  }

  lineTo(x: number, y: number): void {
    this.#parts.push(`L${round(x)} ${round(y)}`);
  }

  toString(): string {
    return this.#parts.join("");
  }
}

function round(value: number): string {
  return String(Math.round(value * 100) / 100);
}

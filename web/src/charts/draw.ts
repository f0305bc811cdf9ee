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

/** Spread of an entry, in pixels, below which only its last value is drawn. */
const FLAT = 0.6;

/** Strokes the entries from `start` on. Where bins are wider than a column their spread is left to the band. */
export function strokeColumns(
  pen: Pen,
  columns: Columns,
  p: Projection,
  start: number,
  spread: boolean,
): void {
  const { time, first, low, high, last, gap, length } = columns;
  let open = false;
  for (let i = Math.max(0, start); i < length; i += 1) {
    const x = ((time[i] ?? 0) - p.from) * p.perSecond;
    const yLast = p.height - (last[i] ?? 0) * p.perUnit;
    const yFirst = p.height - (first[i] ?? 0) * p.perUnit;
    if (!open || gap[i] === 1) pen.moveTo(x, spread ? yFirst : yLast);
    else if (spread) pen.lineTo(x, yFirst);
    open = true;
    if (spread) {
      const yLow = p.height - (low[i] ?? 0) * p.perUnit;
      const yHigh = p.height - (high[i] ?? 0) * p.perUnit;
      if (yLow - yHigh > FLAT) {
        pen.lineTo(x, yLow);
        pen.lineTo(x, yHigh);
      }
      if (Math.abs(yLast - yFirst) > 0.05 || yLow - yHigh > FLAT) pen.lineTo(x, yLast);
    } else {
      pen.lineTo(x, yLast);
    }
  }
}

/** Outlines the band between smallest and largest value, one closed shape per unbroken stretch. */
export function outlineBand(pen: Pen, columns: Columns, p: Projection, start: number): void {
  const { time, low, high, gap, length } = columns;
  let from = Math.max(0, start);
  while (from < length) {
    let to = from + 1;
    while (to < length && gap[to] !== 1) to += 1;
    for (let i = from; i < to; i += 1) {
      const x = ((time[i] ?? 0) - p.from) * p.perSecond;
      const y = p.height - (high[i] ?? 0) * p.perUnit;
      if (i === from) pen.moveTo(x, y);
      else pen.lineTo(x, y);
    }
    for (let i = to - 1; i >= from; i -= 1) {
      pen.lineTo(((time[i] ?? 0) - p.from) * p.perSecond, p.height - (low[i] ?? 0) * p.perUnit);
    }
    from = to;
  }
}

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

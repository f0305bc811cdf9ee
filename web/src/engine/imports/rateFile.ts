// Reads a file with the rate of a link over time: a table of times and rates, or a delivery trace of
// Mahimahi, whose lines are times in milliseconds (docs/imports.md, "A link that follows a file"). Unlike
// measured data, the file becomes part of the scenario, so it is small, and each value that cannot be used is
// reported as a problem with its line number.
import { columnsOf, isMissing, looksLikeText, numberOf, rowsOf, timeOf } from "./csv.ts";
import { ImportError } from "./types.ts";

/** A rate in bit/s, and the time in seconds at which it begins. */
export interface RatePoint {
  readonly at: number;
  readonly rate: number;
}

export type RateFile =
  /** The points are repeated after `repeat` seconds. Null for a single point. */
  | { readonly kind: "points"; readonly points: readonly RatePoint[]; readonly repeat: number | null }
  | { readonly kind: "trace"; readonly trace: string };

/** Limits of the document, which a test compares. */
export const RATE_LIMITS = {
  /** Bytes of a file. */
  file: 2_000_000,
  points: 10_000,
  /** In bit/s. */
  rate: 1e12,
  /** In seconds. */
  time: 86_400,
  traceLines: 200_000,
  traceCharacters: 1_500_000,
} as const;

/** Reads a file of the user. Rejects with an `ImportError` if it cannot be used. */
export async function readRateFile(file: Blob): Promise<RateFile> {
  if (file.size > RATE_LIMITS.file) throw new ImportError("rateFileTooLarge");
  return parseRates(await file.text());
}

/** Throws an `ImportError` if the text cannot be used. */
export function parseRates(text: string): RateFile {
  if (text.trim() === "") throw new ImportError("empty");
  if (!looksLikeText(text)) throw new ImportError("unknownFormat", { byte: 0 });
  const rows = rowsOf(text);
  const [first] = rows;
  if (!first) throw new ImportError("empty");
  return first.cells.length === 1 ? parseTrace(text) : parsePoints(text);
}

/** The times of a delivery trace, one in each line, as the simulator reads them. */
function parseTrace(text: string): RateFile {
  const times: number[] = [];
  for (const [index, content] of text.split(/\r\n|\r|\n/).entries()) {
    const cell = content.trim();
    if (cell === "" || cell.startsWith("#")) continue;
    const place = { line: index + 1 };
    const time = /^\d{1,8}$/.test(cell) ? Number(cell) : Number.NaN;
    if (!(time >= (times.at(-1) ?? 0) && time <= RATE_LIMITS.time * 1000))
      throw new ImportError("notMilliseconds", place, cell);
    times.push(time);
    if (times.length > RATE_LIMITS.traceLines)
      throw new ImportError("traceTooLong", place, String(RATE_LIMITS.traceLines));
  }
  const trace = `${times.join("\n")}\n`;
  if (times.at(-1) === 0) throw new ImportError("notMilliseconds", { line: times.length }, "0");
  if (trace.length > RATE_LIMITS.traceCharacters)
    throw new ImportError("traceTooLong", {}, String(RATE_LIMITS.traceLines));
  return { kind: "trace", trace };
}

/** The rates of a table: those of its first column of rates. Dates and clocks begin at 0. */
function parsePoints(text: string): RateFile {
  const rows = rowsOf(text);
  const { time, timeFactor, rate, rateFactor, hasTitles } = columnsOf(rows[0] ?? { line: 1, cells: [] });
  const data = hasTitles ? rows.slice(1) : rows;
  const [first] = data;
  if (!first) throw new ImportError("empty");
  if (data.length > RATE_LIMITS.points)
    throw new ImportError("tooManyPoints", { line: data[RATE_LIMITS.points]?.line ?? 1 });
  const origin = timeOf(first.cells[time] ?? "", timeFactor);
  const start = origin > RATE_LIMITS.time ? origin : 0;
  const points: RatePoint[] = [];
  for (const { line, cells } of data) {
    const at = timeIn(cells[time] ?? "", timeFactor, start, line);
    if (at <= (points.at(-1)?.at ?? -1)) throw new ImportError("timesRepeat", { line }, cells[time]);
    points.push({ at, rate: rateIn(cells[rate] ?? "", rateFactor, line) });
  }
  const [last, before] = [points.at(-1)?.at ?? 0, points.at(-2)?.at];
  const repeat = before === undefined ? null : Math.min(RATE_LIMITS.time, rounded(2 * last - before));
  return { kind: "points", points, repeat };
}

/** A time in whole microseconds, so that it does not have the digits of a rounding error. */
const rounded = (seconds: number): number => Math.round(seconds * 1e6) / 1e6;

function timeIn(cell: string, factor: number, start: number, line: number): number {
  const at = rounded(timeOf(cell, factor) - start);
  if (!(at >= 0 && at <= RATE_LIMITS.time))
    throw new ImportError("notANumber", { line, column: "time" }, cell);
  return at;
}

function rateIn(cell: string, factor: number, line: number): number {
  if (isMissing(cell)) throw new ImportError("noRate", { line }, cell);
  const rate = Math.round(numberOf(cell) * factor);
  if (!(rate >= 0 && rate <= RATE_LIMITS.rate)) throw new ImportError("badRate", { line }, cell);
  return rate;
}

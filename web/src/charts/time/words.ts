// A time chart in words and numbers: statistics of a window, a paragraph, a table.

import { greatest, least, max, mean, min, range } from "d3-array";
import { chooseUnit, formatQuantity, groupDigits } from "../../scenario/units.ts";
import { CHART } from "../../strings/charts.ts";
import { formatSpan, formatTime, type Unit } from "../format.ts";
import { binsBetween, counterAt, quantileSorted } from "../series.ts";
import { DEFAULT_CODES, type EventSource, eventAt, eventName, firstRow, isWanted } from "./events.ts";
import type { ChartLine } from "./lineLayer.ts";
import { fullName, type Trace } from "./trace.ts";
import type { ChartTable, LineStats, TimeBand } from "./types.ts";

/** The part of a window in which a line exists. */
function overlap({ spec }: Trace, from: number, to: number): [number, number] {
  return [Math.max(from, spec.from ?? 0), Math.min(to, spec.to ?? Number.POSITIVE_INFINITY)];
}

/**
 * The drawn values of the bins [first, afterLast), without empty bins: those in the last or in another column
 * of `trace.data`.
 */
function valuesOf(trace: Trace, first: number, afterLast: number, column = trace.stride - 1): number[] {
  return range(first, afterLast)
    .map((k) => (trace.data[k * trace.stride + column] ?? Number.NaN) * trace.scale)
    .filter((value) => !Number.isNaN(value));
}

/** Statistics of a line as it is drawn; the mean of a rate is exact between bin edges. */
export function lineStats(trace: Trace, from: number, to: number): LineStats {
  const { spec } = trace;
  const [first, afterLast] = binsBetween(trace, trace.end, ...overlap(trace, from, to));
  const values = valuesOf(trace, first, afterLast);
  // The extremes of a gauge are recorded exactly.
  const [lows, highs] =
    spec.view.kind === "value" && trace.stride === 3
      ? [valuesOf(trace, first, afterLast, 0), valuesOf(trace, first, afterLast, 1)]
      : [values, values];
  const start = first * trace.width;
  return {
    id: spec.id,
    label: fullName(spec),
    from: start,
    to: Math.max(start, Math.min(afterLast * trace.width, trace.end)),
    mean: meanOf(trace, from, to),
    min: min(lows) ?? Number.NaN,
    max: max(highs) ?? Number.NaN,
    p95: quantileSorted(Float64Array.from(values).sort(), 0.95),
    exact: spec.view.kind === "rate",
  };
}

/** The mean of a line in a window; exact for rates. Unlike `lineStats`, it sorts no values. */
function meanOf(trace: Trace, from: number, to: number): number {
  const [begin, finish] = overlap(trace, from, to);
  const [first, afterLast] = binsBetween(trace, trace.end, begin, finish);
  if (trace.spec.view.kind !== "rate") return mean(valuesOf(trace, first, afterLast)) ?? Number.NaN;
  const start = first * trace.width;
  const stop = Math.min(afterLast * trace.width, trace.end);
  const { series } = trace.spec;
  const growth = counterAt(series, trace.end, stop) - counterAt(series, trace.end, start);
  return stop > start ? (growth / (stop - start)) * trace.scale : Number.NaN;
}

/**
 * Up to this many lines are described one by one. For more lines, only the mean and the highest and lowest
 * line are stated.
 */
const MAX_NAMED_LINES = 6;

/**
 * The significant digits of a mean that is computed from recorded bins. It differs from the exact mean of the
 * tables by less than 1 %.
 */
const APPROXIMATE_DIGITS = 2;

/** The text of a mean: "7.84 Mb/s", or "about 18 packets" for a mean that is not exact. */
function averageText(mean: number, exact: boolean, write: (value: number) => string): string {
  return exact ? write(mean) : CHART.about(write(Number(mean.toPrecision(APPROXIMATE_DIGITS))));
}

/** A paragraph with the statistics of the lines between two times and the numbers of events. */
export function describeChart(
  title: string,
  unit: Unit,
  lines: readonly ChartLine[],
  events: EventSource | null,
  from: number,
  to: number,
): string {
  const write = (value: number): string => formatQuantity(value, unit);
  const recorded = lines.filter(({ trace }) => !trace.spec.detail);
  const body =
    recorded.length > MAX_NAMED_LINES
      ? describeMany(recorded, write, from, to)
      : describeFew(recorded, write, from, to);
  if (body === "") return CHART.nothingRecorded(title);
  const models = lines.flatMap(({ trace }) =>
    trace.spec.detail ? modelText(lineStats(trace, from, to), write) : [],
  );
  const name = `${title}, ${CHART.range(formatTime(from, 0.1), formatTime(to, 0.1))}`;
  return `${[CHART.named(name, body), ...models].join("; ")}.${describeEvents(events, from, to)}`;
}

/**
 * The text about a model's line: its only value, or its mean, minimum and maximum. Nothing if it has no value
 * in the window.
 */
function modelText({ label, mean, min, max }: LineStats, write: (value: number) => string): string[] {
  if (Number.isNaN(mean)) return [];
  if (min === max) return [`${label} ${write(min)}`];
  return [CHART.averages(label, averageText(mean, false, write), write(min), write(max))];
}

function describeFew(
  lines: readonly ChartLine[],
  write: (value: number) => string,
  from: number,
  to: number,
): string {
  const stats = lines.map(({ trace }) => lineStats(trace, from, to)).filter((s) => !Number.isNaN(s.mean));
  return joinWords(
    stats.map((s) =>
      CHART.averages(s.label, averageText(s.mean, s.exact, write), write(s.min), write(s.max)),
    ),
  );
}

function describeMany(
  lines: readonly ChartLine[],
  write: (value: number) => string,
  from: number,
  to: number,
): string {
  const means = lines
    .map(({ trace }) => ({ label: trace.spec.label, mean: meanOf(trace, from, to) }))
    .filter((line) => !Number.isNaN(line.mean));
  const high = greatest(means, (line) => line.mean);
  const low = least(means, (line) => line.mean);
  if (high === undefined || low === undefined) return "";
  const average = mean(means, (line) => line.mean) ?? Number.NaN;
  return (
    `${CHART.manyLines(means.length, write(average))}; ` +
    CHART.extremes(high.label, write(high.mean), low.label, write(low.mean))
  );
}

function describeEvents(source: EventSource | null, from: number, to: number): string {
  if (source === null) return "";
  const counts = new Map<number, number>();
  const codes = new Set(source.codes ?? DEFAULT_CODES);
  for (let row = firstRow(source.events, from); row < source.events.rows; row += 1) {
    const event = eventAt(source.events, row);
    if (event.t > to) break;
    if (!codes.has(event.code) || !isWanted(source, event)) continue;
    counts.set(event.code, (counts.get(event.code) ?? 0) + (event.count > 0 ? event.count : 1));
  }
  if (counts.size === 0) return "";
  const parts = [...counts].map(([code, count]) => `${groupDigits(count)} ${eventName(code, count)}`);
  return ` ${capitalise(joinWords(parts))}.`;
}

/** Up to this many bands are described one by one. */
const MAX_NAMED_BANDS = 4;

/** A sentence about the bands without bars between two times: " Down from 10 s to 13 s." */
export function describeBands(bands: readonly TimeBand[], from: number, to: number): string {
  const seen = bands.filter((band) => band.bar === undefined && band.from < to && band.to > from);
  if (seen.length === 0) return "";
  if (seen.length > MAX_NAMED_BANDS) return ` ${CHART.outages(seen.length)}`;
  const parts = seen.map((band) =>
    CHART.band(band.label, formatTime(band.from, 0.1), formatTime(band.to, 0.1)),
  );
  return ` ${capitalise(parts.join(", "))}.`;
}

function joinWords(parts: readonly string[]): string {
  if (parts.length <= 1) return parts[0] ?? "";
  return CHART.list(parts.slice(0, -1).join(", "), parts.at(-1) ?? "");
}

function capitalise(value: string): string {
  return value.charAt(0).toUpperCase() + value.slice(1);
}

/** A table of at most `limit` rows: the values of the lines at the ends of evenly spaced bins. */
export function tableOf(
  lines: readonly ChartLine[],
  unit: Unit,
  from: number,
  to: number,
  limit: number,
): ChartTable {
  const width = lines[0]?.trace.width ?? 1;
  const first = Math.floor(from / width + 1e-9);
  const last = Math.floor(to / width + 1e-9);
  const every = Math.max(1, Math.ceil((last - first) / Math.max(1, limit)));
  const rows = range(first + every, last + 1, every)
    .slice(0, limit)
    .map((k) => [k * width, ...lines.map(({ trace }) => trace.valueAt(k * width))]);
  const columns = lines.map(({ trace }) => ({ label: fullName(trace.spec), unit }));
  return { columns: [{ label: CHART.time, unit: "s" }, ...columns], rows };
}

/** The caption: the unit with its prefix, the averaging interval, and notes. */
export function captionOf(top: number, unit: Unit, interval: number, notes: readonly string[]): string {
  const parts = [
    chooseUnit(top, unit).symbol,
    interval > 0 ? CHART.meanOver(formatSpan(interval)) : "",
    ...notes,
  ];
  return parts.filter((part) => part !== "").join("  \u00b7  ");
}

/** A text with the time of the cursor and the value of a line at this time, for screen readers. */
export function describeCursor(t: number, line: ChartLine | null, unit: Unit): string {
  const time = formatTime(t, 0.01);
  if (line === null) return time;
  const value = line.trace.valueAt(t);
  const text = Number.isNaN(value) ? CHART.noValue : formatQuantity(value, unit);
  return CHART.named(`${time}, ${fullName(line.trace.spec)}`, text);
}

// A time chart in words and numbers: a paragraph, a table, a caption. Notebooks show it without the simulator, so the
// statistics of a window are computed here.

import { greatest, least, max, mean, min, range } from "d3-array";
import { chooseUnit, formatIn, formatQuantity, groupDigits } from "../../scenario/units.ts";
import { formatSpan, formatTime, tickLabel, type Unit } from "../format.ts";
import type { Table } from "../plot/content.ts";
import { binsBetween, counterAt } from "../series.ts";
import { chartTexts } from "../texts/index.ts";
import { DEFAULT_CODES, type EventSource, eventAt, eventName, firstRow, isWanted } from "./events.ts";
import type { ChartLine } from "./lineLayer.ts";
import type { TimeBand } from "./timePlot.ts";
import { fullName, type Trace } from "./trace.ts";

/** Statistics of one line in a window. */
interface LineStats {
  readonly label: string;
  readonly mean: number;
  readonly min: number;
  readonly max: number;
  /** Whether the mean is exact, because it comes from a counter. */
  readonly exact: boolean;
}

/** The bins of a line in a window: the first one, and the one after the last. A line may begin or end earlier. */
const binsOf = (trace: Trace, from: number, to: number): [number, number] =>
  binsBetween(
    trace,
    trace.end,
    Math.max(from, trace.spec.from ?? 0),
    Math.min(to, trace.spec.to ?? Number.POSITIVE_INFINITY),
  );

/** The values of a column of `trace.data` in a window, without empty bins; by default of the last column, which is drawn. */
function valuesOf(trace: Trace, from: number, to: number, column = trace.stride - 1): number[] {
  const { data, stride, scale } = trace;
  return range(...binsOf(trace, from, to))
    .map((k) => (data[k * stride + column] ?? Number.NaN) * scale)
    .filter((value) => !Number.isNaN(value));
}

/** The mean of a line in a window; exact for rates, because it comes from a counter. */
function meanOf(trace: Trace, from: number, to: number): number {
  const { spec, end, width, scale } = trace;
  if (spec.view.kind !== "rate") return mean(valuesOf(trace, from, to)) ?? Number.NaN;
  const [first, afterLast] = binsOf(trace, from, to);
  const start = first * width;
  const stop = Math.min(afterLast * width, end);
  const growth = counterAt(spec.series, end, stop) - counterAt(spec.series, end, start);
  return stop > start ? (growth / (stop - start)) * scale : Number.NaN;
}

/** Statistics of a line as it is drawn. */
function lineStats(trace: Trace, from: number, to: number): LineStats {
  // Of a gauge, the minimum and maximum in each bin are recorded, in columns 0 and 1.
  const hasExtremes = trace.spec.view.kind === "value" && trace.stride === 3;
  const values = (column: number) => valuesOf(trace, from, to, hasExtremes ? column : undefined);
  return {
    label: fullName(trace.spec),
    mean: meanOf(trace, from, to),
    min: min(values(0)) ?? Number.NaN,
    max: max(values(1)) ?? Number.NaN,
    exact: trace.spec.view.kind === "rate",
  };
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
  return exact
    ? write(mean)
    : chartTexts.about({ value: write(Number(mean.toPrecision(APPROXIMATE_DIGITS))) });
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
  // Lines of models name the model as their detail.
  const recorded = lines.filter(({ trace }) => !trace.spec.detail);
  const body =
    recorded.length > MAX_NAMED_LINES
      ? describeMany(recorded, write, from, to)
      : describeFew(recorded, write, from, to);
  if (body === "") return chartTexts.nothingRecorded({ title });
  const models = lines.flatMap(({ trace }) =>
    trace.spec.detail ? modelText(lineStats(trace, from, to), write) : [],
  );
  const name = `${title}, ${chartTexts.range({ from: formatTime(from, 0.1), to: formatTime(to, 0.1) })}`;
  return `${[chartTexts.named({ name, text: body }), ...models].join("; ")}.${describeEvents(events, from, to)}`;
}

/**
 * The text about a model's line: its only value, or its mean, minimum and maximum. Nothing if it has no value
 * in the window.
 */
function modelText({ label, mean, min, max }: LineStats, write: (value: number) => string): string[] {
  if (Number.isNaN(mean)) return [];
  if (min === max) return [`${label} ${write(min)}`];
  return [
    chartTexts.averages({ label, mean: averageText(mean, false, write), low: write(min), high: write(max) }),
  ];
}

function describeFew(
  lines: readonly ChartLine[],
  write: (value: number) => string,
  from: number,
  to: number,
): string {
  const stats = lines.map(({ trace }) => lineStats(trace, from, to)).filter((s) => !Number.isNaN(s.mean));
  const parts = stats.map(({ label, mean, min, max, exact }) =>
    chartTexts.averages({
      label,
      mean: averageText(mean, exact, write),
      low: write(min),
      high: write(max),
    }),
  );
  return chartTexts.list({ parts });
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
    `${chartTexts.manyLines({ n: means.length, mean: write(average) })}; ` +
    chartTexts.extremes({
      high: high.label,
      highest: write(high.mean),
      low: low.label,
      lowest: write(low.mean),
    })
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
  return ` ${capitalise(chartTexts.list({ parts }))}.`;
}

/** Up to this many bands are described one by one. */
const MAX_NAMED_BANDS = 4;

/** A sentence about the bands that shade the plot (those without a bar) between two times: " Down from 10 s to 13 s." */
export function describeBands(bands: readonly TimeBand[], from: number, to: number): string {
  const seen = bands.filter((band) => band.bar === undefined && band.from < to && band.to > from);
  if (seen.length === 0) return "";
  if (seen.length > MAX_NAMED_BANDS) return ` ${chartTexts.outages({ n: seen.length })}`;
  const parts = seen.map((band) =>
    chartTexts.band({ label: band.label, from: formatTime(band.from, 0.1), to: formatTime(band.to, 0.1) }),
  );
  return ` ${capitalise(parts.join(", "))}.`;
}

function capitalise(value: string): string {
  return value.charAt(0).toUpperCase() + value.slice(1);
}

/**
 * A table of at most `limit` rows: the values of the lines at the ends of evenly spaced bins. All times have
 * equally many decimals, and all values have one unit, which the heads state.
 */
export function tableOf(
  lines: readonly ChartLine[],
  unit: Unit,
  from: number,
  to: number,
  limit: number,
): Table {
  const width = lines[0]?.trace.width ?? 1;
  const first = Math.floor(from / width + 1e-9);
  const last = Math.floor(to / width + 1e-9);
  const every = Math.max(1, Math.ceil((last - first) / Math.max(1, limit)));
  const rows = range(first + every, last + 1, every)
    .slice(0, limit)
    .map((k) => [k * width, ...lines.map(({ trace }) => trace.valueAt(k * width))]);
  const shown = chooseUnit(max(rows, (row) => max(row.slice(1))) ?? 0, unit);
  const time = {
    label: `${chartTexts.time}, s`,
    unit: "s",
    text: (t: number) => tickLabel(t, every * width),
  };
  const columns = lines.map(({ trace: { spec } }) => ({
    label: shown.symbol === "" ? fullName(spec) : `${fullName(spec)}, ${shown.symbol}`,
    unit,
    text: (value: number) => formatIn(value, shown, false),
  }));
  return { columns: [time, ...columns], rows };
}

/** The caption: the unit with its prefix, the averaging interval, and notes. */
export function captionOf(top: number, unit: Unit, interval: number, notes: readonly string[]): string {
  const parts = [
    chooseUnit(top, unit).symbol,
    interval > 0 ? chartTexts.meanOver({ span: formatSpan(interval) }) : "",
    ...notes,
  ];
  return parts.filter((part) => part !== "").join("  \u00b7  ");
}

/** A text with the time of the cursor and the value of a line at this time, for screen readers. */
export function describeCursor(t: number, line: ChartLine | null, unit: Unit): string {
  const time = formatTime(t, 0.01);
  if (line === null) return time;
  const value = line.trace.valueAt(t);
  const text = Number.isNaN(value) ? chartTexts.noValue : formatQuantity(value, unit);
  return chartTexts.named({ name: `${time}, ${fullName(line.trace.spec)}`, text });
}

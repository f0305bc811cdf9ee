// What a time chart says in words and numbers: statistics of a window, a paragraph, a table.
import { formatQuantity, formatSpan, formatTime, group, type Unit } from "./format.ts";
import type { LiveLine } from "./lineLayer.ts";
import { DEFAULT_CODES, eventAt, eventName, firstRow, isWanted, type MarkSpec } from "./marks.ts";
import { binsBetween, counterAt, quantileSorted, windowStats } from "./series.ts";
import type { ChartTable, LineStats } from "./timeChartTypes.ts";
import type { Trace } from "./trace.ts";

/** Statistics of a line as it is drawn; the mean of a rate is exact between bin edges. */
export function lineStats(trace: Trace, from: number, to: number): LineStats {
  const { spec } = trace;
  const begin = Math.max(from, spec.from ?? 0);
  const finish = Math.min(to, spec.to ?? Number.POSITIVE_INFINITY);
  const name = { id: spec.id, label: spec.label };
  if (spec.view.kind === "value" && spec.series.info.kind === "gauge") {
    const s = windowStats(spec.series, trace.end, begin, finish);
    const scaled = {
      mean: s.mean * trace.scale,
      min: s.min * trace.scale,
      max: s.max * trace.scale,
      p95: s.p95 * trace.scale,
    };
    return { ...name, from: s.from, to: s.to, ...scaled, exact: false };
  }
  const [first, last] = binsBetween(trace, trace.end, begin, finish);
  const values: number[] = [];
  for (let k = first; k < last; k += 1) {
    const value = (trace.data[k] ?? Number.NaN) * trace.scale;
    if (!Number.isNaN(value)) values.push(value);
  }
  const sorted = Float64Array.from(values).sort();
  const exact = spec.view.kind === "rate";
  const sum = values.reduce((a, b) => a + b, 0);
  const mean = exact
    ? windowStats(spec.series, trace.end, begin, finish).mean * trace.scale
    : values.length > 0
      ? sum / values.length
      : Number.NaN;
  const stop = Math.min(last * trace.width, trace.end);
  return {
    ...name,
    from: first * trace.width,
    to: Math.max(stop, first * trace.width),
    mean,
    min: sorted[0] ?? Number.NaN,
    max: sorted[sorted.length - 1] ?? Number.NaN,
    p95: quantileSorted(sorted, 0.95),
    exact,
  };
}

/** Lines named one by one in a paragraph; of more only the extremes are told. */
const MOST_NAMED = 6;

/** A paragraph: how each line did between two times, and what happened. */
export function describeChart(
  title: string,
  unit: Unit,
  lines: readonly LiveLine[],
  marks: MarkSpec | null,
  from: number,
  to: number,
): string {
  const live = lines.filter((line) => !line.trace.spec.ghost);
  if (live.length > MOST_NAMED) return describeMany(title, unit, live, marks, from, to);
  const stats = live.map((line) => lineStats(line.trace, from, to)).filter((s) => !Number.isNaN(s.mean));
  if (stats.length === 0) return `${title}: nothing recorded yet.`;
  const say = (value: number): string => formatQuantity(value, unit);
  const parts = stats.map((s) => `${s.label} averages ${say(s.mean)} (from ${say(s.min)} to ${say(s.max)})`);
  return `${windowName(title, from, to)}: ${joinWords(parts)}.${describeEvents(marks, from, to)}`;
}

/** Of many lines the mean, the highest and the lowest. */
function describeMany(
  title: string,
  unit: Unit,
  lines: readonly LiveLine[],
  marks: MarkSpec | null,
  from: number,
  to: number,
): string {
  let sum = 0;
  let count = 0;
  let low = { label: "", mean: Number.POSITIVE_INFINITY };
  let high = { label: "", mean: Number.NEGATIVE_INFINITY };
  for (const { trace } of lines) {
    const mean = meanOf(trace, from, to);
    if (Number.isNaN(mean)) continue;
    sum += mean;
    count += 1;
    if (mean < low.mean) low = { label: trace.spec.label, mean };
    if (mean > high.mean) high = { label: trace.spec.label, mean };
  }
  if (count === 0) return `${title}: nothing recorded yet.`;
  const say = (value: number): string => formatQuantity(value, unit);
  const body =
    `${count} lines average ${say(sum / count)} each; highest ${high.label} with ${say(high.mean)}, ` +
    `lowest ${low.label} with ${say(low.mean)}`;
  return `${windowName(title, from, to)}: ${body}.${describeEvents(marks, from, to)}`;
}

/** The mean alone, without the sorting that quantiles need; exact for rates. */
function meanOf(trace: Trace, from: number, to: number): number {
  const { spec } = trace;
  const begin = Math.max(from, spec.from ?? 0);
  const finish = Math.min(to, spec.to ?? Number.POSITIVE_INFINITY);
  const [first, last] = binsBetween(trace, trace.end, begin, finish);
  if (spec.view.kind === "rate") {
    const start = first * trace.width;
    const stop = Math.min(last * trace.width, trace.end);
    const grown = counterAt(spec.series, trace.end, stop) - counterAt(spec.series, trace.end, start);
    return stop > start ? (grown / (stop - start)) * trace.scale : Number.NaN;
  }
  let sum = 0;
  let count = 0;
  for (let k = first; k < last; k += 1) {
    const value = trace.data[k * trace.stride + trace.stride - 1] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    sum += value;
    count += 1;
  }
  return count > 0 ? (sum / count) * trace.scale : Number.NaN;
}

function windowName(title: string, from: number, to: number): string {
  return `${title}, ${formatTime(from, 0.1)} to ${formatTime(to, 0.1)}`;
}

function describeEvents(marks: MarkSpec | null, from: number, to: number): string {
  if (marks === null) return "";
  const counts = new Map<number, number>();
  const codes = new Set(marks.codes ?? DEFAULT_CODES);
  for (let row = firstRow(marks.events, from); row < marks.events.rows; row += 1) {
    const event = eventAt(marks.events, row);
    if (event.t > to) break;
    if (!codes.has(event.code) || !isWanted(marks, event)) continue;
    counts.set(event.code, (counts.get(event.code) ?? 0) + (event.count > 0 ? event.count : 1));
  }
  if (counts.size === 0) return "";
  const parts = [...counts].map(([code, count]) => `${group(count)} ${eventName(code, count)}`);
  return ` ${capitalise(joinWords(parts))}.`;
}

function joinWords(parts: readonly string[]): string {
  if (parts.length <= 1) return parts[0] ?? "";
  return `${parts.slice(0, -1).join(", ")} and ${parts[parts.length - 1]}`;
}

function capitalise(value: string): string {
  return value.charAt(0).toUpperCase() + value.slice(1);
}

/** At most `limit` rows: the drawn values at even times, on bin ends. */
export function tableOf(
  lines: readonly LiveLine[],
  unit: Unit,
  from: number,
  to: number,
  limit: number,
): ChartTable {
  const live = lines.filter((line) => !line.trace.spec.ghost);
  const width = live[0]?.trace.width ?? 1;
  const first = Math.floor(from / width + 1e-9);
  const last = Math.floor(to / width + 1e-9);
  const every = Math.max(1, Math.ceil((last - first) / Math.max(1, limit)));
  const rows: number[][] = [];
  for (let k = first + every; k <= last && rows.length < limit; k += every) {
    rows.push([k * width, ...live.map((line) => line.trace.at(k * width))]);
  }
  const columns = [
    { label: "Time", unit: "s" },
    ...live.map((line) => ({ label: line.trace.spec.label, unit })),
  ];
  return { columns, rows };
}

/** The caption: unit in use, averaging interval, note. */
export function captionOf(symbol: string, interval: number, note: string): string {
  const parts = [symbol, interval > 0 ? `mean over ${formatSpan(interval)}` : "", note];
  return parts.filter((part) => part !== "").join("  \u00b7  ");
}

/** What is at the cursor, in words. */
export function speakCursor(t: number, line: LiveLine | null, unit: Unit): string {
  const time = formatTime(t, 0.01);
  if (line === null) return time;
  const value = line.trace.at(t);
  return `${time}, ${line.trace.spec.label}: ${Number.isNaN(value) ? "no value" : formatQuantity(value, unit)}`;
}

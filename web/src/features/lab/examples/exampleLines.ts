// The lines of the thumbnails of examples. They are kept, and not the recordings of the runs, which take a thousand times
// the memory.
import { counterAt } from "../../../charts/index.ts";
import { reduceToExtremes, type ThumbLine, type ThumbOptions } from "../../../charts/sparkline.ts";
import type { EngineClient, RunRecord, Series } from "../../../engine/types.ts";
import type { Example } from "../../../examples/example.ts";
import { membersOf } from "../flows/members.ts";

/** The number of points of each line: one for every second pixel. */
const POINTS = 118;

/** The number of bins per series of a run: about two for each point of a line. */
const BINS = 256;

/** The lines of a thumbnail, and its scale. */
export interface ExampleLines extends Pick<ThumbOptions, "reference" | "top"> {
  readonly lines: readonly ThumbLine[];
}

/** The lines of each example, by id. */
const linesByExample = new Map<string, Promise<ExampleLines>>();

/** The lines of an example. Its run is computed at the first call, and again after a failure. */
export function linesOf(
  example: Example,
  engine: Pick<EngineClient, "computeRecord">,
): Promise<ExampleLines> {
  const known = linesByExample.get(example.id);
  if (known) return known;
  const lines = engine
    .computeRecord(JSON.stringify(example.doc), BINS)
    .then((run) => reduced(example.picture, run));
  linesByExample.set(example.id, lines);
  lines.catch(() => linesByExample.delete(example.id));
  return lines;
}

const styleOf = (colour: number): ThumbLine["style"] => ({ colour: colour % 8, dash: 0, marker: 0 });

function reduced(picture: Example["picture"], run: RunRecord): ExampleLines {
  const members = membersOf(run);
  if (picture === "wait") {
    const wait = run.series("link:forward", "queue_delay");
    return { lines: wait ? [{ values: means(wait, POINTS), style: styleOf(7) }] : [] };
  }
  if (picture === "cwnd") {
    const windows = members.map(
      ({ entity }) => run.series(entity, "cwnd") ?? run.series(entity, "in_flight"),
    );
    return {
      lines: windows.flatMap((series, i) =>
        series ? [{ values: reduceToExtremes(lastOfBins(series), POINTS), style: styleOf(i) }] : [],
      ),
    };
  }
  const delivered = members.flatMap(({ entity }) => run.series(entity, "delivered") ?? []);
  const rates = delivered.map((series) => ratesOf(series, run));
  if (picture === "rate") return { lines: rates.map((values, i) => ({ values, style: styleOf(i) })) };
  const sum = (k: number): number => rates.reduce((total, values) => total + (values[k] ?? 0), 0);
  const { capacity } = run.derived;
  const values = Array.from({ length: POINTS }, (_, k) => sum(k));
  return { lines: [{ values, style: styleOf(0) }], reference: capacity, top: capacity * 1.05 };
}

/**
 * `POINTS` values of the goodput in bit/s, each is the mean over the preceding fortieth of the run.
 */
function ratesOf(series: Series, run: RunRecord): readonly number[] {
  const step = run.duration / POINTS;
  const interval = Math.max(step, run.duration / 40);
  const bitsAt = (t: number): number => counterAt(series, run.computedTo, t) * 8;
  return Array.from({ length: POINTS }, (_, k) => {
    const t = (k + 1) * step;
    return (bitsAt(t) - bitsAt(Math.max(0, t - interval))) / Math.min(interval, t);
  });
}

/** The last value of each bin of a gauge. */
function lastOfBins(series: Series): Float64Array {
  return Float64Array.from({ length: series.bins }, (_, i) => series.data[i * 3 + 2] ?? Number.NaN);
}

/**
 * The means of a gauge over `count` intervals of equal length, which show the level of a queue without its
 * sawtooth.
 */
function means(series: Series, count: number): readonly number[] {
  const last = lastOfBins(series);
  return Array.from({ length: count }, (_, k) => {
    const from = Math.floor((k * last.length) / count);
    const interval = last.subarray(from, Math.max(from + 1, Math.floor(((k + 1) * last.length) / count)));
    const values = interval.filter((value) => !Number.isNaN(value));
    return values.length > 0 ? values.reduce((a, b) => a + b, 0) / values.length : Number.NaN;
  });
}

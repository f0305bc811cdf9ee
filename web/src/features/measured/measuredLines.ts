// The lines of measured series on the time axis of a run. Rates are averaged over the interval over which the
// chart averages the simulated rates, so both can be compared.
import type { LineSpec } from "../../charts/index.ts";
import type { ImportedSeries, Quantity } from "../../engine/imports/types.ts";
import type { Series } from "../../engine/types.ts";
import { type MeasuredFile, styleOf, tagOf } from "./measured.ts";

/** The chart that shows a quantity, as the chart's id and unit. */
const CHARTS: Readonly<Record<Quantity, string>> = { rate: "rate bit/s", rtt: "rtt s", delay: "queue s" };

/** The number of bins of a line over a whole run. */
const BINS = 8000;
/** A mean rate needs values for this share of its interval. */
const LEAST_COVERED = 0.5;

export interface LineInputs {
  readonly duration: number;
  /** The interval over which the charts average rates, in seconds. */
  readonly interval: number;
  /** The name of a series in the language of the page. */
  readonly nameOf: (series: ImportedSeries) => string;
}

/** The lines of the drawn series, by chart. */
export function measuredLines(
  files: readonly MeasuredFile[],
  inputs: LineInputs,
): Readonly<Record<string, readonly LineSpec[]>> {
  const lines: Record<string, LineSpec[]> = {};
  for (const file of files)
    for (const { index, number } of file.drawn) {
      const series = file.series[index];
      if (!series) continue;
      const chart = CHARTS[series.quantity];
      lines[chart] = [...(lines[chart] ?? []), lineOf(file, series, number, inputs)];
    }
  return lines;
}

function lineOf(
  { shift, factor }: MeasuredFile,
  series: ImportedSeries,
  number: number,
  { duration, interval, nameOf }: LineInputs,
): LineSpec {
  const { quantity, starts, ends } = series;
  const width = duration / BINS;
  const data = new Float64Array(3 * BINS).fill(Number.NaN);
  if (quantity === "rate")
    fillRate(data, series, { width, interval: Math.max(interval, width), shift, factor });
  else fillSamples(data, series, width, shift);
  const recorded: Series = {
    info: {
      key: -1,
      entity: "measured",
      signal: quantity,
      kind: "gauge",
      unit: quantity === "rate" ? "bit/s" : "s",
      label: "",
    },
    rev: 0,
    width,
    bins: BINS,
    data,
  };
  const id = `measured/${tagOf(number)}`;
  return {
    id,
    label: `${tagOf(number)} ${nameOf(series)}`,
    run: { computedTo: duration },
    series: recorded,
    view: { kind: "value" },
    style: styleOf(number),
    from: (starts[0] ?? 0) + shift,
    to: (ends.at(-1) ?? 0) + shift,
  };
}

interface RateInputs {
  readonly width: number;
  readonly interval: number;
  readonly shift: number;
  readonly factor: number;
}

/** The mean rate over the interval that ends with each bin. */
function fillRate(
  data: Float64Array,
  series: ImportedSeries,
  { width, interval, shift, factor }: RateInputs,
): void {
  const total = totalOf(series);
  for (let k = 0; k < data.length / 3; k += 1) {
    const to = (k + 1) * width - shift;
    const [after, before] = [total(to), total(to - interval)];
    const covered = after.covered - before.covered;
    // At the start of the data, the interval is shorter.
    const wanted = Math.min(interval, to - (series.starts[0] ?? 0));
    if (!(covered >= LEAST_COVERED * wanted && covered > 0)) continue;
    data.fill(((after.bits - before.bits) / covered) * factor, 3 * k, 3 * k + 3);
  }
}

/**
 * Returns a function of `t`: the number of bits received before `t`, and the total length of the intervals
 * before `t` that have values.
 */
function totalOf({ starts, ends, values }: ImportedSeries): (t: number) => { bits: number; covered: number } {
  const count = values.length;
  const [bits, covered] = [new Float64Array(count + 1), new Float64Array(count + 1)];
  for (let i = 0; i < count; i += 1) {
    const length = (ends[i] ?? 0) - (starts[i] ?? 0);
    bits[i + 1] = (bits[i] ?? 0) + (values[i] ?? 0) * length;
    covered[i + 1] = (covered[i] ?? 0) + length;
  }
  return (t) => {
    // The number of intervals that begin before `t`.
    let [low, high] = [0, count];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) < t) low = middle + 1;
      else high = middle;
    }
    if (low === 0) return { bits: 0, covered: 0 };
    const last = low - 1;
    const part = Math.min(t, ends[last] ?? 0) - (starts[last] ?? 0);
    return { bits: (bits[last] ?? 0) + (values[last] ?? 0) * part, covered: (covered[last] ?? 0) + part };
  };
}

/**
 * The smallest, the largest and the last sample of each bin. A sample that covers an interval is in all bins
 * of it.
 */
function fillSamples(
  data: Float64Array,
  { starts, ends, values }: ImportedSeries,
  width: number,
  shift: number,
): void {
  const bins = data.length / 3;
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i] ?? Number.NaN;
    const first = Math.floor(((starts[i] ?? 0) + shift) / width);
    const last = Math.max(first, Math.ceil(((ends[i] ?? 0) + shift) / width) - 1);
    for (let k = Math.max(0, first); k <= Math.min(bins - 1, last); k += 1) {
      const [low, high] = [data[3 * k] ?? Number.NaN, data[3 * k + 1] ?? Number.NaN];
      data[3 * k] = low <= value ? low : value;
      data[3 * k + 1] = high >= value ? high : value;
      data[3 * k + 2] = value;
    }
  }
}

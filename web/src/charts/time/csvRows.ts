// The recorded values of the lines of a time chart, as rows of a CSV file.
import type { CsvRow } from "../exportCsv.ts";
import type { ChartLine, LineLayer } from "./lineLayer.ts";

/** The comment line about bins and averaging. */
export function csvNotes({ lines, interval }: LineLayer): string[] {
  const width = lines[0]?.trace.width;
  if (width === undefined) return [];
  return [`bins of ${width} s, t is the end of a bin; rates are means over ${interval} s`];
}

/**
 * The recorded values of the lines of the current run, bin by bin: gauges as min, max and last; counters as
 * the growth in each bin, so that sums are exact, and as the drawn rate; combined counters as the drawn
 * value.
 */
export function* csvRows(lines: readonly ChartLine[]): Generator<CsvRow> {
  for (const { trace } of lines) {
    const { spec } = trace;
    if (spec.ghost) continue;
    const flow = spec.flow ?? spec.id;
    const { signal, unit, kind } = spec.series.info;
    const suffix = unit === "" ? "" : `_${unit.replace("/", "_per_")}`;
    let previousTotal = 0;
    for (let k = 0; k < trace.bins; k += 1) {
      const t = trace.binEnd(k);
      if (trace.stride === 3) {
        const cell = (offset: number): number => trace.data[3 * k + offset] ?? Number.NaN;
        yield { t, flow, metric: `${signal}_min${suffix}`, value: cell(0) };
        yield { t, flow, metric: `${signal}_max${suffix}`, value: cell(1) };
        yield { t, flow, metric: `${signal}_last${suffix}`, value: cell(2) };
        continue;
      }
      const drawn = (trace.data[k] ?? Number.NaN) * trace.scale;
      if (kind === "counter" && spec.view.kind !== "combine") {
        const total = spec.series.data[k] ?? previousTotal;
        yield { t, flow, metric: `${signal}${suffix}`, value: total - previousTotal };
        previousTotal = total;
        const per = trace.scale === 8 && unit === "bytes" ? "bit_per_s" : `${unit}_per_s`;
        if (spec.view.kind === "rate") yield { t, flow, metric: `${signal}_mean_${per}`, value: drawn };
      } else {
        yield { t, flow, metric: spec.id, value: drawn };
      }
    }
  }
}

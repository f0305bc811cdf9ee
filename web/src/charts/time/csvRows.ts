// The recorded values of the lines of a time chart, as rows of a CSV file.
import type { Csv } from "../plot/content.ts";
import type { ChartLine, LineLayer } from "./lineLayer.ts";
import { flowOf } from "./trace.ts";

/** The recorded values in long form, with a note about bins and averaging. */
export function csvOf({ lines, interval }: LineLayer): Csv {
  const width = lines[0]?.trace.width;
  const note = `bins of ${width} s, t is the end of a bin; rates are means over ${interval} s`;
  return {
    notes: width === undefined ? [] : [note],
    columns: ["t", "flow", "metric", "value"],
    rows: csvRows(lines),
  };
}

type Row = readonly [t: number, flow: string, metric: string, value: number];

/**
 * The recorded values of the lines of the current run, bin by bin: gauges as min, max and last; counters as
 * the growth in each bin, so that sums are exact, and as the drawn rate; combined counters as the drawn
 * value.
 */
function* csvRows(lines: readonly ChartLine[]): Generator<Row> {
  for (const row of allRows(lines)) if (!Number.isNaN(row[3])) yield row;
}

function* allRows(lines: readonly ChartLine[]): Generator<Row> {
  for (const { trace } of lines) {
    const { spec } = trace;
    if (spec.ghost) continue;
    const flow = flowOf(spec);
    const { signal, unit, kind } = spec.series.info;
    const suffix = unit === "" ? "" : `_${unit.replace("/", "_per_")}`;
    let previousTotal = 0;
    for (let k = 0; k < trace.bins; k += 1) {
      const t = trace.binEnd(k);
      if (trace.stride === 3) {
        const cell = (offset: number): number => trace.data[3 * k + offset] ?? Number.NaN;
        yield [t, flow, `${signal}_min${suffix}`, cell(0)];
        yield [t, flow, `${signal}_max${suffix}`, cell(1)];
        yield [t, flow, `${signal}_last${suffix}`, cell(2)];
        continue;
      }
      const drawn = (trace.data[k] ?? Number.NaN) * trace.scale;
      if (kind === "counter" && spec.view.kind !== "combine") {
        const total = spec.series.data[k] ?? previousTotal;
        yield [t, flow, `${signal}${suffix}`, total - previousTotal];
        previousTotal = total;
        const per = trace.scale === 8 && unit === "bytes" ? "bit_per_s" : `${unit}_per_s`;
        if (spec.view.kind === "rate") yield [t, flow, `${signal}_mean_${per}`, drawn];
      } else {
        yield [t, flow, spec.id, drawn];
      }
    }
  }
}

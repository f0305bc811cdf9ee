// The program of a worker that computes the models of a finished run.
import { serveCalls } from "../../engine/workers/serve.ts";
import { meansOver } from "./means.ts";
import type {
  BinnedValues,
  MeasuredMeans,
  ModelCalls,
  ModelReport,
  ModelRequest,
  ModelResult,
} from "./types.ts";

/** The script that wasm-bindgen generated; wasm/laboratory/src/features/models.rs documents the functions. */
interface ModelScript {
  modelIntervals(document: string): number;
  modelReport(document: string, summary: string, measured: string): string;
}

function compute(script: ModelScript, { document, summary, recorded }: ModelRequest): ModelResult {
  const width = script.modelIntervals(document);
  const intervals = Math.max(1, Math.round(summary.duration / width));
  const means = (binned: BinnedValues): readonly (number | null)[] => meansOver(binned, width, intervals);
  const all = (
    series: Readonly<Record<string, BinnedValues>>,
  ): Readonly<Record<string, readonly (number | null)[]>> =>
    Object.fromEntries(Object.entries(series).map(([id, binned]) => [id, means(binned)]));
  const queues = all(recorded.queues);
  const windows = all(recorded.windows);
  const read = (queue: readonly (number | null)[]): ModelReport =>
    JSON.parse(
      script.modelReport(document, JSON.stringify(summary), JSON.stringify({ width, queue, windows })),
    ) as ModelReport;
  // The report names the bottleneck, whose queue it then compares with the fluid.
  const { link } = read([]);
  const queue = queues[link ?? ""] ?? [];
  const measured: MeasuredMeans = { width, queue, windows, rates: all(recorded.rates) };
  return { report: read(queue), measured };
}

serveCalls<ModelCalls, ModelScript>((script) => ({ compute: (request) => compute(script, request) }));

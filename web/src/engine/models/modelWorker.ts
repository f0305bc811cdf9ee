// The program of a worker that computes the models of a finished run. It answers one request.
import { meansOver } from "./means.ts";
import type {
  BinnedValues,
  FromModelWorker,
  MeasuredMeans,
  ModelReport,
  ModelRequest,
  ModelResult,
  ToModelWorker,
} from "./types.ts";

/** The script that wasm-bindgen generated; wasm/papers/src/models.rs documents the functions. */
interface ModelScript {
  default(options: { module_or_path: WebAssembly.Module }): Promise<unknown>;
  modelIntervals(document: string): number;
  modelReport(document: string, summary: string, measured: string): string;
}

interface WorkerScope {
  onmessage: ((event: MessageEvent<ToModelWorker>) => void) | null;
  postMessage(message: FromModelWorker): void;
}

// In the DOM library's types, `self` is a window, but this file runs in a dedicated worker.
declare const self: WorkerScope;

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

self.onmessage = async ({ data: { module, script, request } }) => {
  try {
    const loaded = (await import(/* @vite-ignore */ script)) as ModelScript;
    await loaded.default({ module_or_path: module });
    self.postMessage({ type: "result", result: compute(loaded, request) });
  } catch (error) {
    self.postMessage({ type: "failure", message: error instanceof Error ? error.message : String(error) });
  }
};

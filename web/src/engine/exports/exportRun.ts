// Runs a scenario in a worker and returns it in the format of another tool. The WebAssembly is loaded when the first run is exported.
import { loadPapersProgram } from "../papers/program.ts";
import type { ExportRequest, FromExportWorker, ToExportWorker } from "./types.ts";

/** Rejects if the run fails or if `signal` is aborted. */
export async function exportRun(
  request: ExportRequest,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const { module, script } = await loadPapersProgram();
  signal.throwIfAborted();
  const worker = new Worker(new URL("./exportWorker.ts", import.meta.url), {
    type: "module",
    name: "export",
  });
  try {
    return await new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason as Error));
      worker.onmessage = ({ data }: MessageEvent<FromExportWorker>) => {
        if (data.type === "file") resolve(data.bytes);
        else reject(new Error(data.message));
      };
      worker.onerror = (event) => reject(new Error(event.message || "The worker ended."));
      const message: ToExportWorker = { module, script, request };
      worker.postMessage(message);
    });
  } finally {
    worker.terminate();
  }
}

// Computes the models of a finished run in a worker. The WebAssembly is loaded when models are first shown.
import { loadPapersProgram } from "../papers/program.ts";
import type { FromModelWorker, ModelRequest, ModelResult, ToModelWorker } from "./types.ts";

/** Rejects if the computation fails or if `signal` is aborted. */
export async function computeModels(request: ModelRequest, signal: AbortSignal): Promise<ModelResult> {
  const { module, script } = await loadPapersProgram();
  signal.throwIfAborted();
  const worker = new Worker(new URL("./modelWorker.ts", import.meta.url), { type: "module", name: "models" });
  try {
    return await new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason as Error));
      worker.onmessage = ({ data }: MessageEvent<FromModelWorker>) => {
        if (data.type === "result") resolve(data.result);
        else reject(new Error(data.message));
      };
      worker.onerror = (event) => reject(new Error(event.message || "The worker ended."));
      const message: ToModelWorker = { module, script, request };
      worker.postMessage(message);
    });
  } finally {
    worker.terminate();
  }
}

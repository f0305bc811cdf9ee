// The program of a worker that runs a scenario and writes it in the format of another tool. It answers one request.
import type { FromExportWorker, ToExportWorker } from "./types.ts";

/** The script that wasm-bindgen generated; wasm/papers/src/exports.rs documents the function. */
interface ExportScript {
  default(options: { module_or_path: WebAssembly.Module }): Promise<unknown>;
  exportRun(
    format: string,
    document: string,
    flow: string | undefined,
    link: string | undefined,
    url: string | undefined,
  ): Uint8Array<ArrayBuffer>;
}

interface WorkerScope {
  onmessage: ((event: MessageEvent<ToExportWorker>) => void) | null;
  postMessage(message: FromExportWorker, transfer?: Transferable[]): void;
}

// In the DOM library's types, `self` is a window, but this file runs in a dedicated worker.
declare const self: WorkerScope;

self.onmessage = async ({ data: { module, script, request } }) => {
  try {
    const { default: init, exportRun } = (await import(/* @vite-ignore */ script)) as ExportScript;
    await init({ module_or_path: module });
    const { format, document, flow, link, url } = request;
    const bytes = exportRun(format, document, flow, link, url);
    self.postMessage({ type: "file", bytes }, [bytes.buffer]);
  } catch (error) {
    self.postMessage({ type: "failure", message: error instanceof Error ? error.message : String(error) });
  }
};

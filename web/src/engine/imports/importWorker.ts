// The program of a worker that reads one file of measured data.
import { readImport } from "./readImport.ts";
import { excerpt, type FromImportWorker, ImportError } from "./types.ts";

interface WorkerScope {
  onmessage: ((event: MessageEvent<File>) => void) | null;
  postMessage(message: FromImportWorker, transfer?: Transferable[]): void;
}

// In the DOM library's types, `self` is a window, but this file runs in a dedicated worker.
declare const self: WorkerScope;

self.onmessage = async ({ data }) => {
  try {
    const file = await readImport(new Uint8Array(await data.arrayBuffer()));
    const columns = file.series.flatMap(({ starts, ends, values }) => [
      starts.buffer,
      ends.buffer,
      values.buffer,
    ]);
    self.postMessage({ type: "file", file }, [...new Set(columns)]);
  } catch (error) {
    const problem =
      error instanceof ImportError
        ? error.problem
        : ({
            code: "failed",
            place: {},
            detail: excerpt(error instanceof Error ? error.message : ""),
          } as const);
    self.postMessage({ type: "problem", problem });
  }
};

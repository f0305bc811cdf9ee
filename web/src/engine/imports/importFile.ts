// Reads a file of measured data in a worker, so that a large or hostile file does not stop the page.
import { type FromImportWorker, ImportError, type ImportedFile, LIMITS } from "./types.ts";

/** A file that takes longer, in ms, is given up. */
const PATIENCE = 60_000;

/** Rejects with an `ImportError`. */
export async function importFile(file: File): Promise<ImportedFile> {
  if (file.size > LIMITS.file) throw new ImportError("tooLarge", {}, String(LIMITS.file));
  const worker = new Worker(new URL("./importWorker.ts", import.meta.url), {
    type: "module",
    name: "import",
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise((resolve, reject) => {
      timer = setTimeout(() => reject(new ImportError("tooLong", {}, String(PATIENCE / 1000))), PATIENCE);
      worker.onmessage = ({ data }: MessageEvent<FromImportWorker>) => {
        if (data.type === "file") resolve(data.file);
        else reject(new ImportError(data.problem.code, data.problem.place, data.problem.detail));
      };
      worker.onerror = (event) => reject(new ImportError("failed", {}, event.message ?? ""));
      worker.postMessage(file);
    });
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}

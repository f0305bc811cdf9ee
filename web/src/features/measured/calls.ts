// Reads a file of measured data in a worker, so that a large or hostile file does not stop the page.
import { ImportError, type ImportedFile, type ImportProblem } from "../../engine/imports/types.ts";
import { programWith } from "../../engine/laboratory.ts";
import type { Call } from "../../engine/workers/calls.ts";
import { askOnce } from "../../engine/workers/client.ts";

/** What the worker reads, or why it cannot read it. */
export type ImportCalls = {
  readonly read: Call<File, { readonly file: ImportedFile } | { readonly problem: ImportProblem }>;
};

/** A file that takes longer, in ms, is given up. */
const PATIENCE = 60_000;

const program = programWith(
  () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "import" }),
);

/** Rejects with an `ImportError`. */
export async function readInWorker(file: File): Promise<ImportedFile> {
  const limit = new AbortController();
  const timer = setTimeout(
    () => limit.abort(new ImportError("tooLong", {}, String(PATIENCE / 1000))),
    PATIENCE,
  );
  try {
    const answer = await askOnce<ImportCalls, "read">(program, "read", file, limit.signal);
    if ("file" in answer) return answer.file;
    throw ImportError.of(answer.problem);
  } catch (error) {
    if (error instanceof ImportError) throw error;
    throw new ImportError("failed", {}, error instanceof Error ? error.message : "");
  } finally {
    clearTimeout(timer);
  }
}

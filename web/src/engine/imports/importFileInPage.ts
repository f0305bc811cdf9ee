// Replaces importFile.ts in a saved file, which has no further files for a worker.
import { readImport } from "./readImport.ts";
import { ImportError, type ImportedFile, LIMITS } from "./types.ts";

export async function importFile(file: File): Promise<ImportedFile> {
  if (file.size > LIMITS.file) throw new ImportError("tooLarge", {}, String(LIMITS.file));
  return readImport(new Uint8Array(await file.arrayBuffer()));
}

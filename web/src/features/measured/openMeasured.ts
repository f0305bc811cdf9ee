// Opens files of measured data: those that the user drops or opens as if they were scenarios are recognised
// by their beginning.
import { ImportError, type ImportedFile, LIMITS } from "../../engine/imports/types.ts";
import { changeMeasured, withFile, withProblem } from "./measured.ts";

/** A saved file has no further file for a worker. */
const read: (file: File) => Promise<ImportedFile> =
  import.meta.env.MODE === "saved-file"
    ? async (file) => {
        const { readImport } = await import("./formats/readImport.ts");
        return readImport(new Uint8Array(await file.arrayBuffer()));
      }
    : async (file) => (await import("./calls.ts")).readInWorker(file);

async function importFile(file: File): Promise<ImportedFile> {
  if (file.size > LIMITS.file) throw new ImportError("tooLarge", {}, String(LIMITS.file));
  return read(file);
}

/** Magic numbers of gzip, pcap and pcapng, and the separator of records in a qlog. */
const BEGINNINGS = ["1f8b", "a1b2c3d4", "d4c3b2a1", "a1b23c4d", "4d3cb2a1", "0a0d0d0a", "1e"];
const ENDINGS = /\.(?:csv|tsv|txt|dat|log|pcap|pcapng|cap|qlog|sqlog|gz)$/i;
const KEYS = /"(?:x_values|intervals|qlog_version|qlog_format|test_start)"|^\s*\{\s*"event"/;

/** Whether a file is not a scenario but measured data. */
async function isMeasured(file: File): Promise<boolean> {
  if (ENDINGS.test(file.name)) return true;
  const head = new Uint8Array(await file.slice(0, 65_536).arrayBuffer());
  const hex = [...head.subarray(0, 4)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return (
    BEGINNINGS.some((beginning) => hex.startsWith(beginning)) || KEYS.test(new TextDecoder().decode(head))
  );
}

/** Opens the file if it contains measured data. Returns whether it does. */
export async function openIfMeasured(file: File): Promise<boolean> {
  if (!(await isMeasured(file))) return false;
  openMeasured([file]);
  return true;
}

/** Reads files one by one and draws them. A file that cannot be read leaves everything else as it is. */
export function openMeasured(files: readonly File[]): void {
  changeMeasured((measured) => ({ ...measured, waiting: [...measured.waiting, ...files] }));
  void (async () => {
    for (const file of files) {
      const result = await importFile(file).catch((error: unknown) =>
        error instanceof ImportError ? error : new ImportError("failed", {}, String(error)),
      );
      changeMeasured((measured) => {
        const rest = { ...measured, waiting: measured.waiting.filter((one) => one !== file) };
        return result instanceof ImportError
          ? withProblem(rest, file.name, result.problem)
          : withFile(rest, file.name, result, file);
      });
    }
  })();
}

// Opens files of measured data: those that the user drops or opens as if they were scenarios are recognised
// by their beginning.
import { ImportError, type ImportedFile } from "../../engine/imports/types.ts";
import { changeMeasured, withFile, withProblem } from "./measured.ts";

/** The most bytes of a file. */
const MAX_FILE = 64_000_000;

/** A saved file does not contain the readers. */
const read: ((file: File) => Promise<ImportedFile>) | null =
  import.meta.env.MODE === "saved-file"
    ? null
    : async (file) => {
        if (file.size > MAX_FILE) throw new ImportError("tooLarge");
        return (await import("./calls.ts")).readInWorker(file);
      };

/** Magic numbers of gzip, pcap, pcapng and Crusader, and the separator of records in a qlog. */
const BEGINNINGS = ["1f8b", "a1b2c3d4", "d4c3b2a1", "a1b23c4d", "4d3cb2a1", "0a0d0d0a", "cb597cae", "1e"];
const ENDINGS = /\.(?:csv|tsv|txt|dat|log|pcap|pcapng|cap|qlog|sqlog|gz)$/i;
const KEYS =
  /"(?:x_values|intervals|qlog_version|qlog_format|test_start|stream_groups|PeerConnections)"|^\s*\{\s*"event"/;

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

/**
 * Reads files one by one and draws them. A file that cannot be read leaves everything else as it is. A saved file cannot read
 * any, which the panel says.
 */
export function openMeasured(files: readonly File[]): void {
  const waiting = read ? files : [];
  changeMeasured((measured) => ({ ...measured, waiting: [...measured.waiting, ...waiting] }));
  if (!read) return;
  void (async () => {
    for (const file of files) {
      const result = await read(file).catch((error: unknown) =>
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

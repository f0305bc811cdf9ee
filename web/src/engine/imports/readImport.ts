// Reads a file of measured data. The content decides about the format, not the name.
import { isPcap, isPcapng, readPcap, readPcapng } from "./capture.ts";
import { fromFirstSample } from "./columns.ts";
import { looksLikeText, readCsv } from "./csv.ts";
import { isFlent, readFlent } from "./flent.ts";
import { isIperf3, isIperf3Stream, readIperf3, readIperf3Stream } from "./iperf3.ts";
import { parseJson } from "./json.ts";
import { isQlog, isQlogSequence, readQlog, readQlogSequence } from "./qlog.ts";
import { ImportError, type ImportedFile, LIMITS } from "./types.ts";
import { unpack } from "./unpack.ts";

/** Rejects only with an `ImportError`, if the file cannot be read. */
export async function readImport(bytes: Uint8Array<ArrayBuffer>): Promise<ImportedFile> {
  if (bytes.length === 0) throw new ImportError("empty");
  if (bytes.length > LIMITS.file) throw new ImportError("tooLarge", {}, String(LIMITS.file));
  const content = await unpack(bytes);
  if (content.length === 0) throw new ImportError("empty");
  const file = isPcap(content)
    ? readPcap(content)
    : isPcapng(content)
      ? readPcapng(content)
      : readText(content);
  if (file.series.length === 0) throw new ImportError("noSeries");
  return { ...file, series: fromFirstSample(file.series) };
}

function readText(content: Uint8Array<ArrayBuffer>): ImportedFile {
  if (content.length > LIMITS.text) throw new ImportError("tooLarge", {}, String(LIMITS.text));
  const text = new TextDecoder().decode(content);
  if (isQlogSequence(text)) return readQlogSequence(text);
  if (text.trim() === "") throw new ImportError("empty");
  if (!looksLikeText(text)) throw new ImportError("unknownFormat", { byte: 0 });
  if (isIperf3Stream(text)) return readIperf3Stream(text);
  if (!/^\s*[{[]/.test(text)) return readCsv(text);
  const root = parseJson(text);
  if (isFlent(root)) return readFlent(root);
  if (isQlog(root)) return readQlog(root);
  if (isIperf3(root)) return readIperf3(root);
  throw new ImportError("unknownFormat", { byte: 0 });
}

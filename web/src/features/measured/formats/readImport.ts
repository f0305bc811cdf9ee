// Reads a file of measured data. The content decides about the format, not the name.

import { fromFirstSample } from "../../../engine/imports/columns.ts";
import { looksLikeText, readCsv } from "../../../engine/imports/csv.ts";
import { ImportError, type ImportedFile, LIMITS } from "../../../engine/imports/types.ts";
import { isPcap, isPcapng, readPcap, readPcapng } from "./capture.ts";
import { isFlent, readFlent } from "./flent.ts";
import { isIperf3, isIperf3Stream, readIperf3, readIperf3Stream } from "./iperf3.ts";
import { parseJson } from "./json.ts";
import { isQlog, isQlogSequence, readQlog, readQlogSequence } from "./qlog.ts";

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
  if (/^Connecting to host|^\[ ID\] Interval/m.test(text)) throw new ImportError("iperf3Text");
  if (!/^\s*[{[]/.test(text)) return readCsv(text);
  const root = parseJson(text);
  if (isFlent(root)) return readFlent(root);
  if (isQlog(root)) return readQlog(root);
  if (isIperf3(root)) return readIperf3(root);
  throw new ImportError("unknownFormat", { byte: 0 });
}

const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** The content of a file: unpacked if it is compressed with gzip. */
export async function unpack(
  bytes: Uint8Array<ArrayBuffer>,
  limit: number = LIMITS.unpacked,
): Promise<Uint8Array<ArrayBuffer>> {
  if (!isGzip(bytes)) return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const reader = stream.getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    let part: ReadableStreamReadResult<Uint8Array>;
    try {
      part = await reader.read();
    } catch {
      throw new ImportError("damagedGzip", { byte: size });
    }
    if (part.done) break;
    size += part.value.length;
    if (size > limit) {
      await reader.cancel().catch(() => undefined);
      throw new ImportError("unpacksTooLarge", {}, String(limit));
    }
    parts.push(part.value);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

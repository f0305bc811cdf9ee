// Unpacks gzip with a limit, so that a small file cannot fill the memory.
import { ImportError, LIMITS } from "./types.ts";

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

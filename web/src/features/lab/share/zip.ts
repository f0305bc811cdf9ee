// Writes zip files, for packages that consist of several files. The format follows PKWARE's APPNOTE
// without extensions: for each file a local header and its compressed bytes, then the directory. All files
// have the same date, so equal contents give equal bytes.

export interface ZipEntry {
  readonly name: string;
  readonly content: string | Uint8Array<ArrayBuffer>;
}

/** 1 January 1980, the earliest date of the format. */
const DATE = 0x0021;
const DEFLATED = 8;
/** The names are UTF-8. */
const FLAGS = 0x0800;
const VERSION = 20;

const [LOCAL_SIZE, ENTRY_SIZE, END_SIZE] = [30, 46, 22] as const;

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let bit = 0; bit < 8; bit++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});

export function crc32(bytes: Uint8Array): number {
  let c = 0xffffffff;
  for (const byte of bytes) c = (CRC_TABLE[(c ^ byte) & 0xff] ?? 0) ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
}

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The fields of a header: the size of each in bytes, and its value. */
function header(
  size: number,
  fields: readonly (readonly [bytes: 2 | 4, value: number])[],
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [width, value] of fields) {
    if (width === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += width;
  }
  return bytes;
}

export async function zip(entries: readonly ZipEntry[]): Promise<Blob> {
  const files: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let at = 0;
  for (const { name, content } of entries) {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    const encodedName = new TextEncoder().encode(name);
    const packed = await deflate(bytes);
    const common = [
      [2, VERSION],
      [2, FLAGS],
      [2, DEFLATED],
      [2, 0],
      [2, DATE],
      [4, crc32(bytes)],
      [4, packed.length],
      [4, bytes.length],
      [2, encodedName.length],
      [2, 0],
    ] as const;
    files.push(header(LOCAL_SIZE, [[4, 0x04034b50], ...common]), encodedName, packed);
    directory.push(
      // The fields after the sizes: comment, disk, internal and external attributes, and the offset of the
      // local header.
      header(ENTRY_SIZE, [[4, 0x02014b50], [2, VERSION], ...common, [2, 0], [2, 0], [2, 0], [4, 0], [4, at]]),
      encodedName,
    );
    at += LOCAL_SIZE + encodedName.length + packed.length;
  }
  const length = directory.reduce((sum, { length: bytes }) => sum + bytes, 0);
  const end = header(END_SIZE, [
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, entries.length],
    [2, entries.length],
    [4, length],
    [4, at],
    [2, 0],
  ]);
  return new Blob([...files, ...directory, end], { type: "application/zip" });
}

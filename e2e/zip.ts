// Writes zip files for tests. Programs that pack files are not available everywhere.
import { crc32, deflateRawSync } from "node:zlib";

const le = (size: 2 | 4, value: number): Buffer => {
  const bytes = Buffer.alloc(size);
  if (size === 2) bytes.writeUInt16LE(value);
  else bytes.writeUInt32LE(value);
  return bytes;
};

/** A zip file with compressed entries. */
export function zipOf(entries: readonly (readonly [name: string, content: Buffer])[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of entries) {
    const packed = deflateRawSync(content);
    const path = Buffer.from(name);
    const facts = Buffer.concat([
      // Version 2.0, no flags, deflate, no time.
      le(2, 20),
      le(2, 0),
      le(2, 8),
      le(4, 0),
      le(4, crc32(content)),
      le(4, packed.length),
      le(4, content.length),
      le(2, path.length),
      le(2, 0),
    ]);
    const file = Buffer.concat([Buffer.from("PK\x03\x04"), facts, path, packed]);
    const listed = Buffer.concat([
      Buffer.from("PK\x01\x02"),
      le(2, 20),
      facts,
      // No comment, disk 0, no attributes.
      le(2, 0),
      le(2, 0),
      le(2, 0),
      le(4, 0),
      le(4, offset),
      path,
    ]);
    files.push(file);
    directory.push(listed);
    offset += file.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.concat([
    Buffer.from("PK\x05\x06"),
    le(4, 0),
    le(2, entries.length),
    le(2, entries.length),
    le(4, list.length),
    le(4, offset),
    le(2, 0),
  ]);
  return Buffer.concat([...files, list, end]);
}

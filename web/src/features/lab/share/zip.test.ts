// Zip files, read back with Node's inflate by the directory at their end.
import { inflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { crc32, zip } from "./zip.ts";

test("the checksum follows the format", () => {
  // The check value of CRC-32 in every catalogue of checksums.
  expect(crc32(new TextEncoder().encode("123456789"))).toBe(0xcbf43926);
});

test("a zip file contains its files with names, sizes and checksums", async () => {
  const entries = [
    { name: "imsmanifest.xml", content: "<manifest/>" },
    { name: "h\u00e9.txt", content: "x".repeat(5000) },
    { name: "empty", content: new Uint8Array(0) },
  ];
  const bytes = Buffer.from(await (await zip(entries)).arrayBuffer());
  const end = bytes.length - 22;
  expect(bytes.readUInt32LE(end)).toBe(0x06054b50);
  expect(bytes.readUInt16LE(end + 10)).toBe(entries.length);
  let at = bytes.readUInt32LE(end + 16);
  for (const { name, content } of entries) {
    expect(bytes.readUInt32LE(at)).toBe(0x02014b50);
    const [crc, packed, size, nameLength, local] = [16, 20, 24, 28, 42].map((field) =>
      field === 28 ? bytes.readUInt16LE(at + field) : bytes.readUInt32LE(at + field),
    ) as [number, number, number, number, number];
    expect(bytes.toString("utf8", at + 46, at + 46 + nameLength)).toBe(name);
    expect(bytes.readUInt32LE(local)).toBe(0x04034b50);
    expect(bytes.toString("utf8", local + 30, local + 30 + nameLength)).toBe(name);
    const start = local + 30 + nameLength;
    const unpacked = inflateRawSync(bytes.subarray(start, start + packed));
    expect(unpacked.equals(Buffer.from(content))).toBe(true);
    expect([unpacked.length, crc32(unpacked)]).toEqual([size, crc]);
    at += 46 + nameLength;
  }
  expect(at).toBe(end);
});

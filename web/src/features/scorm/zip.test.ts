// Zip files have the texts by their names, and equal contents give equal bytes.
import { strFromU8, unzipSync } from "fflate";
import { expect, test } from "vitest";
import { zip } from "./zip.ts";

const bytesOf = async (blob: Blob): Promise<Uint8Array> => new Uint8Array(await blob.arrayBuffer());

test("a zip file contains its files, and the same files give the same bytes", async () => {
  const files = { "imsmanifest.xml": "<manifest/>", "h\u00e9.txt": "x".repeat(5000), empty: "" };
  const bytes = await bytesOf(zip(files));
  const read = Object.entries(unzipSync(bytes)).map(([name, content]) => [name, strFromU8(content)]);
  expect(Object.fromEntries(read)).toEqual(files);
  expect(bytes.length).toBeLessThan(1000);
  expect(await bytesOf(zip(files))).toEqual(bytes);
});

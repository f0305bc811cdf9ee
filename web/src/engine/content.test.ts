// Compressed files have the same content on hosts that declare the compression, whose content the browser
// uncompresses, and on others.
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { contentOf } from "./compile.ts";

const textOf = async (body: BodyInit): Promise<string> =>
  new TextDecoder().decode(await contentOf(new Response(body)));

test("only a compressed file is uncompressed", async () => {
  const text = JSON.stringify({ version: "0.1.0" }).repeat(1000);
  expect(await textOf(new Uint8Array(gzipSync(text)))).toBe(text);
  expect(await textOf(text)).toBe(text);
  expect(await textOf("")).toBe("");
});

test("a damaged file is an error", async () => {
  await expect(textOf(new Uint8Array(gzipSync("text")).slice(0, 12))).rejects.toThrow();
});

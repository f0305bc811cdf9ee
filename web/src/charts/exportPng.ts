// Makes a PNG from an SVG picture, at twice its size. A tEXt chunk (PNG specification, section
// 11.3.4) contains the link from which the scenario of the figure can be opened.
import type { Picture } from "./core/svg.ts";

export interface PngOptions {
  readonly title: string;
  readonly link?: string | undefined;
}

/** The number of PNG pixels per CSS pixel. */
const SCALE = 2;

/** Draws a picture on a canvas and encodes the canvas as a PNG. */
export async function pngOf(picture: Picture, { title, link }: PngOptions): Promise<Blob> {
  const { width, height } = picture;
  const image = new Image();
  image.decoding = "async";
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture.svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width * SCALE);
  canvas.height = Math.round(height * SCALE);
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("This browser cannot draw the picture.");
  context.scale(SCALE, SCALE);
  context.drawImage(image, 0, 0, width, height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (blob === null) throw new Error("The picture is too large for this browser.");
  const texts: [string, string][] = [
    ["Software", "Fairshare"],
    ["Title", title],
  ];
  if (link !== undefined) texts.push(["Source", link]);
  const bytes = addTextChunks(new Uint8Array(await blob.arrayBuffer()), texts);
  return new Blob([bytes], { type: "image/png" });
}

const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10];

/** Inserts tEXt chunks after the header chunk. Characters outside Latin-1 are written as question marks. */
export function addTextChunks(
  png: Uint8Array,
  texts: readonly (readonly [string, string])[],
): Uint8Array<ArrayBuffer> {
  if (SIGNATURE.some((byte, index) => png[index] !== byte)) throw new Error("not a PNG file");
  // The signature, then the header chunk: length, type, 13 bytes of data, checksum.
  const headerEnd = 8 + 4 + 4 + 13 + 4;
  const chunks = texts.map(([keyword, value]) => textChunk(keyword, value));
  const size = chunks.reduce((sum, chunk) => sum + chunk.length, png.length);
  const out = new Uint8Array(size);
  out.set(png.subarray(0, headerEnd), 0);
  let at = headerEnd;
  for (const chunk of chunks) {
    out.set(chunk, at);
    at += chunk.length;
  }
  out.set(png.subarray(headerEnd), at);
  return out;
}

function textChunk(keyword: string, value: string): Uint8Array {
  const body = latin1(`tEXt${keyword}\0${value}`);
  const chunk = new Uint8Array(body.length + 8);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, body.length - 4);
  chunk.set(body, 4);
  view.setUint32(4 + body.length, crc32(body));
  return chunk;
}

function latin1(value: string): Uint8Array {
  return Uint8Array.from(value, (c) => {
    const code = c.codePointAt(0) ?? 63;
    return code < 256 ? code : 63;
  });
}

/** CRC-32 as defined in annex D of the PNG specification. */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 1) === 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

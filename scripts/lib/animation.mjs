// Makes an animated WebP from screenshots. The first frame is the whole picture; each later frame contains
// only the rectangle that changes. The browser compresses the frames; this module joins them to one file (RFC
// 9649).

/** @typedef {{ x: number, y: number, width: number, height: number, webp: Buffer }} AnimationFrame */

/**
 * Runs in the page: compresses the rectangle in which a picture differs from the previous picture. Returns
 * null if the pictures are equal.
 * @param {{ source: string, before: string | null, quality: number }} pictures data addresses
 */
async function compressChange({ source, before, quality }) {
  /** @param {string} address */
  const read = async (address) => {
    const picture = await createImageBitmap(await (await fetch(address)).blob());
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    const context = canvas.getContext("2d");
    if (context === null) throw new Error("the browser has no canvas");
    context.drawImage(picture, 0, 0);
    return {
      canvas,
      pixels: new Uint32Array(context.getImageData(0, 0, canvas.width, canvas.height).data.buffer),
    };
  };
  const { canvas, pixels } = await read(source);
  const { width, height } = canvas;
  const box = { left: 0, top: 0, right: width, bottom: height };
  if (before !== null) {
    const former = (await read(before)).pixels;
    Object.assign(box, { left: width, top: height, right: 0, bottom: 0 });
    for (let i = 0; i < pixels.length; i++) {
      if (pixels[i] === former[i]) continue;
      const [x, y] = [i % width, Math.floor(i / width)];
      // The format stores the position of a frame divided by two, so it must be even.
      box.left = Math.min(box.left, x - (x % 2));
      box.top = Math.min(box.top, y - (y % 2));
      box.right = Math.max(box.right, x + 1);
      box.bottom = Math.max(box.bottom, y + 1);
    }
    if (box.right === 0) return null;
  }
  const part = new OffscreenCanvas(box.right - box.left, box.bottom - box.top);
  part.getContext("2d")?.drawImage(canvas, -box.left, -box.top);
  const blob = await part.convertToBlob({ type: "image/webp", quality });
  let text = "";
  for (const byte of new Uint8Array(await blob.arrayBuffer())) text += String.fromCharCode(byte);
  return { x: box.left, y: box.top, width: part.width, height: part.height, base64: btoa(text) };
}

/** @param {Buffer} png */
const dataAddress = (png) => `data:image/png;base64,${png.toString("base64")}`;

/** A number of three bytes. @param {number} value */
const uint24 = (value) => Buffer.from([value & 255, (value >> 8) & 255, (value >> 16) & 255]);

/** @param {string} name four letters @param {Buffer[]} content */
function chunk(name, ...content) {
  const body = Buffer.concat(content);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(body.length);
  return Buffer.concat([Buffer.from(name), size, body, Buffer.alloc(body.length % 2)]);
}

/**
 * The chunks with the pixels of a still picture.
 * @param {Buffer} webp
 */
export function pixelChunks(webp) {
  /** @type {Buffer[]} */
  const chunks = [];
  for (let at = 12; at < webp.length; ) {
    const end = at + 8 + webp.readUInt32LE(at + 4);
    const name = webp.toString("latin1", at, at + 4);
    if (["VP8 ", "VP8L", "ALPH"].includes(name)) chunks.push(webp.subarray(at, end + (end % 2)));
    at = end + (end % 2);
  }
  return chunks;
}

/**
 * Joins frames into an animation that repeats endlessly.
 * @param {readonly AnimationFrame[]} frames the first frame is the whole picture
 * @param {number} duration of each frame, in ms
 */
export function joinFrames(frames, duration) {
  const [first] = frames;
  if (!first) throw new Error("An animation needs a frame.");
  const hasAnimation = 2;
  const size = [uint24(first.width - 1), uint24(first.height - 1)];
  const parts = [
    chunk("VP8X", Buffer.from([hasAnimation, 0, 0, 0]), ...size),
    // White background, and no limit of repetitions.
    chunk("ANIM", Buffer.from([255, 255, 255, 255, 0, 0])),
    ...frames.map(({ x, y, width, height, webp }) =>
      chunk(
        "ANMF",
        ...[x / 2, y / 2, width - 1, height - 1, duration].map(uint24),
        // The frame is drawn over the previous frame.
        Buffer.from([2]),
        ...pixelChunks(webp),
      ),
    ),
  ];
  return chunk("RIFF", Buffer.from("WEBP"), ...parts);
}

/**
 * @param {import("@playwright/test").Page} page any page, which the browser does not show afterwards
 * @param {readonly Buffer[]} screenshots of one size, as PNG
 * @param {number} duration of each of them, in ms
 */
export async function animate(page, screenshots, duration) {
  await page.goto("about:blank");
  /** @type {AnimationFrame[]} */
  const frames = [];
  let before = null;
  for (const screenshot of screenshots) {
    const source = dataAddress(screenshot);
    const change = await page.evaluate(compressChange, { source, before, quality: 0.7 });
    before = source;
    if (change) frames.push({ ...change, webp: Buffer.from(change.base64, "base64") });
  }
  return joinFrames(frames, duration);
}

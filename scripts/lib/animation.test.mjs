import { expect, test } from "vitest";
import { joinFrames, pixelChunks } from "./animation.mjs";

/** A still picture with a chunk of settings and the given pixels. @param {number[]} pixels */
function still(pixels) {
  const body = Buffer.from([...pixels, ...(pixels.length % 2 ? [0] : [])]);
  const head = Buffer.from([..."RIFF____WEBPVP8X\u0002\0\0\0ab", ..."VP8 "].map((c) => c.charCodeAt(0)));
  return Buffer.concat([head, Buffer.from([pixels.length, 0, 0, 0]), body]);
}

test("the pixels of a still picture are found after other chunks and keep their padding", () => {
  expect(pixelChunks(still([7, 8, 9])).map((chunk) => [...chunk.subarray(4)])).toEqual([
    [3, 0, 0, 0, 7, 8, 9, 0],
  ]);
});

test("an animation states its size, its places and its durations", () => {
  const frames = [
    { x: 0, y: 0, width: 300, height: 200, webp: still([1, 2]) },
    { x: 10, y: 4, width: 20, height: 30, webp: still([3, 4]) },
  ];
  const file = joinFrames(frames, 70);
  expect(file.toString("latin1", 0, 4) + file.toString("latin1", 8, 16)).toBe("RIFFWEBPVP8X");
  expect(file.readUInt32LE(4)).toBe(file.length - 8);
  // The canvas is 300 by 200 pixels. Each number is stored as the number minus one.
  expect([...file.subarray(24, 30)]).toEqual([43, 1, 0, 199, 0, 0]);
  const second = file.lastIndexOf("ANMF") + 8;
  // Positions are stored in units of two pixels.
  expect([...file.subarray(second, second + 16)]).toEqual([
    5, 0, 0, 2, 0, 0, 19, 0, 0, 29, 0, 0, 70, 0, 0, 2,
  ]);
});

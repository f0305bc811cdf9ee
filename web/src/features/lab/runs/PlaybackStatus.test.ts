// What screen readers hear when playback starts, pauses or ends.
import { beforeAll, expect, test } from "vitest";
import { computeRun } from "../../../engine/testRuns.ts";
import { loadWasm } from "../../../engine/testWasm.ts";
import { FIRST_EXAMPLE } from "../../../examples/firstExample.ts";
import { isStillTrue, playbackWords } from "./PlaybackStatus.tsx";

beforeAll(loadWasm);

test("the words say what playback does, when, and the rates at this time", () => {
  const record = computeRun(FIRST_EXAMPLE.doc);
  const plain = (t: number, isPlaying: boolean): string =>
    playbackWords({ record }, t, isPlaying).replaceAll("\u202f", " ");
  expect(plain(4, true)).toBe("Playing from 4 s on.");
  expect(plain(4, false)).toMatch(/^Paused at 4 s: near [\d.]+ [kM]b\/s, far [\d.]+ [kM]b\/s\.$/);
  expect(plain(30, false)).toMatch(/^The end, 30 s: near [\d.]+ [kM]b\/s, far [\d.]+ [kM]b\/s\.$/);
});

test("words are no longer said after another run is shown, or after the playhead has moved", () => {
  const ended = { run: "run-1", at: 30, isPlaying: false };
  expect(isStillTrue(ended, "run-1", false, 30)).toBe(true);
  expect(isStillTrue(ended, "run-2", false, 30)).toBe(false);
  expect(isStillTrue(ended, "run-1", false, 0.158)).toBe(false);
  expect(isStillTrue(ended, "run-1", true, 30)).toBe(false);
  expect(isStillTrue({ run: "run-1", at: 4, isPlaying: true }, "run-1", true, 20)).toBe(true);
});

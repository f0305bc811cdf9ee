// What screen readers hear when playback starts, pauses or ends.
import { beforeAll, expect, test } from "vitest";
import { computeRun } from "../../../engine/testRuns.ts";
import { loadWasm } from "../../../engine/testWasm.ts";
import { FIRST_EXAMPLE } from "../../../examples/firstExample.ts";
import { playbackWords } from "./PlaybackStatus.tsx";

beforeAll(loadWasm);

test("the words say what playback does, when, and the rates at this time", () => {
  const record = computeRun(FIRST_EXAMPLE.doc);
  const plain = (t: number, isPlaying: boolean): string =>
    playbackWords({ record }, t, isPlaying).replaceAll("\u202f", " ");
  expect(plain(4, true)).toBe("Playing from 4 s on.");
  expect(plain(4, false)).toMatch(/^Paused at 4 s: near [\d.]+ [kM]b\/s, far [\d.]+ [kM]b\/s\.$/);
  expect(plain(30, false)).toMatch(/^The end, 30 s: near [\d.]+ [kM]b\/s, far [\d.]+ [kM]b\/s\.$/);
});

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Sampler } from "./sampler.ts";

let frames: (() => void)[] = [];
const runFrame = (): void => {
  const due = frames;
  frames = [];
  for (const callback of due) callback();
};

beforeEach(() => {
  frames = [];
  vi.stubGlobal("requestAnimationFrame", (callback: () => void) => frames.push(callback));
});

afterEach(() => vi.unstubAllGlobals());

/** A sampler of a record whose version is `run.version`, and the versions that its listeners were given. */
function sampled() {
  const run = { version: 1 };
  const sampler = new Sampler(() => ({ playhead: 0, recordVersion: run.version, computedTo: 0 }), 0);
  const [texts, pictures]: number[][] = [[], []];
  sampler.subscribe(() => texts?.push(sampler.sample.recordVersion));
  sampler.subscribeLate(() => pictures?.push(sampler.lateSample.recordVersion));
  return { run, sampler, texts, pictures };
}

test("pictures follow one frame after texts", () => {
  const { run, sampler, texts, pictures } = sampled();
  run.version = 2;
  sampler.request();
  runFrame();
  expect([texts, pictures]).toEqual([[2], []]);
  runFrame();
  expect([texts, pictures]).toEqual([[2], [2]]);
});

test("a sample that is taken at once is also published to pictures", () => {
  const { run, sampler, texts, pictures } = sampled();
  run.version = 2;
  sampler.take();
  expect([texts, pictures]).toEqual([[2], [2]]);
});

test("the first picture of a run does not wait", () => {
  const { run, sampler, pictures } = sampled();
  run.version = 0;
  sampler.take();
  run.version = 1;
  sampler.request();
  expect(pictures).toEqual([0, 1]);
});

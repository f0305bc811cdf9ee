// What the tiles of a call show is what the simulator delivered: by hand for a few frames, and for runs by the summary.
import { range, sum } from "d3-array";
import { beforeAll, describe, expect, test } from "vitest";
import { runRecord } from "../../engine/testRecords.ts";
import { computeRun } from "../../engine/testRuns.ts";
import { loadWasm } from "../../engine/testWasm.ts";
import type { Series } from "../../engine/types.ts";
import { applySuggestion } from "../../examples/example.ts";
import { findExample } from "../../examples/firstExample.ts";
import "../../examples/examples.ts";
import catalogue from "../../generated/catalogue.json" with { type: "json" };
import type { Catalogue, ScenarioDocument } from "../../generated/types.ts";
import { callAt, callsOf, gapsOf, latestFrames, type MediaCall, shortestFreeze } from "./callAt.ts";

const NONE = Number.NaN;

/** A gauge whose last values in bins of 0.1 s are given. */
const gauge = (values: readonly number[]): Series =>
  ({
    rev: 0,
    width: 0.1,
    bins: values.length,
    data: Float64Array.from(values.flatMap((value) => [value, value, value])),
  }) as unknown as Series;

/**
 * Ten frames per second from 0 to 2 s that are shown after 0.2 s: those from 0 to 0.3 s arrive after 0.1 s, and those from 1 s on.
 * A freeze is a gap of at least 0.3 s. The six frames from 0.4 s on are missed, at the times of the frames 0.3 s after them.
 */
function byHand(): MediaCall {
  const shown = [
    NONE,
    0,
    0.1,
    0.2,
    0.3,
    0.3,
    0.3,
    0.3,
    0.3,
    0.3,
    0.3,
    1,
    1.1,
    1.2,
    1.3,
    1.4,
    1.5,
    1.6,
    1.7,
    1.8,
  ];
  const delay = shown.map((_, bin) => (bin === 9 ? 0.45 : bin < 5 || bin > 10 ? 0.1 : NONE));
  const rate = shown.map((_, bin) => (bin < 8 ? 4e5 : 1e5));
  const series: Readonly<Record<string, Series>> = {
    frame_shown: gauge(shown),
    frame_delay: gauge(delay),
    encoder_rate: gauge(rate),
    frames_missed: gauge(shown.map((_, bin) => Math.min(6, Math.max(0, bin - 6)))),
  };
  return {
    record: runRecord({ duration: 2, computedTo: 2, series: (_, signal) => series[signal] }),
    member: { entity: "flow:call", start: 0, stop: 2 } as MediaCall["member"],
    deadline: 0.2,
    interval: 0.1,
    topRate: 4e5,
  };
}

describe("by hand", () => {
  test("nothing is shown before the first frame is due", () => {
    expect(callAt(byHand(), 0.15)).toMatchObject({ phase: "running", shown: null, frozen: 0, rate: NONE });
    expect(callAt(byHand(), 0.25)).toMatchObject({ shown: 0, frozen: 0, rate: 4e5 });
  });

  test("a frame waits until it is due, and the picture freezes without frames", () => {
    expect(callAt(byHand(), 0.45).shown).toBeCloseTo(0.2, 9);
    expect(callAt(byHand(), 0.75)).toMatchObject({ shown: 0.3, frozen: 0 });
    // The frame of 0.3 s was shown at 0.5 s; at 0.85 s it is 0.35 s old.
    expect(callAt(byHand(), 0.85).frozen).toBeCloseTo(0.35, 9);
    expect(callAt(byHand(), 0.95)).toMatchObject({ delay: 0.45, rate: 4e5, sentRate: 1e5 });
    expect(callAt(byHand(), 1.25)).toMatchObject({ shown: 1, frozen: 0, rate: 1e5 });
  });

  test("no frame for a second, and the end", () => {
    const call = byHand();
    expect(callAt({ ...call, record: { ...call.record, series: () => undefined } }, 1.5)).toMatchObject({
      shown: null,
      frozen: 1.3,
      delay: null,
    });
    expect(callAt(call, 2.3).phase).toBe("after");
    expect(callAt({ ...call, member: { ...call.member, start: 1 } }, 0.5).phase).toBe("before");
  });

  test("missing frames, one by one and over the run", () => {
    expect(callAt(byHand(), 0.65)).toMatchObject({ frames: 10, missed: 0 });
    expect(callAt(byHand(), 0.85)).toMatchObject({ frames: 10, missed: 2 });
    expect(callAt(byHand(), 1.95)).toMatchObject({ frames: 10, missed: 3 });
    expect(latestFrames(byHand(), 0.15)).toEqual([]);
    expect(latestFrames(byHand(), 0.61)).toEqual([true, true, true, true]);
    expect(latestFrames(byHand(), 0.81)).toEqual([true, true, true, true, false, false]);
    expect(latestFrames(byHand(), 1.41)).toEqual([true, true, ...Array(6).fill(false), true, true]);
    const [gap, ...others] = gapsOf(byHand(), 2);
    expect(others).toEqual([]);
    expect(gap?.map((value) => value.toFixed(6))).toEqual(["0.700000", "1.300000", "1.000000"]);
    // It has not ended at 1 s.
    expect(gapsOf(byHand(), 1)[0]?.[1]).toBeCloseTo(1, 9);
  });

  test("bins that are longer than frames", () => {
    const call = byHand();
    const series: Readonly<Record<string, Series>> = {
      frames_missed: { ...gauge([0, 2, 2, 3]), width: 0.5 } as Series,
    };
    const coarse = { ...call, record: { ...call.record, series: (_: string, name: string) => series[name] } };
    expect(latestFrames(coarse as MediaCall, 1.96).filter((isShown) => !isShown)).toHaveLength(1);
    expect(gapsOf(coarse as MediaCall, 2)).toEqual([
      [0.5, 1, 0.4],
      [1.5, 2, 0.2],
    ]);
  });
});

describe("runs", () => {
  beforeAll(loadWasm);

  function callIn(id: string, label: string | null) {
    const example = findExample(id);
    const change = example?.suggestions.find((suggestion) => suggestion.label === label);
    const base = example?.doc as ScenarioDocument;
    const doc = change ? applySuggestion(base, change, new Set(["download", "call"])) : base;
    const run = computeRun(doc);
    const [call] = callsOf(run, catalogue as unknown as Catalogue);
    if (!call) throw new Error("There is no call.");
    const [from, to] = run.summary.window;
    const within = gapsOf(call, to).map(
      ([a, b, share]) => share * Math.max(0, Math.min(b, to) - Math.max(a, from + call.deadline)),
    );
    const summary = run.summary.flows.find((flow) => flow.id === "call")?.media;
    const { late = 0, missing = 0, given_up = 0 } = summary ?? {};
    return {
      call,
      from,
      to,
      missed: sum(within) / call.interval,
      summary,
      counted: late + missing + given_up,
    };
  }

  test("misses the frames that the summary counts in a drop-tail queue", () => {
    const { call, from, to, missed, summary, counted } = callIn("call-download", null);
    expect(call).toMatchObject({ deadline: 0.2, interval: 1 / 30, topRate: 4.3e6 });
    expect(summary?.frozen_s).toBeGreaterThan(10);
    expect(counted).toBeGreaterThan(500);
    // Parts of a run are not whole numbers of frames.
    expect(missed / counted).toBeCloseTo(1, 1);
    // The beginning of a freeze is not seen as one.
    const isFrozen = range(from + call.deadline, to, 0.02).map((t) => callAt(call, t).frozen > 0);
    const frozen = 0.02 * isFrozen.filter(Boolean).length + (summary?.freezes ?? 0) * shortestFreeze(call);
    expect(frozen / (summary?.frozen_s ?? 0)).toBeCloseTo(1, 1);
  });

  test("moves with CAKE", () => {
    const { call, missed, counted } = callIn("call-download", "CAKE");
    expect(counted).toBeLessThan(3);
    expect(missed).toBeCloseTo(counted, 6);
    const { shown, rate } = callAt(call, 20);
    expect(20 - 0.2 - (shown ?? 0)).toBeLessThan(2 / 30);
    expect(rate).toBeGreaterThan(3e6);
  });

  test("a lossy line without repetitions lacks single frames, none of which is a freeze", () => {
    const { call, missed, summary, counted } = callIn("call-loss", "Lost packets stay lost");
    expect(summary?.freezes).toBeLessThan(3);
    expect(counted).toBeGreaterThan(100);
    expect(Math.abs(missed - counted)).toBeLessThan(10);
    for (const t of [8, 14, 20, 26]) {
      expect(callAt(call, t).missed).toBeGreaterThan(0);
      const frames = latestFrames(call, t);
      expect(frames).toHaveLength(30);
      expect(Math.abs(frames.filter((isShown) => !isShown).length - callAt(call, t).missed)).toBeLessThan(3);
    }
    const { call: repaired } = callIn("call-loss", null);
    expect(latestFrames(repaired, 20)).not.toContain(false);
  });
});

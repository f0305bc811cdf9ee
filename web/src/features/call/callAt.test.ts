// What the tiles of a call show is what the simulator delivered: by hand for a few frames, and for runs by the summary.
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
import { callAt, callsOf, freezesOf, type MediaCall } from "./callAt.ts";

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
 * A freeze is a gap of at least 0.3 s.
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

  test("the freezes of the run", () => {
    const [freeze, ...others] = freezesOf(byHand(), 2);
    expect(others).toEqual([]);
    expect(freeze?.[0]).toBeCloseTo(0.5, 9);
    expect(freeze?.[1]).toBeCloseTo(1.2, 9);
    // It has not ended at 1 s.
    expect(freezesOf(byHand(), 1)[0]?.[1]).toBeCloseTo(1, 9);
  });
});

describe("a call next to a download", () => {
  beforeAll(loadWasm);

  function callIn(queue: "CAKE" | null) {
    const example = findExample("call-download");
    const change = example?.suggestions.find(({ label }) => label === queue);
    const base = example?.doc as ScenarioDocument;
    const doc = change ? applySuggestion(base, change, new Set(["download", "call"])) : base;
    const run = computeRun(doc);
    const [call] = callsOf(run, catalogue as unknown as Catalogue);
    if (!call) throw new Error("There is no call.");
    const [from, to] = run.summary.window;
    const freezes = freezesOf(call, to);
    const within = freezes.map(([a, b]) =>
      Math.max(0, Math.min(b - call.deadline, to) - Math.max(a - call.deadline, from)),
    );
    const summary = run.summary.flows.find(({ id }) => id === "call")?.media;
    return { call, frozen: within.reduce((sum, time) => sum + time, 0), summary };
  }

  test("freezes in a drop-tail queue, for as long as the summary says", () => {
    const { call, frozen, summary } = callIn(null);
    expect(call).toMatchObject({ deadline: 0.2, interval: 1 / 30, topRate: 4.3e6 });
    expect(summary?.frozen_s).toBeGreaterThan(10);
    // Bins hide less than a frame at each end of a freeze.
    expect(Math.abs(frozen - (summary?.frozen_s ?? 0))).toBeLessThan((2 * (summary?.freezes ?? 0)) / 30);
  });

  test("moves with CAKE", () => {
    const { call, frozen, summary } = callIn("CAKE");
    expect(summary?.frozen_s).toBe(frozen);
    const { shown, rate } = callAt(call, 20);
    expect(20 - 0.2 - (shown ?? 0)).toBeLessThan(2 / 30);
    expect(rate).toBeGreaterThan(3e6);
  });
});

// What is shown of a player is what the simulator counted: by hand for one stall, and for runs by the summary.
import { beforeAll, describe, expect, test } from "vitest";
import { runRecord } from "../../engine/testRecords.ts";
import { computeRun } from "../../engine/testRuns.ts";
import { loadWasm } from "../../engine/testWasm.ts";
import type { Series } from "../../engine/types.ts";
import { applySuggestion } from "../../examples/example.ts";
import { findExample } from "../../examples/firstExample.ts";
import "../../examples/examples.ts";
import type { ScenarioDocument } from "../../generated/types.ts";
import { clientsOf } from "../lab/flows/members.ts";
import { playerAt, type VideoFlow, waitsOf } from "./playerAt.ts";

/** A gauge with these values at the ends of bins of 1 s. */
const gauge = (values: readonly number[]): Series =>
  ({
    width: 1,
    bins: values.length,
    data: Float64Array.from(values.flatMap((value) => [value, value, value])),
  }) as unknown as Series;

/** The picture starts at 1.5 s, stalls from 4.25 to 6.5 s, and plays until 9 s. The last bin is not over. */
function byHand(): VideoFlow {
  const series: Readonly<Record<string, Series>> = {
    video_played: gauge([0, 0.5, 1.5, 2.5, 2.75, 2.75, 3.25, 4.25, 5.25, 5.25]),
    video_buffer: gauge([0, 3.5, 2.5, 1.5, 0, 0, 3.5, 2.5, 1.5, 1.5]),
    segment_rate: gauge([Number.NaN, 1e6, 1e6, 1e6, 1e6, 1e6, 3e5, 3e5, 3e5, 3e5]),
  };
  return {
    record: runRecord({ duration: 20, computedTo: 9.5, series: (_, signal) => series[signal] }),
    member: { entity: "flow:film", start: 0, stop: 20 } as VideoFlow["member"],
  };
}

describe("by hand", () => {
  test("the times without a moving picture", () => {
    expect(waitsOf(byHand())).toEqual({ startup: [0, 1.5], stalls: [[4.25, 6.5]] });
  });

  test("the player at a time", () => {
    const flow = byHand();
    const at = (t: number) => playerAt(flow, t);
    expect(at(1)).toMatchObject({ phase: "starting", waits: 1, rate: Number.NaN });
    expect(at(3)).toEqual({ phase: "playing", waits: 0, buffer: 2.5, rate: 1e6 });
    expect(at(6)).toEqual({ phase: "stalled", waits: 1.75, buffer: 0, rate: 1e6 });
    expect(at(8)).toMatchObject({ phase: "playing", rate: 3e5 });
    expect(at(21).phase).toBe("after");
  });
});

describe("a film beside a download", () => {
  beforeAll(loadWasm);

  function filmIn(rate: number) {
    const example = findExample("film-download");
    const base = example?.doc as ScenarioDocument;
    const doc = applySuggestion(base, { label: "", set: [["network.forward.rate", rate]] }, new Set());
    const run = computeRun(doc);
    const [film] = clientsOf(run, "video");
    if (!film) throw new Error("There is no film.");
    return {
      flow: { record: run, member: film.member },
      summary: run.summary.flows.find(({ id }) => id === "film")?.video,
    };
  }

  test("stalls for as long as the summary says", () => {
    const { flow, summary } = filmIn(4e5);
    const { startup, stalls } = waitsOf(flow);
    expect(summary?.stalls).toBeGreaterThan(2);
    expect(stalls).toHaveLength(summary?.stalls ?? 0);
    const stalled = stalls.reduce((sum, [from, to]) => sum + to - from, 0);
    expect(stalled).toBeCloseTo(summary?.stalled_s ?? 0, 1);
    expect(startup[1]).toBeCloseTo(summary?.startup_s ?? 0, 2);
  });

  test("never stalls on a fast link, and its buffer fills", () => {
    const { flow, summary } = filmIn(5e7);
    expect([waitsOf(flow).stalls, summary?.stalls]).toEqual([[], 0]);
    const { phase, buffer, rate } = playerAt(flow, 120);
    expect(phase).toBe("playing");
    expect(buffer).toBeGreaterThan(20);
    expect([3e5, 7.5e5, 1.2e6, 1.85e6, 2.85e6, 4.3e6]).toContain(rate);
  });
});

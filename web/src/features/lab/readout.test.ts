// The numbers at a time of a run, compared with values that were computed by hand.
import { describe, expect, test } from "vitest";
import { derivedFlow, derivedLink, derivedOf, runRecord } from "../../engine/testRecords.ts";
import type { RunRecord, Series } from "../../engine/types.ts";
import { EventCode } from "../../generated/constants.ts";
import type { DerivedFlow, ScenarioDocument } from "../../generated/types.ts";
import type { Member } from "./member.ts";
import { bottleneckOf, membersOf } from "./members.ts";
import { bottleneckShare } from "./Network.tsx";
import { readAt } from "./readout.ts";

/** A counter of bytes that grows by 1000 per second from `start` on. It has `seconds` bins of one second. */
function counter(entity: string, start: number, seconds: number): Series {
  return {
    info: { entity, signal: "delivered", label: "", unit: "bytes", kind: "counter" } as Series["info"],
    rev: 0,
    width: 1,
    bins: seconds,
    data: Float64Array.from({ length: seconds }, (_, k) => Math.max(0, k + 1 - start) * 1000),
  };
}

/** A run whose flows `web.0`, `web.1` and so on start at the times `starts`. The document gives the range from 1 to 5 s. */
function record(
  starts: readonly number[],
  computedTo: number,
  overrides: Partial<RunRecord> = {},
): RunRecord {
  const document: ScenarioDocument = {
    v: 1,
    flows: [{ id: "web", count: starts.length, start: { min: 1, max: 5 } }],
  };
  const startEvents = starts.flatMap((t, i) =>
    t <= computedTo ? [[t, EventCode.flowStarted, i, 0, 1]] : [],
  );
  const flows = starts.map((_, i) => derivedFlow(`web.${i}`, { start: 3 }));
  return runRecord({
    version: computedTo,
    document,
    duration: 10,
    computedTo,
    derived: derivedOf(flows, [derivedLink("forward", 16_000)]),
    events: {
      rows: startEvents.length,
      total: startEvents.length,
      data: Float64Array.from(startEvents.flat()),
    },
    entityName: (_: number, index: number) => `flow:web.${index}`,
    series: (entity: string, signal: string) =>
      signal === "delivered" && entity.startsWith("flow:")
        ? counter(entity, starts[Number(entity.slice(-1))] ?? 0, computedTo)
        : undefined,
    ...overrides,
  });
}

describe("flows with a random start", () => {
  test("have the earliest possible start, not the middle of the range", () => {
    expect(membersOf(record([2, 4], 10)).map((m) => m.start)).toEqual([1, 1]);
  });

  test("have a fair share from their actual start on", () => {
    const run = record([2, 4], 10);
    const { flows } = readAt(run, membersOf(run), 10, 1);
    // 1000 bytes per second are 8 kb/s for both, regardless of their starts.
    expect(flows.map((f) => f.goodput)).toEqual([8000, 8000]);
    // web.0 got 64 kb in 8 s. Its fair share is 80 kb: 2 s alone at 16 kb/s, and 6 s at 8 kb/s.
    // web.1 got 48 kb in 6 s. Its fair share is also 48 kb: 6 s at 8 kb/s.
    expect(flows[0]?.share).toBeCloseTo(64 / 80, 6);
    expect(flows[1]?.share).toBeCloseTo(1, 6);
  });

  test("have no share before their start", () => {
    const run = record([2, 9], 6);
    const { flows, jain } = readAt(run, membersOf(run), 6, 1);
    expect(flows[1]?.goodput).toBe(0);
    expect(flows[1]?.share).toBeNaN();
    expect(jain).toBe(1);
  });
});

describe("the link whose queue is shown first", () => {
  const flow = (id: string, route: readonly string[]): DerivedFlow => derivedFlow(id, { route });

  test("is the bottleneck of the measured flows, even if other links have lower rates", () => {
    const run = runRecord({
      document: { v: 1, flows: [{ id: "a" }, { id: "b" }, { id: "noise", role: "background" }] },
      derived: derivedOf(
        [flow("a", ["x.forward", "y.forward"]), flow("b", ["x.forward"]), flow("noise", ["y.reverse"])],
        [derivedLink("x.forward", 8e6), derivedLink("y.forward", 5e6), derivedLink("y.reverse", 1e6)],
      ),
    });
    // Link x has 8 Mb/s for two flows, 4 Mb/s each. Link y has 5 Mb/s for one flow.
    expect(bottleneckOf(run)).toBe("x.forward");
  });
});

describe("the rate of a flow relative to its bottleneck, in the picture of the network", () => {
  const reading = {
    capacity: 4e6,
    links: [
      { id: "a.forward", rate: 6e6, queue: 0, limit: 1, delay: 0, drops: 0 },
      { id: "b.forward", rate: 4e6, queue: 0, limit: 1, delay: 0, drops: 0 },
      { id: "c.forward", rate: 0, queue: 0, limit: 1, delay: 0, drops: 0 },
    ],
  };
  const memberOnRoute = (...route: readonly string[]): Member => ({
    id: "f",
    label: "f",
    algorithm: "newreno",
    role: "measured",
    entity: "flow:f",
    start: 0,
    stop: 10,
    baseRtt: 0.04,
    route,
  });

  test("is its share of the link with the lowest rate on its route", () => {
    expect(bottleneckShare(reading, memberOnRoute("a.forward"), 5.4e6)).toBeCloseTo(0.9, 9);
    expect(bottleneckShare(reading, memberOnRoute("a.forward", "b.forward"), 1e6)).toBeCloseTo(0.25, 9);
  });

  test("is 0 on a link that is down, and before the first measurement", () => {
    expect(bottleneckShare(reading, memberOnRoute("a.forward", "c.forward"), 1e6)).toBe(0);
    expect(bottleneckShare(reading, memberOnRoute("a.forward"), Number.NaN)).toBe(0);
  });
});

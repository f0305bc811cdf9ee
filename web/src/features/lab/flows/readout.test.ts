// The numbers at a time of a run, compared with values that were computed by hand.
import { beforeAll, describe, expect, test } from "vitest";
import { meanWait } from "../../../engine/numbers.ts";
import { derivedFlow, derivedLink, derivedOf, runRecord } from "../../../engine/testRecords.ts";
import { loadWasm } from "../../../engine/testWasm.ts";
import type { RunRecord, Series } from "../../../engine/types.ts";
import { EventCode } from "../../../generated/constants.ts";
import type { DerivedFlow, ScenarioDocument } from "../../../generated/types.ts";
import { averagingInterval, bottleneckOf, finishTimes, membersOf } from "./members.ts";
import { readAt } from "./readout.ts";

beforeAll(loadWasm);

/**
 * A counter of bytes that grows by 1000 per second, beginning at `start`. It has `seconds` bins of one
 * second.
 */
function counter(entity: string, start: number, seconds: number): Series {
  return {
    info: { entity, signal: "delivered", label: "", unit: "bytes", kind: "counter" } as Series["info"],
    rev: 0,
    width: 1,
    bins: seconds,
    data: Float64Array.from({ length: seconds }, (_, k) => Math.max(0, k + 1 - start) * 1000),
  };
}

/**
 * A run whose flows `web.0`, `web.1` and so on start at the times `starts`. The document gives the range from
 * 1 to 5 s.
 */
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

  test("have a fair share only after their actual start", () => {
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

describe("the averaging interval", () => {
  const interval = (fairShare: number, baseRtt = 0.05): number => {
    const flow = derivedFlow("a", {
      route: ["x.forward"],
      fair_share: fairShare,
      packet: 1500,
      base_rtt: baseRtt,
    });
    const document = { v: 1 as const, flows: [{ id: "a" }] };
    const derived = derivedOf([flow], [derivedLink("x.forward", fairShare)]);
    return averagingInterval(membersOf(runRecord({ document, derived })));
  };

  test("is two round trips of a fast flow", () => expect(interval(10e6)).toBe(0.1));

  test("covers twenty packets of a slow flow, up to 5 s", () => {
    // 1500 bytes take 96 ms at 125 kb/s.
    expect(interval(125e3)).toBe(1.92);
    expect(interval(1e3)).toBe(5);
  });

  test("is never shorter than two round trips", () => expect(interval(1e3, 4)).toBe(8));
});

describe("the window of the numbers", () => {
  /**
   * Two flows that get 8 kb/s, one since 0 s and one since 2 s. The link halves its rate of 16 kb/s at 6 s.
   */
  const run = (warmup: number): RunRecord => {
    const base = record([0, 2], 10, {
      document: { v: 1, warmup, flows: [{ id: "web", count: 2 }] },
      rates: [
        {
          link: "forward",
          steps: [
            [0, 16_000],
            [6, 8000],
          ],
        },
      ],
    });
    return {
      ...base,
      derived: { ...base.derived, flows: base.derived.flows.map((f, i) => ({ ...f, start: i * 2 })) },
    };
  };

  test("begins after the warm-up, as in the tables", () => {
    const { from, flows, jain } = readAt(run(4), membersOf(run(4)), 8, 1);
    expect(from).toBe(4);
    expect(flows.map((f) => f.goodput)).toEqual([8000, 8000]);
    expect(jain).toBe(1);
    // Each flow got 32 kb. The fair share is 2 s of 8 kb/s and 2 s of 4 kb/s: 24 kb.
    expect(flows.map((f) => f.share)).toEqual([32 / 24, 32 / 24]);
  });

  test("is the time from 0 during the warm-up", () => {
    expect(readAt(run(4), membersOf(run(4)), 3, 1).from).toBe(0);
  });

  test("compares the bits of a flow with the capacity of the same time, so that a slower link does not change the past", () => {
    const { flows } = readAt(run(0), membersOf(run(0)), 8, 1);
    // In 8 s, the link could send 6 * 16 + 2 * 8 = 112 kb. web.0 got 64 kb of these, and web.1, which starts
    // at 2 s, 48 kb: the whole link.
    expect(flows.map((f) => f.linkShare)).toEqual([64 / 112, 48 / 112]);
  });

  test("can begin anywhere, for the selection", () => {
    const { flows } = readAt(run(4), membersOf(run(4)), 5, 1, 1);
    // web.1 starts at 2 s. Its goodput is the mean of the 3 s in which it is active.
    expect(flows.map((f) => f.goodput)).toEqual([8000, 8000]);
  });
});

test("the mean wait is a mean over packets: the delays are weighted by the bytes that left", () => {
  const run = runRecord({
    computedTo: 3,
    series: (_entity, signal) =>
      ({
        info: { signal, kind: signal === "departed" ? "counter" : "gauge" },
        rev: 0,
        width: 1,
        bins: 3,
        data:
          signal === "departed"
            ? Float64Array.of(100, 400, 400)
            : Float64Array.of(0, 0.02, 0.02, 0.04, 0.06, 0.05, Number.NaN, Number.NaN, Number.NaN),
      }) as Series,
  });
  // 100 bytes waited 10 ms, and 300 bytes 50 ms.
  expect(meanWait(run, "forward", 0, 3)).toBeCloseTo((100 * 0.01 + 300 * 0.05) / 400, 12);
  // Half of the second bin: 50 ms.
  expect(meanWait(run, "forward", 1.5, 2)).toBeCloseTo(0.05, 12);
  expect(meanWait(run, "forward", 2, 3)).toBeNaN();
});

test("a flow ends when it stops or when its only transfer is complete", () => {
  const rows = [
    [0, EventCode.flowStarted, 0],
    [1, EventCode.flowStopped, 0],
    [2, EventCode.flowStarted, 0],
    [3, EventCode.transferComplete, 1],
    [4, EventCode.transferComplete, 2],
    [5, EventCode.flowStopped, 3],
  ];
  const names = ["flow:again", "flow:file.0", "flow:web", "flow:gone"];
  const run = runRecord({
    document: {
      v: 1,
      flows: [
        { id: "again" },
        { id: "file", count: 2, source: { kind: "finite", bytes: 1000 } },
        { id: "web", source: { kind: "web" } },
        { id: "gone" },
      ],
    },
    events: {
      rows: rows.length,
      data: Float64Array.from(rows.flatMap((row) => [...row, 0, 1])),
    },
    entityName: (_, index) => names[index] ?? "",
  });
  expect([...finishTimes(run)]).toEqual([
    ["flow:file.0", 3],
    ["flow:gone", 5],
  ]);
});

test("the drops of a link are counted over the averaging interval, whatever was read before", () => {
  const drops: Series = {
    info: {
      entity: "link:forward",
      signal: "drops",
      label: "",
      unit: "packets",
      kind: "counter",
    } as Series["info"],
    rev: 0,
    width: 1,
    bins: 10,
    data: Float64Array.of(0, 0, 4, 4, 4, 9, 9, 9, 9, 9),
  };
  const run = record([2, 4], 10, {
    series: (entity: string, signal: string) =>
      entity === "link:forward" && signal === "drops" ? drops : undefined,
  });
  const members = membersOf(run);
  const dropsAt = (t: number): number | undefined => readAt(run, members, t, 1).links[0]?.drops;
  expect([3, 10, 6, 10, 3].map(dropsAt)).toEqual([4, 0, 5, 0, 4]);
});

test("a window is read once until the record changes", () => {
  const run = { ...record([1, 2], 4) };
  const members = membersOf(run);
  const first = readAt(run, members, 4, 1);
  expect(readAt(run, members, 4, 1)).toBe(first);
  expect(readAt(run, members, 3, 1)).not.toBe(first);
  Object.assign(run, { version: run.version + 1 });
  expect(readAt(run, members, 4, 1)).not.toBe(first);
});

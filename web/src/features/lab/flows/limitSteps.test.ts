// The limit of a queue over a run, compared with the limits that the simulator computes.
import { beforeAll, expect, test } from "vitest";
import { computeRun } from "../../../engine/testRuns.ts";
import { loadWasm } from "../../../engine/testWasm.ts";
import type { Limit, ScenarioDocument } from "../../../generated/types.ts";
import { countsBytes, delayLimitSteps, packetLimitSteps, stepAt } from "./limitSteps.ts";

beforeAll(loadWasm);

const flows = [{ id: "near" }, { id: "far", packet: 1000, access: { sender: 0.02, receiver: 0.02 } }];
const startingWith = (limit: Limit): ScenarioDocument => ({
  v: 1,
  duration: 2,
  network: { kind: "dumbbell", forward: { rate: 8e6, queue: { kind: "drop_tail", limit } } },
  flows,
});

test.each<Limit>([{ packets: 120 }, { bytes: 47_000 }, { seconds: 0.04 }, { bdp: 1.7 }, { bdp: 0.001 }])(
  "a limit of %j during the run is the limit that it is at the start",
  (limit) => {
    const timeline = [{ at: 1, set: "network.forward.queue.limit", to: limit }];
    const run = computeRun({ ...startingWith({ bdp: 1 }), timeline });
    const [first] = computeRun(startingWith(limit)).derived.links;
    const steps = packetLimitSteps(run, "forward");
    expect(steps).toEqual([
      [0, run.derived.links[0]?.limit.packets],
      [1, first?.limit.packets],
    ]);
    expect(delayLimitSteps(run, "forward").at(-1)?.[1]).toBeCloseTo(first?.limit.seconds ?? 0, 9);
  },
);

test("in seconds, the limit follows the rate of the link and has a gap while the link is down", () => {
  const rate = "network.forward.rate";
  const timeline = [
    { at: 0.5, set: rate, to: 4e6 },
    { at: 1, set: rate, to: 0 },
  ];
  const run = computeRun({ ...startingWith({ packets: 40 }), timeline });
  const steps = delayLimitSteps(run, "forward");
  expect([0.2, 0.7, 1.5].map((t) => stepAt(steps, t))).toEqual([0.06, 0.12, Number.NaN]);
});

test("links of larger networks have limits of their own", () => {
  const links = [{ id: "a" }, { id: "b" }];
  const timeline = [{ at: 1, set: "network.links.b.forward.queue.limit", to: { packets: 7 } }];
  const run = computeRun({ v: 1, duration: 2, network: { kind: "parking_lot", links }, flows, timeline });
  expect(packetLimitSteps(run, "a.forward")).toHaveLength(1);
  expect(packetLimitSteps(run, "b.forward")[1]).toEqual([1, 7]);
});

test("a limit in bytes or seconds counts bytes, also that of a reverse path without settings of its own", () => {
  const counts = (limit: Limit, reverse?: Limit): readonly boolean[] => {
    const { network } = startingWith(limit);
    const own = reverse && { reverse: { rate: 1e6, queue: { kind: "drop_tail" as const, limit: reverse } } };
    const run = computeRun({ ...startingWith(limit), network: { ...network, ...own } as never });
    return ["forward", "reverse"].map((link) => countsBytes(run, link));
  };
  expect(counts({ packets: 50 })).toEqual([false, false]);
  expect(counts({ bytes: 47_000 })).toEqual([true, true]);
  expect(counts({ bdp: 1 }, { seconds: 0.04 })).toEqual([false, true]);
  expect(counts({ bytes: 47_000 }, { packets: 50 })).toEqual([true, false]);
});

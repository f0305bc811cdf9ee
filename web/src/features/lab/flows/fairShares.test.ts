// Compares fair shares (an equal split of one link, and max-min fair rates) with values that were computed by
// hand.
import { beforeAll, describe, expect, test } from "vitest";
import { loadWasm, ratesOf } from "../../../engine/testWasm.ts";
import type { ScenarioDocument } from "../../../generated/types.ts";
import { commonFairRate, equalShareBits, maxMinBits, maxMinShares } from "./fairShares.ts";
import type { Member } from "./members.ts";

const member = (id: string, start: number, stop: number, role = "measured"): Member => ({
  id,
  label: id,
  algorithm: "newreno",
  role,
  entity: `flow:${id}`,
  start,
  stop,
  baseRtt: 0.04,
  packetInterval: 0.001,
  route: [],
});
const doc = (timeline: ScenarioDocument["timeline"] = []): ScenarioDocument => ({ v: 1, timeline });

describe("fair shares of one link", () => {
  test("two flows that start together get half each", () => {
    // 10 Mb/s * 8 s / 2 flows = 40 Mb
    expect(equalShareBits([member("a", 0, 60), member("b", 0, 60)], doc(), [[0, 1e7]], 8)).toEqual([
      4e7, 4e7,
    ]);
  });

  test("flows share the link only while they are active", () => {
    // a alone for 4 s: 40 Mb; a and b for 6 s: 30 Mb each; b alone for 2 s: 20 Mb.
    const shares = equalShareBits([member("a", 0, 10), member("b", 4, 60)], doc(), [[0, 1e7]], 12);
    expect(shares[0]).toBeCloseTo(7e7, 0);
    expect(shares[1]).toBeCloseTo(5e7, 0);
  });

  test("shares follow changes of the rate and of the active flows", () => {
    const steps = [
      [0, 1e7],
      [5, 2e6],
    ] as const;
    const timeline = [
      { at: 2, set: "flows.b.active", to: false },
      { at: 6, set: "flows.b.active", to: true },
    ];
    const members = [member("a", 0, 60), member("b", 0, 60), member("r", 0, 60, "reverse")];
    // Both flows get 10 Mb from 0 to 2 s. Flow a alone gets 30 Mb from 2 to 5 s and 2 Mb from 5 to 6 s. Both
    // get 2 Mb until 8 s.
    const shares = equalShareBits(members, doc(timeline), steps, 8);
    expect(shares[0]).toBeCloseTo(1e7 + 3e7 + 2e6 + 2e6, 0);
    expect(shares[1]).toBeCloseTo(1e7 + 2e6, 0);
    expect(shares[2]).toBe(0);
  });

  test("the share is 0 before a flow starts", () => {
    expect(equalShareBits([member("a", 3, 60)], doc(), [[0, 1e7]], 2)).toEqual([0]);
    expect(equalShareBits([member("a", 0, 60)], doc(), [[0, 1e7]], 0)).toEqual([0]);
  });
});

describe("fair shares of several links", () => {
  beforeAll(loadWasm);

  const memberOnRoute = (id: string, start: number, route: readonly string[]): Member => ({
    ...member(id, start, 10),
    route,
  });
  const link = (id: string, rate: number) => ({
    id,
    from: "",
    to: "",
    rate,
    delay: 0,
    limit: { packets: 1, bytes: 1, seconds: 1, bdp: 1 },
  });
  const record = (timeline: NonNullable<ScenarioDocument["timeline"]>) => {
    const document: ScenarioDocument = {
      v: 1,
      duration: 10,
      timeline,
      flows: [{ id: "long" }, { id: "cross" }],
      network: {
        kind: "parking_lot",
        links: [
          { id: "a", forward: { rate: 8e6 } },
          { id: "b", forward: { rate: 8e6 } },
        ],
      },
    };
    return {
      document,
      derived: {
        flows: [],
        nodes: [],
        links: [link("a.forward", 8e6), link("b.forward", 8e6)],
        capacity: 8e6,
        estimated_packets: 0,
      },
      rates: ratesOf(document),
      duration: 10,
    };
  };

  test("max-min fair shares change when flows start and when rates of links change", () => {
    const members = [
      memberOnRoute("long", 0, ["a.forward", "b.forward"]),
      memberOnRoute("cross", 2, ["a.forward"]),
    ];
    const shares = maxMinShares(record([{ at: 6, set: "network.links.b.forward.rate", to: 2e6 }]), members);
    // From 0 to 2 s, "long" is alone: 16 Mb. From 2 to 6 s, each flow gets half of link a: 16 Mb. From 6 to 8
    // s, link b limits "long" to 2 Mb/s: 4 Mb. This leaves 6 Mb/s for "cross": 12 Mb.
    expect(maxMinBits(shares, 8)).toEqual([16e6 + 16e6 + 4e6, 16e6 + 12e6]);
    expect(commonFairRate(shares)).toBeNull();
    expect(commonFairRate(maxMinShares(record([]), members))).toEqual([
      [0, 8e6],
      [2, 4e6],
      [10, 0],
    ]);
  });
});

// Who could have had how much: an equal split of the link among those that are active, by hand.
import { describe, expect, test } from "vitest";
import type { ScenarioDocument } from "../../scenario/document.ts";
import { fairBits, type Member } from "./readout.ts";

const member = (id: string, start: number, stop: number, role = "measured"): Member => ({
  id,
  label: id,
  algorithm: "newreno",
  role,
  entity: `flow:${id}`,
  start,
  stop,
  baseRtt: 0.04,
  route: [],
});
const doc = (timeline: ScenarioDocument["timeline"] = []): ScenarioDocument => ({ v: 1, timeline });

describe("fair share of the link", () => {
  test("two flows from the start on have half each", () => {
    // 10 Mb/s * 8 s / 2 = 40 Mb
    expect(fairBits([member("a", 0, 60), member("b", 0, 60)], doc(), [[0, 1e7]], 8)).toEqual([4e7, 4e7]);
  });

  test("a flow that comes later shares from then on, one that has left no more", () => {
    // a alone for 4 s: 40 Mb; a and b for 6 s: 30 Mb each; b alone for 2 s: 20 Mb.
    const shares = fairBits([member("a", 0, 10), member("b", 4, 60)], doc(), [[0, 1e7]], 12);
    expect(shares[0]).toBeCloseTo(7e7, 0);
    expect(shares[1]).toBeCloseTo(5e7, 0);
  });

  test("the rate may change, a flow may be switched off and on again, and reverse flows take nothing", () => {
    const steps = [
      [0, 1e7],
      [5, 2e6],
    ] as const;
    const timeline = [
      { at: 2, set: "flows.b.active", to: false },
      { at: 6, set: "flows.b.active", to: true },
    ];
    const members = [member("a", 0, 60), member("b", 0, 60), member("r", 0, 60, "reverse")];
    // 0-2 s: 10 Mb each; 2-5 s: a 30 Mb; 5-6 s: a 2 Mb; 6-8 s: 2 Mb each.
    const shares = fairBits(members, doc(timeline), steps, 8);
    expect(shares[0]).toBeCloseTo(1e7 + 3e7 + 2e6 + 2e6, 0);
    expect(shares[1]).toBeCloseTo(1e7 + 2e6, 0);
    expect(shares[2]).toBe(0);
  });

  test("before anybody has begun nobody has anything", () => {
    expect(fairBits([member("a", 3, 60)], doc(), [[0, 1e7]], 2)).toEqual([0]);
    expect(fairBits([member("a", 0, 60)], doc(), [[0, 1e7]], 0)).toEqual([0]);
  });
});

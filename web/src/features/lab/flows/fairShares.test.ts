// Compares fair shares with values that were computed by hand, and with runs.
import { beforeAll, describe, expect, test } from "vitest";
import { computeRun } from "../../../engine/testRuns.ts";
import { loadWasm, ratesOf } from "../../../engine/testWasm.ts";
import type { RunRecord, Series } from "../../../engine/types.ts";
import { EXAMPLES } from "../../../examples/examples.ts";
import type { ScenarioDocument } from "../../../generated/types.ts";
import { catalogue } from "../../../scenario/testDocuments.ts";
import { commonFairRate, fairBits, fairParts } from "./fairShares.ts";
import { type Member, membersOf } from "./members.ts";
import { answeredSpan, readAt } from "./readout.ts";

beforeAll(loadWasm);

const member = (id: string, start: number, stop: number, route: readonly string[] = ["forward"]): Member => ({
  id,
  label: id,
  algorithm: "newreno",
  role: "measured",
  entity: `flow:${id}`,
  start,
  stop,
  baseRtt: 0.04,
  packetInterval: 0.001,
  route,
  weights: route.map(() => 1),
});

const link = (id: string, rate: number) => ({
  id,
  from: "",
  to: "",
  rate,
  delay: 0,
  limit: { packets: 1, bytes: 1, seconds: 1, bdp: 1 },
});

/** A record of a run with these links, without series. */
const recordOf = (
  document: ScenarioDocument,
  links: readonly (readonly [string, number])[],
  series: (entity: string, signal: string) => Series | undefined = () => undefined,
): RunRecord =>
  ({
    document,
    derived: {
      flows: [],
      nodes: [],
      links: links.map(([id, rate]) => link(id, rate)),
      capacity: 8e6,
      estimated_packets: 0,
    },
    rates: ratesOf(document),
    duration: 60,
    computedTo: 60,
    outcome: null,
    events: { rows: 0, data: new Float64Array() },
    series,
  }) as unknown as RunRecord;

const dumbbell = (
  timeline: NonNullable<ScenarioDocument["timeline"]> = [],
  flows: NonNullable<ScenarioDocument["flows"]> = [{ id: "a" }, { id: "b" }],
): ScenarioDocument => ({
  v: 1,
  duration: 60,
  timeline,
  flows,
  network: { kind: "dumbbell", forward: { rate: 1e7 } },
});

const bitsUntil = (record: RunRecord, members: readonly Member[], t: number): readonly number[] =>
  fairBits(fairParts(record, members, 0, t), members.length);

describe("fair shares of one link", () => {
  const recordOfTwo = (): RunRecord => recordOf(dumbbell(), [["forward", 1e7]]);

  test("two flows that start together get half each", () => {
    // 10 Mb/s * 8 s / 2 flows = 40 Mb
    expect(bitsUntil(recordOfTwo(), [member("a", 0, 60), member("b", 0, 60)], 8)).toEqual([4e7, 4e7]);
  });

  test("flows share the link only while they are active", () => {
    // a alone for 4 s: 40 Mb; a and b for 6 s: 30 Mb each; b alone for 2 s: 20 Mb.
    const shares = bitsUntil(recordOfTwo(), [member("a", 0, 10), member("b", 4, 60)], 12);
    expect(shares[0]).toBeCloseTo(7e7, 0);
    expect(shares[1]).toBeCloseTo(5e7, 0);
  });

  test("the starts of 2,000 flows make at most 101 parts, in which later flows get less", () => {
    const starting = Array.from({ length: 2000 }, (_, i) => member(`f${i}`, i / 100, 60));
    expect(fairParts(recordOfTwo(), starting, 0, 60).length).toBeLessThanOrEqual(101);
    const bits = bitsUntil(recordOfTwo(), starting, 60);
    expect(bits.reduce((sum, of) => sum + of, 0)).toBeCloseTo(10e6 * 60, -6);
    expect([...bits].sort((a, b) => b - a)).toEqual(bits);
  });

  test("shares follow changes of the rate and of the active flows", () => {
    const timeline = [
      { at: 2, set: "flows.b.active", to: false },
      { at: 5, set: "network.forward.rate", to: 2e6 },
      { at: 6, set: "flows.b.active", to: true },
    ];
    const changing = recordOf(dumbbell(timeline), [["forward", 1e7]]);
    // Both flows get 10 Mb from 0 to 2 s. Flow a alone gets 30 Mb from 2 to 5 s and 2 Mb from 5 to 6 s. Both
    // get 2 Mb until 8 s.
    const shares = bitsUntil(changing, [member("a", 0, 60), member("b", 0, 60)], 8);
    expect(shares[0]).toBeCloseTo(1e7 + 3e7 + 2e6 + 2e6, 0);
    expect(shares[1]).toBeCloseTo(1e7 + 2e6, 0);
    expect(commonFairRate(fairParts(changing, [member("a", 0, 60), member("b", 0, 60)], 0, 60))).toEqual([
      [0, 5e6],
      [2, 1e7],
      [5, 2e6],
      [6, 1e6],
    ]);
  });

  test("the share is 0 before a flow starts", () => {
    expect(bitsUntil(recordOfTwo(), [member("a", 3, 60)], 2)).toEqual([0]);
    expect(bitsUntil(recordOfTwo(), [member("a", 0, 60)], 0)).toEqual([0]);
  });

  test("a flow with congestion control asks for what its source produces, and leaves the rest to others", () => {
    const flows = [{ id: "a" }, { id: "b", source: { kind: "cbr" as const, rate: 1e6 } }];
    const limited = recordOf(dumbbell([], flows), [["forward", 1e7]]);
    const members = [member("a", 0, 60), member("b", 0, 60)];
    expect(bitsUntil(limited, members, 10)).toEqual([9e7, 1e7]);
    expect(commonFairRate(fairParts(limited, members, 0, 60))).toEqual([[0, 9e6]]);
  });

  test("a call asks for its highest bit rate, also if the document states none", () => {
    const flows = [{ id: "a" }, { id: "b", source: { kind: "media" as const } }];
    const run = recordOf(dumbbell([], flows), [["forward", 1e7]]);
    const media = catalogue.sources.find(({ id }) => id === "media");
    const rates = media?.fields.find(({ name }) => name === "rates")?.default as number[] | undefined;
    const most = Math.max(...(rates ?? []));
    expect(bitsUntil(run, [member("a", 0, 60), member("b", 0, 60)], 10)).toEqual([
      10 * (1e7 - most),
      10 * most,
    ]);
  });
});

describe("fair shares of several links", () => {
  const lot = (timeline: NonNullable<ScenarioDocument["timeline"]>): RunRecord =>
    recordOf(
      {
        v: 1,
        duration: 60,
        timeline,
        flows: [{ id: "long" }, { id: "cross" }],
        network: {
          kind: "parking_lot",
          links: [
            { id: "a", forward: { rate: 8e6 } },
            { id: "b", forward: { rate: 8e6 } },
          ],
        },
      },
      [
        ["a.forward", 8e6],
        ["b.forward", 8e6],
      ],
    );

  test("max-min fair shares change when flows start and when rates of links change", () => {
    const members = [
      member("long", 0, 10, ["a.forward", "b.forward"]),
      member("cross", 2, 10, ["a.forward"]),
    ];
    const record = lot([{ at: 6, set: "network.links.b.forward.rate", to: 2e6 }]);
    // From 0 to 2 s, "long" is alone: 16 Mb. From 2 to 6 s, each flow gets half of link a: 16 Mb. From 6 to 8
    // s, link b limits "long" to 2 Mb/s: 4 Mb. This leaves 6 Mb/s for "cross": 12 Mb.
    expect(bitsUntil(record, members, 8)).toEqual([16e6 + 16e6 + 4e6, 16e6 + 12e6]);
    expect(commonFairRate(fairParts(record, members, 0, 10))).toBeNull();
    expect(commonFairRate(fairParts(lot([]), members, 0, 12))).toEqual([
      [0, 8e6],
      [2, 4e6],
      [10, 0],
    ]);
  });
});

/** The shares of the flows of an example, in the time in which all of them are active. */
function sharesOf(id: string): Record<string, { share: number; asksLess: boolean }> {
  const example = EXAMPLES.find((e) => e.id === id);
  if (!example) throw new Error(`There is no example ${id}.`);
  const run = computeRun(example.doc);
  const { from, to } = answeredSpan(run, true);
  const { flows } = readAt(run, membersOf(run), to, 1, from);
  return Object.fromEntries(flows.map(({ member: { id }, share, asksLess }) => [id, { share, asksLess }]));
}

test("a call that gets all it sends has all of its share, also beside a flood", () => {
  const shares = sharesOf("fq-codel");
  expect(shares["call"]).toMatchObject({ asksLess: true });
  expect(shares["call"]?.share).toBeCloseTo(1, 2);
  expect(shares["flood"]?.asksLess).toBe(false);
  // What the call leaves is shared by the others.
  for (const id of ["a", "b", "flood"]) expect(shares[id]?.share, id).toBeGreaterThan(0.8);
});

test("no flow without a demand of its own has another share than before", () => {
  const shares = sharesOf("near-far");
  const sum = (shares["near"]?.share ?? 0) + (shares["far"]?.share ?? 0);
  expect(sum).toBeGreaterThan(1.9);
  expect(sum).toBeLessThanOrEqual(2.001);
});

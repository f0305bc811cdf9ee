// The groups of flows and their numbers, compared with values that were computed by hand.
import { beforeAll, describe, expect, test } from "vitest";
import { loadWasm } from "../../../engine/testWasm.ts";
import type { ScenarioDocument } from "../../../generated/types.ts";
import { groupFairness, groupsOf, hasGroups, sizeLabel } from "./groups.ts";
import type { Member } from "./members.ts";

beforeAll(loadWasm);

const member = (id: string, label = id): Member => ({
  id,
  label,
  algorithm: "newreno",
  role: "measured",
  entity: `flow:${id}`,
  start: 0,
  stop: 10,
  baseRtt: 0.04,
  packetInterval: 0.001,
  route: [],
  weights: [],
});

describe("groups", () => {
  const doc: ScenarioDocument = {
    v: 1,
    flows: [
      { id: "bulk", label: "Bulk", count: 2 },
      { id: "web", group: "Short" },
      { id: "far" },
      { id: "mice", count: 2, group: " Short " },
    ],
  };
  const members = ["bulk.0", "bulk.1", "web", "far", "mice.0", "mice.1"].map((id) => member(id));

  test("are flows of one entry or with the same name of a group", () => {
    const groups = groupsOf(doc, members);
    expect(groups.map((g) => [g.id, g.label, g.members.map((m) => m.id), g.isGroup])).toEqual([
      ["bulk", "Bulk", ["bulk.0", "bulk.1"], true],
      ["group:Short", "Short", ["web", "mice.0", "mice.1"], true],
      ["far", "far", ["far"], false],
    ]);
    expect(groups.map(sizeLabel)).toEqual(["Bulk (2 flows)", "Short (3 flows)", "far"]);
    expect(hasGroups(groups)).toBe(true);
    expect(hasGroups(groupsOf({ v: 1, flows: [{ id: "far" }] }, [member("far")]))).toBe(false);
  });

  test("of flows with the same algorithm stay apart", () => {
    const flows = [
      { id: "mice", algorithm: "newreno", count: 2 },
      { id: "bulk", algorithm: "newreno", count: 2 },
    ] as const;
    const all = ["mice.0", "mice.1", "bulk.0", "bulk.1"].map((id) => member(id));
    expect(groupsOf({ v: 1, flows }, all).map((g) => g.id)).toEqual(["mice", "bulk"]);
  });

  test("of one flow each are grouped by algorithm if there are too many lines", () => {
    const flows = Array.from({ length: 200 }, (_, i) => ({ id: `f${i}`, group: `g${i}` }));
    const all = flows.map(({ id }) => member(id));
    expect(groupsOf({ v: 1, flows }, all).map((g) => g.members.length)).toEqual([200]);
    const pairs = flows.map((flow, i) => ({ ...flow, group: `g${i >> 1}` }));
    expect(groupsOf({ v: 1, flows: pairs }, all)).toHaveLength(1);
    expect(groupsOf({ v: 1, flows: flows.slice(0, 24) }, all.slice(0, 24))).toHaveLength(24);
  });

  test("are the same object until the flows of the document change", () => {
    expect(groupsOf({ ...doc, title: "x" }, members)).toBe(groupsOf(doc, members));
    const renamed = {
      ...doc,
      flows: (doc.flows ?? []).map((f) => (f.id === "far" ? { ...f, group: "Short" } : f)),
    };
    expect(groupsOf(renamed, members).map((g) => g.members.length)).toEqual([2, 4]);
  });
});

test("the fairness of groups: Jain's index within and between, and the ratio of the means", () => {
  const { within, between, ratio } = groupFairness([
    { label: "a", values: [3, 1] },
    { label: "b", values: [1, 1, 1] },
    { label: "c", values: [3] },
    { label: "none", values: [] },
  ]);
  // (3 + 1)^2 / (2 * (9 + 1)) = 0.8. A single flow has no index.
  expect(within).toEqual([
    { group: "a", jain: expect.closeTo(0.8, 12) },
    { group: "b", jain: 1 },
  ]);
  // The means are 2, 1 and 3: (2 + 1 + 3)^2 / (3 * (4 + 1 + 9)) = 36 / 42.
  expect(between).toBeCloseTo(36 / 42, 12);
  expect(ratio).toEqual({ highest: "c", lowest: "b", value: 3 });
  expect(groupFairness([{ label: "a", values: [1, 1] }])).toMatchObject({ between: null, ratio: null });
  expect(
    groupFairness([
      { label: "a", values: [1] },
      { label: "b", values: [0] },
    ]).ratio,
  ).toBeNull();
});

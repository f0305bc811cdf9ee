// A change to another kind of network keeps the settings that the new kind can express, and lists the
// settings that it drops.
import { beforeAll, expect, test } from "vitest";
import { check } from "../../../wasm/pkg/fairshare_wasm.js";
import { loadWasm } from "../engine/testWasm.ts";
import catalogue from "../generated/catalogue.json";
import type { CheckResult, Derived, ScenarioDocument } from "../generated/types.ts";
import { withNetworkLists } from "./descriptors.ts";
import { convertNetwork } from "./networkKind.ts";

beforeAll(loadWasm);

function derivedOf(doc: ScenarioDocument): Derived {
  const { derived, issues } = check(JSON.stringify(doc)) as CheckResult;
  if (!derived) throw new Error(JSON.stringify(issues));
  return derived;
}

const red = { kind: "red", min_threshold: 5, max_threshold: 15 } as const;
const parkingLot: ScenarioDocument = {
  v: 1,
  duration: 10,
  network: {
    kind: "parking_lot",
    links: [
      { id: "a", forward: { rate: 8e6, queue: red } },
      { id: "b", forward: { rate: 6e6, delay: 0.02 }, reverse: { rate: 2e6 } },
      { id: "c" },
    ],
  },
  flows: [{ id: "long" }, { id: "cross", path: { from: "r2", to: "r3" } }, { id: "back", role: "reverse" }],
  timeline: [{ at: 3, set: "network.links.b.forward.rate", to: 3e6 }],
};
const dumbbell: ScenarioDocument = {
  v: 1,
  network: {
    forward: { rate: 5e6, delay: 0.02, queue: red, loss: [{ kind: "random", flow: "one" }] },
    access_rate: 1e8,
  },
  flows: [{ id: "one" }, { id: "two", role: "reverse" }],
  timeline: [{ at: 3, set: "network.forward.rate", to: 3e6 }],
};
const facts = ({ flows, links }: Derived) => ({
  flows: flows.map(({ id, base_rtt, fair_share }) => ({ id, base_rtt, fair_share })),
  links: links.map(({ rate, delay, limit }) => ({ rate, delay, limit })),
});

test("a parking lot becomes a graph and back without losing links, queues, paths or changes", () => {
  const graph = convertNetwork(parkingLot, "graph", catalogue);
  expect(graph.lost).toBeNull();
  expect(derivedOf(graph.doc)).toEqual(derivedOf(parkingLot));
  expect(graph.doc.timeline).toEqual(parkingLot.timeline);
  const back = convertNetwork(graph.doc, "parking_lot", catalogue);
  expect(back.lost).toBeNull();
  expect(derivedOf(back.doc)).toEqual(derivedOf(parkingLot));
});

test("a dumbbell survives the conversion to a graph and back", () => {
  const graph = convertNetwork(dumbbell, "graph", catalogue);
  expect(graph.lost).toBeNull();
  expect(facts(derivedOf(graph.doc))).toEqual(facts(derivedOf(dumbbell)));
  expect(graph.doc.timeline?.[0]?.set).toBe("network.links.ab.forward.rate");
  const back = convertNetwork(graph.doc, "dumbbell", catalogue);
  expect(back.lost).toBeNull();
  expect(facts(derivedOf(back.doc))).toEqual(facts(derivedOf(dumbbell)));
  expect(back.doc.timeline).toEqual(dumbbell.timeline);
});

test("the hops of a parking lot share the delay of the bottleneck", () => {
  const { doc, lost } = convertNetwork(dumbbell, "parking_lot", catalogue);
  expect(lost).toBeNull();
  const forward = derivedOf(doc).links.filter((link) => link.id.endsWith(".forward"));
  expect(forward.map((link) => link.rate)).toEqual([5e6, 5e6, 5e6]);
  expect(doc.timeline?.[0]?.set).toBe("network.links.a.forward.rate");
});

test.each<ScenarioDocument>([
  dumbbell,
  { v: 1, flows: [{ id: "one" }] },
  {
    v: 1,
    network: { forward: { delay: 0.007 }, reverse: { delay: 0.03, rate: 1e6 } },
    flows: [{ id: "one" }, { id: "two", role: "reverse" }],
  },
])("dumbbell %#: flows keep their base RTTs on a parking lot and back on a dumbbell", (doc) => {
  const rtts = (of: ScenarioDocument): readonly number[] => derivedOf(of).flows.map((flow) => flow.base_rtt);
  const there = convertNetwork(doc, "parking_lot", catalogue).doc;
  expect(derivedOf(there).links).toHaveLength(6);
  const back = convertNetwork(there, "dumbbell", catalogue).doc;
  for (const of of [there, back])
    for (const [i, rtt] of rtts(of).entries()) expect(rtt).toBeCloseTo(rtts(doc)[i] ?? 0, 8);
});

test("settings that a dumbbell cannot express are listed", () => {
  const { doc, lost } = convertNetwork(parkingLot, "dumbbell", catalogue);
  expect(lost).toEqual({ links: ["a", "c"], nodes: false, paths: ["cross"], changes: 0 });
  expect(derivedOf(doc).capacity).toBe(6e6);
  expect(doc.timeline?.[0]?.set).toBe("network.forward.rate");
});

test("a graph that is not a row loses its nodes and paths as a parking lot", () => {
  const graph = withNetworkLists({ v: 1, network: { kind: "graph" } }, catalogue);
  if (graph.network?.kind !== "graph") throw new Error("not a graph");
  const links = [...(graph.network.links ?? []), { id: "ca", from: "c", to: "a" }];
  const ring: ScenarioDocument = {
    ...graph,
    network: { ...graph.network, links },
    flows: [{ id: "x", label: "mine", path: { from: "c", to: "b" } }],
  };
  const { doc, lost } = convertNetwork(ring, "parking_lot", catalogue);
  expect(lost).toEqual({ links: [], nodes: true, paths: ["mine"], changes: 0 });
  expect(derivedOf(doc).links).toHaveLength(6);
});

// Edits of graphs: ids of new nodes and links, ends of flows, and references to removed or renamed nodes,
// links and flows.
import { describe, expect, it } from "vitest";
import type { ScenarioDocument } from "../generated/types.ts";
import { sameRun } from "./edit.ts";
import {
  addCrossFlows,
  addFlowBetween,
  addHop,
  addLink,
  addNode,
  endsOf,
  type GraphNetwork,
  linkIdProblem,
  newNodeId,
  nodeIds,
  placeAutomatically,
  placeInDrawing,
  removeHop,
  removeLink,
  removeNode,
  renameLink,
  renameNode,
  setAllQueues,
  setFlowEnds,
  setLinkEnds,
} from "./graphEdits.ts";

const network: GraphNetwork = {
  kind: "graph",
  nodes: [{ id: "a" }, { id: "b" }, { id: "c" }],
  links: [
    { id: "ab", from: "a", to: "b" },
    { id: "bc", from: "b", to: "c", forward: { rate: 5e6 } },
  ],
};
const doc: ScenarioDocument = { v: 1, network, flows: [{ id: "f" }, { id: "back", role: "reverse" }] };
const linksOf = (d: ScenarioDocument): readonly string[] =>
  ((d.network as GraphNetwork).links ?? []).map(({ id, from, to }) => `${id}: ${from} ${to}`);
const flowEnds = (d: ScenarioDocument): readonly string[] =>
  (d.flows ?? []).map((flow) => {
    const { from, to } = endsOf(flow, nodeIds(d));
    return `${from} ${to}`;
  });

describe("a new node", () => {
  it("is linked to a node in the same step", () => {
    const added = addNode(doc, "b");
    expect(nodeIds(added)).toEqual(["a", "b", "c", "d"]);
    expect(linksOf(added)).toEqual(["ab: a b", "bc: b c", "bd: b d"]);
    expect(flowEnds(added)).toEqual(["a c", "c a"]);
    // A new link has the settings of the last link.
    expect((added.network as GraphNetwork).links?.at(-1)?.forward).toEqual({ rate: 5e6 });
    expect(linksOf(addNode(added)).at(-1)).toBe("de: d e");
  });

  it("has the next letter or number", () => {
    expect(newNodeId([])).toBe("a");
    expect(newNodeId(["a", "c"])).toBe("b");
    expect(newNodeId(["r1", "r9"])).toBe("r10");
    expect(newNodeId(["home", "sea"])).toBe("sea-2");
    expect(newNodeId("abcdefghijklmnopqrstuvwxyz".split(""))).toBe("n-1");
  });

  it("has the place at which it was dropped, in hundredths", () => {
    const added = addNode(doc, "a", { x: 0.12345, y: 1.7 });
    expect((added.network as GraphNetwork).nodes?.at(-1)).toEqual({ id: "d", x: 0.12, y: 1 });
  });
});

describe("a new link", () => {
  it("is named after its nodes", () => {
    expect(linksOf(addLink(doc, "a", "c")).at(-1)).toBe("ac: a c");
    const named: ScenarioDocument = {
      v: 1,
      network: { kind: "graph", nodes: [{ id: "home" }, { id: "sea" }], links: [] },
    };
    expect(linksOf(addLink(named, "home", "sea"))).toEqual(["home-sea: home sea"]);
    expect(linksOf(addLink(doc, "a", "b")).at(-1)).toBe("ab-2: a b");
  });

  it("needs two different nodes", () => {
    expect(addLink(doc, "a", "a")).toBe(doc);
    expect(addLink(doc, "a", "z")).toBe(doc);
  });
});

describe("removing a node", () => {
  it("connects its neighbours if the graph would fall apart", () => {
    expect(linksOf(removeNode(doc, "b"))).toEqual(["ac: a c"]);
    const removed = removeNode(doc, "c");
    expect(linksOf(removed)).toEqual(["ab: a b"]);
    expect(flowEnds(removed)).toEqual(["a b", "b a"]);
  });

  it("adds no link if its neighbours stay connected", () => {
    const ring = addLink(doc, "c", "a");
    expect(linksOf(removeNode(ring, "b"))).toEqual(["ca: c a"]);
  });

  it("leaves at least two nodes", () => {
    const two = removeNode(doc, "b");
    expect(removeNode(two, "a")).toBe(two);
  });
});

describe("removing or renaming a link", () => {
  const referring: ScenarioDocument = {
    ...doc,
    flows: [{ id: "f", path: { from: "a", to: "c", links: ["ab", "bc"], back: ["bc", "ab"] } }],
    timeline: [
      { at: 1, set: "network.links.ab.forward.rate", to: 1e6 },
      { at: 2, set: "flows.f.active", to: false },
    ],
  };

  it("also changes the timeline and the paths of flows", () => {
    const removed = removeLink(referring, "ab");
    expect(removed.timeline).toEqual([{ at: 2, set: "flows.f.active", to: false }]);
    expect(removed.flows?.[0]?.path).toEqual({ from: "a", to: "c" });
    const renamed = renameLink(referring, "ab", "first");
    expect(renamed.timeline?.[0]?.set).toBe("network.links.first.forward.rate");
    expect(renamed.flows?.[0]?.path).toMatchObject({ links: ["first", "bc"], back: ["bc", "first"] });
    expect(linksOf(renamed)[0]).toBe("first: a b");
  });

  it("refuses names that are in use or have other characters", () => {
    expect(linkIdProblem(doc, "ab", "bc")).toBe("taken");
    expect(linkIdProblem(doc, "ab", "a b")).toBe("characters");
    expect(linkIdProblem(doc, "ab", "ab")).toBeNull();
    expect(renameLink(doc, "ab", "bc")).toBe(doc);
  });

  it("removes the listed path of a flow when an end of one of its links changes", () => {
    const changed = setLinkEnds(referring, "bc", { from: "a" });
    expect(linksOf(changed)[1]).toBe("bc: a c");
    expect(changed.flows?.[0]?.path).toEqual({ from: "a", to: "c" });
  });
});

describe("flows", () => {
  it("get the ends at which they are dropped", () => {
    const changed = setFlowEnds(doc, "f", { to: "b" });
    expect(flowEnds(changed)).toEqual(["a b", "c a"]);
    expect(setFlowEnds(doc, "f", { to: "a" })).toBe(doc);
  });

  it("are added between two nodes or over every link without a flow of its own", () => {
    const one = addFlowBetween(doc, { from: "a", to: "b" }, new Set(["ab"]));
    expect(one.flows?.at(-1)).toEqual({ id: "ab-2", path: { from: "a", to: "b" } });
    expect(flowEnds(addCrossFlows(one, new Set()))).toEqual(["a c", "c a", "a b", "b c"]);
  });
});

describe("a parking lot", () => {
  const lot: ScenarioDocument = {
    v: 1,
    network: { kind: "parking_lot", links: [{ id: "a" }, { id: "b" }, { id: "c" }] },
    flows: [{ id: "long" }, { id: "short", path: { from: "r3", to: "r4" } }],
  };

  it("gets flows over every hop and another queue on every hop in one step each", () => {
    expect(flowEnds(addCrossFlows(lot, new Set()))).toEqual(["r1 r4", "r3 r4", "r1 r2", "r2 r3"]);
    const red = setAllQueues(lot, "red");
    expect((red.network as { links: unknown }).links).toEqual(
      ["a", "b", "c"].map((id) => ({ id, forward: { queue: { kind: "red" } } })),
    );
  });

  it("grows and shrinks with its flows", () => {
    expect(flowEnds(addHop(lot))).toEqual(["r1 r5", "r3 r4"]);
    expect(flowEnds(removeHop(lot, "a"))).toEqual(["r1 r3", "r2 r3"]);
    expect(flowEnds(removeHop(lot, "c"))).toEqual(["r1 r3", "r1 r3"]);
  });
});

describe("places in drawings", () => {
  it("do not change the run", () => {
    const placed = placeInDrawing(doc, new Map([["a", { x: 0.333, y: 0 }]]));
    expect((placed.network as GraphNetwork).nodes?.[0]).toEqual({ id: "a", x: 0.33, y: 0 });
    expect(sameRun(doc, placed)).toBe(true);
    expect(placeAutomatically(placed)).toEqual(doc);
  });

  it("stay with a renamed node", () => {
    const renamed = renameNode(placeInDrawing(doc, new Map([["a", { x: 0, y: 0 }]])), "a", " Home ");
    expect((renamed.network as GraphNetwork).nodes?.[0]).toEqual({ id: "a", label: "Home", x: 0, y: 0 });
    expect((renameNode(renamed, "a", "").network as GraphNetwork).nodes?.[0]).toEqual({
      id: "a",
      x: 0,
      y: 0,
    });
  });
});

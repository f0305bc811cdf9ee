// The bands by which charts show that links are down, because of outages or because the timeline sets a rate
// to 0.
import { beforeAll, expect, test } from "vitest";
import { derivedLink } from "../../../engine/testRecords.ts";
import { loadWasm, ratesOf } from "../../../engine/testWasm.ts";
import type { ScenarioDocument } from "../../../generated/types.ts";
import { changeTimes, outageBands } from "./outages.ts";

function record(links: readonly string[], document: ScenarioDocument) {
  const derived = {
    flows: [],
    nodes: [],
    links: links.map((id) => derivedLink(id, 1e7)),
    capacity: 1e7,
    estimated_packets: 0,
  };
  return { document, derived, rates: ratesOf(document), duration: 60 };
}
beforeAll(loadWasm);
const name = (id: string): string => id.replace(/\.forward$/, "");
const down = (...outages: readonly (readonly [number, number])[]) => ({
  impairments: { outages: outages.map(([at, lasts]) => ({ at, lasts })) },
});

test("a link is shown as down during its outages and while its rate is 0", () => {
  const run = record(["forward", "reverse"], {
    v: 1,
    flows: [{ id: "near" }],
    network: { kind: "dumbbell", forward: { rate: 1e7, ...down([30, 2], [10, 3], [12, 4]) } },
    timeline: [
      { at: 40, set: "network.forward.rate", to: 0 },
      { at: 45, set: "network.forward.rate", to: 1e6 },
    ],
  });
  expect(outageBands(run, name)).toEqual([
    { from: 10, to: 16, label: "down" },
    { from: 30, to: 32, label: "down" },
    { from: 40, to: 45, label: "down" },
  ]);
  expect(outageBands(run, name, "reverse")).toEqual([]);
  expect(changeTimes(run)).toEqual([40, 45]);
});

test("overlapping outages of several links are one band, whose label gives the number of links", () => {
  const links = [
    { id: "a", from: "x", to: "y", forward: down([5, 5]) },
    { id: "b", from: "x", to: "y", forward: down([8, 5]) },
    { id: "c", from: "x", to: "y", forward: down([12, 3]) },
    { id: "d", from: "x", to: "y", forward: down([50, 20]) },
  ];
  const run = record(
    links.map(({ id }) => `${id}.forward`),
    {
      v: 1,
      flows: [{ id: "near", path: { from: "x", to: "y" } }],
      network: { kind: "graph", nodes: [{ id: "x" }, { id: "y" }], links },
    },
  );
  expect(outageBands(run, name)).toEqual([
    { from: 5, to: 15, label: "3 links down" },
    { from: 50, to: 60, label: "d down" },
  ]);
  expect(outageBands(run, name, "b.forward")).toEqual([{ from: 8, to: 13, label: "down" }]);
});

test("the moves of a window by hand are not marked, other changes are", () => {
  const run = record(["forward"], {
    v: 1,
    flows: [{ id: "you", algorithm: "hand" }, { id: "far" }],
    timeline: [
      { at: 1, set: "flows.you.params.window", to: 20 },
      { at: 2, set: "flows.far.params.beta", to: 0.6 },
      { at: 3, set: "flows.you.active", to: false },
    ],
  });
  expect(changeTimes(run)).toEqual([2, 3]);
});

// The names of flows, in particular of flows for which the author of the scenario chose no name.
import { beforeAll, expect, test } from "vitest";
import catalogue from "../generated/catalogue.json";
import type { FlowDocument } from "../generated/types.ts";
import { duplicateFlow, renameFlow, setAlgorithm } from "./edit.ts";
import { labelOf, labelOfId, nameFlowsBy } from "./flowLabel.ts";

beforeAll(() => nameFlowsBy(catalogue));

const namesOf = (...flows: readonly FlowDocument[]): readonly string[] =>
  flows.map((flow) => labelOf(flow, { v: 1, flows }));

test("a label and an id that the author chose are the name of a flow", () => {
  expect(namesOf({ id: "flow", label: "near" }, { id: "alice", algorithm: "bbr3" })).toEqual([
    "near",
    "alice",
  ]);
});

test("flows whose ids the page chose are named by their algorithms", () => {
  expect(
    namesOf(
      { id: "flow" },
      { id: "flow-2", algorithm: "bbr3" },
      { id: "flow-3", algorithm: "cubic" },
      { id: "flow-4", algorithm: "cubic" },
      { id: "flow-5", algorithm: "udp" },
    ),
  ).toEqual(["CUBIC", "BBR v3", "CUBIC 2", "CUBIC 3", "UDP"]);
});

test("a flow with live media is a call", () => {
  const media = { kind: "media" } as const;
  expect(
    namesOf(
      { id: "flow", algorithm: "gcc", source: media },
      { id: "flow-2", algorithm: "nada", source: media },
    ),
  ).toEqual(["call", "call 2"]);
});

test("no two flows get the same name", () => {
  expect(namesOf({ id: "flow", algorithm: "cubic" }, { id: "x", label: "CUBIC" })).toEqual([
    "CUBIC 2",
    "CUBIC",
  ]);
});

test("the name of a flow follows its algorithm", () => {
  const doc = setAlgorithm({ v: 1, flows: [{ id: "flow", algorithm: "cubic" }] }, "flow", "vegas");
  expect(labelOfId("flow", doc)).toBe("Vegas");
  expect(doc.flows).toEqual([{ id: "flow", algorithm: "vegas" }]);
  expect(renameFlow(doc, "flow", "Vegas")).toEqual(doc);
  expect(renameFlow(renameFlow(doc, "flow", "mine"), "flow", " ")).toEqual(doc);
  const two = duplicateFlow(doc, "flow", new Set());
  expect(two.flows?.map((flow) => labelOf(flow, two))).toEqual(["Vegas", "Vegas 2"]);
});

test("a flow that is not in the document has its id as its name", () => {
  expect(labelOfId("gone", { v: 1, flows: [] })).toBe("gone");
});

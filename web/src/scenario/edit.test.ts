// Edits return new documents and do not change the original, never reuse an id, and remove all references to
// a removed flow.
import fc from "fast-check";
import { expect, test } from "vitest";
import catalogue from "../generated/catalogue.json";
import type { ScenarioDocument } from "../generated/types.ts";
import { canChangeDuringRun, dumbbellOf, namedLinks } from "./descriptors.ts";
import {
  addFlow,
  duplicateFlow,
  firstDifference,
  freshId,
  moveFlow,
  removeFlow,
  renameFlow,
  sameRun,
  setAlgorithm,
  setFromTime,
  setGroup,
  valueAt,
} from "./edit.ts";
import { TRAFFIC_KINDS } from "./everyday.ts";
import { labelOf } from "./flowLabel.ts";
import { readPath, writePath } from "./path.ts";
import { addNewFlow, createScenarioStore, newOrigin } from "./store.ts";

const doc: ScenarioDocument = {
  v: 1,
  network: {
    forward: { rate: 1e7, loss: [{ kind: "random", probability: 0.01, flow: "far" }, { kind: "random" }] },
  },
  flows: [
    { id: "near", label: "Near", algorithm: "newreno", params: { beta: 0.5 } },
    { id: "far", algorithm: "cubic" },
  ],
  timeline: [
    { at: 5, set: "flows.far.active", to: false },
    { at: 10, set: "network.forward.rate", to: 5e6 },
  ],
};

test("writing a value changes no other value", () => {
  const before = JSON.stringify(doc);
  const next = writePath(doc, "flows.far.access.sender", 0.03);
  expect(readPath(next, "flows.far.access.sender")).toBe(0.03);
  expect(next.flows?.[0]).toBe(doc.flows?.[0]);
  expect(JSON.stringify(doc)).toBe(before);
  expect(
    readPath(writePath(next, "flows.far.access.sender", undefined), "flows.far.access.sender"),
  ).toBeUndefined();
});

test("writing a setting of an unknown flow changes nothing", () => {
  expect(writePath(doc, "flows.nobody.packet", 500).flows).toEqual(doc.flows);
});

test("ids are never reused, not even after a removal", () => {
  const store = createScenarioStore(doc, newOrigin("own"), catalogue, () => 0);
  const ids: string[] = ["near", "far"];
  fc.assert(
    fc.property(fc.array(fc.constantFrom("add", "copy", "remove"), { maxLength: 30 }), (actions) => {
      for (const action of actions) {
        const { doc: now, usedIds, apply } = store.getState();
        const last = now.flows?.at(-1)?.id ?? "near";
        const count = now.flows?.length ?? 0;
        if (action === "remove") apply("remove", (d) => removeFlow(d, last));
        else if (action === "add") apply("add", (d) => addFlow(d, { id: "flow" }, usedIds));
        else apply("copy", (d) => duplicateFlow(d, last, usedIds));
        const after = store.getState().doc.flows ?? [];
        if (after.length > count) {
          const fresh = after.find((f) => !now.flows?.some((o) => o.id === f.id))?.id ?? "";
          expect(ids).not.toContain(fresh);
          expect(fresh).toMatch(/^[A-Za-z0-9_-]{1,40}$/);
          ids.push(fresh);
        }
      }
    }),
    { numRuns: 20 },
  );
});

test("a new flow starts at the playhead if edits apply only after the playhead", () => {
  const store = createScenarioStore(doc, newOrigin("own"), catalogue, () => 0);
  addNewFlow(store, null);
  addNewFlow(store, 4.56789);
  expect(store.getState().doc.flows?.slice(2)).toEqual([{ id: "flow" }, { id: "flow-2", start: 4.568 }]);
});

test("everyday traffic is added with its settings, its id and a number", () => {
  const store = createScenarioStore({ v: 1, flows: [] }, newOrigin("own"), catalogue, () => 0);
  const kinds = TRAFFIC_KINDS.filter((kind) => kind !== "inputs");
  for (const kind of [...kinds, "call"] as const) addNewFlow(store, null, kind);
  const { flows = [] } = store.getState().doc;
  expect(flows.map(({ id }) => id)).toEqual([...TRAFFIC_KINDS, "call-2"]);
  expect(flows.map((flow) => labelOf(flow, store.getState().doc))).toEqual(
    [...TRAFFIC_KINDS, "call 2"].map((name) => (name === "inputs" ? "game inputs" : name)),
  );
  const back = flows.filter(({ role }) => role === "reverse").map(({ id }) => id);
  expect(back).toEqual(["upload", "inputs", "backup"]);
});

test("a new id has the lowest free number", () => {
  expect(freshId("flow", new Set())).toBe("flow");
  expect(freshId("flow", new Set(["flow", "flow-2"]))).toBe("flow-3");
  expect(freshId("flow-2", new Set(["flow", "flow-2"]))).toBe("flow-3");
});

test("removing a flow removes its timeline entries and loss rules", () => {
  const next = removeFlow(doc, "far");
  expect(next.flows?.map((f) => f.id)).toEqual(["near"]);
  expect(next.timeline).toEqual([{ at: 10, set: "network.forward.rate", to: 5e6 }]);
  expect(dumbbellOf(next)?.forward?.loss).toEqual([{ kind: "random" }]);
});

test("removing a flow of a parking lot removes every reference to the flow", () => {
  const rules = [
    { kind: "random", probability: 0.01, flow: "far" },
    { kind: "random", probability: 0.02, flow: "near" },
  ] as const;
  const others = [{ kind: "random", probability: 0.02, flow: "near" }];
  const parkingLot: ScenarioDocument = {
    v: 1,
    network: {
      kind: "parking_lot",
      links: [
        { id: "ab", forward: { loss: rules }, reverse: { loss: rules } },
        { id: "bc", forward: { queue: { kind: "priority", flows: ["far", "near"] } } },
        { id: "cd", forward: { rate: 1e6 } },
      ],
    },
    flows: [
      { id: "near", path: { from: "a", to: "b" } },
      { id: "far", path: { from: "a", to: "d" } },
    ],
    timeline: [
      { at: 1, set: "flows.far.active", to: false },
      { at: 2, set: "network.links.cd.forward.loss", to: rules },
      { at: 3, set: "network.links.ab.forward.rate", to: 5e6 },
    ],
  };
  const before = JSON.stringify(parkingLot);
  const next = removeFlow(parkingLot, "far");
  expect(next).toEqual({
    v: 1,
    network: {
      kind: "parking_lot",
      links: [
        { id: "ab", forward: { loss: others }, reverse: { loss: others } },
        { id: "bc", forward: { queue: { kind: "priority", flows: ["near"] } } },
        { id: "cd", forward: { rate: 1e6 } },
      ],
    },
    flows: [{ id: "near", path: { from: "a", to: "b" } }],
    timeline: [
      { at: 2, set: "network.links.cd.forward.loss", to: others },
      { at: 3, set: "network.links.ab.forward.rate", to: 5e6 },
    ],
  });
  expect(JSON.stringify(parkingLot)).toBe(before);
  expect(namedLinks(removeFlow(next, "near"))[0]?.forward?.loss).toEqual([]);
});

test("renaming changes the label, never the id", () => {
  expect(renameFlow(doc, "near", "  Close by ").flows?.[0]).toMatchObject({ id: "near", label: "Close by" });
  expect(renameFlow(doc, "near", "near").flows?.[0]?.label).toBeUndefined();
});

test("a flow cannot be moved beyond the ends of the list", () => {
  expect(moveFlow(doc, "far", -1).flows?.map((f) => f.id)).toEqual(["far", "near"]);
  expect(moveFlow(doc, "far", 1)).toBe(doc);
});

test("a change of the algorithm removes the parameters of the old algorithm", () => {
  const next = setAlgorithm(doc, "near", "cubic");
  expect(next.flows?.[0]).toEqual({ id: "near", label: "Near", algorithm: "cubic" });
});

test("a new algorithm keeps the stack of the flow, if it has the setting", () => {
  const params = { stack: null, hystart: false, beta: 0.5 };
  const old: ScenarioDocument = { v: 1, flows: [{ id: "a", algorithm: "cubic", params }] };
  const paramsOf = (algorithm: string) => setAlgorithm(old, "a", algorithm).flows?.[0]?.params;
  expect(paramsOf("reno")).toEqual({ stack: null, hystart: false });
  expect(paramsOf("bbr")).toEqual({ stack: null });
  expect(paramsOf("tfrc")).toBeUndefined();
});

test("timeline entries are sorted by time", () => {
  let next = setFromTime(doc, "network.forward.rate", 2e6, 7);
  expect(next.timeline?.map((e) => e.at)).toEqual([5, 7, 10]);
  next = setFromTime(next, "network.forward.rate", 3e6, 7);
  expect(next.timeline?.length).toBe(3);
  expect(valueAt(next, "network.forward.rate", 6.9)).toBe(1e7);
  expect(valueAt(next, "network.forward.rate", 7)).toBe(3e6);
  expect(valueAt(next, "network.forward.rate", 20)).toBe(5e6);
});

test("some settings can change during a run, others cannot", () => {
  expect(canChangeDuringRun(catalogue, "network.forward.queue.limit", doc)).toBe(true);
  expect(canChangeDuringRun(catalogue, "network.reverse.rate", doc)).toBe(false);
  expect(canChangeDuringRun(catalogue, "flows.far.params.beta", doc)).toBe(true);
  expect(canChangeDuringRun(catalogue, "flows.near.params.min_rto", doc)).toBe(true);
  expect(canChangeDuringRun(catalogue, "flows.near.params.nothing", doc)).toBe(false);
  const parkingLot = {
    v: 1,
    network: { kind: "parking_lot", links: [{ id: "ab", forward: { rate: 1e6 } }] },
  } as const;
  expect(canChangeDuringRun(catalogue, "network.links.ab.forward.rate", parkingLot)).toBe(true);
  expect(canChangeDuringRun(catalogue, "network.links.ab.reverse.rate", parkingLot)).toBe(false);
  expect(canChangeDuringRun(catalogue, "network.forward.rate", parkingLot)).toBe(false);
  expect(canChangeDuringRun(catalogue, "flows.near.access.sender", doc)).toBe(false);
  expect(canChangeDuringRun(catalogue, "seed", doc)).toBe(false);
});

test("in the edit mode 'from', an edit becomes a timeline entry", () => {
  const store = createScenarioStore(doc, newOrigin("own"), catalogue, () => 0);
  store.getState().setEditMode("from");
  expect(store.getState().set("network.forward.rate", 4e6, 12.3456)).toBe(true);
  expect(store.getState().doc.timeline?.at(-1)).toEqual({ at: 12.346, set: "network.forward.rate", to: 4e6 });
  expect(store.getState().set("seed", 2, 12)).toBe(false);
  expect(store.getState().doc.seed).toBeUndefined();
});

test("documents that differ only in title and note describe the same run", () => {
  expect(sameRun(doc, { ...doc, title: "x", note: "y" })).toBe(true);
  const grouped = { ...doc, flows: (doc.flows ?? []).map((flow) => ({ ...flow, group: "x" })) };
  expect(sameRun(doc, grouped)).toBe(true);
  expect(sameRun(doc, { ...doc, seed: 2 })).toBe(false);
});

test("undo and redo restore documents", () => {
  let clock = 0;
  const store = createScenarioStore(doc, newOrigin("own"), catalogue, () => clock);
  const { set, undo, redo } = store.getState();
  set("duration", 50, 0);
  clock = 5000;
  set("duration", 51, 0, true);
  clock = 5200;
  set("duration", 52, 0, true);
  clock = 5400;
  set("duration", 53, 0, true);
  expect(store.getState().history.past.length).toBe(2);
  const last = store.getState().doc;
  undo();
  expect(store.getState().doc.duration).toBe(50);
  undo();
  expect(store.getState().doc).toBe(doc);
  undo();
  expect(store.getState().doc).toBe(doc);
  redo();
  redo();
  expect(store.getState().doc).toBe(last);
  undo();
  set("seed", 9, 0);
  redo();
  expect(store.getState().doc.duration).toBe(50);
  expect(store.getState().doc.seed).toBe(9);
});

test("a preview does not change the document", () => {
  const store = createScenarioStore(doc, newOrigin("own"), catalogue, () => 0);
  store.getState().setPreview("duration", 10, 0);
  expect(store.getState().preview?.duration).toBe(10);
  expect(store.getState().doc).toBe(doc);
  store.getState().set("duration", 12, 0);
  expect(store.getState().preview).toBeNull();
  expect(store.getState().history.past.length).toBe(1);
});

test("undo returns from an opened scenario to the scenario before", () => {
  const store = createScenarioStore(doc, newOrigin("own"), catalogue, () => 0);
  store.getState().apply("add", (d) => addFlow(d, { id: "third" }, new Set()));
  const { doc: edited, origin, usedIds } = store.getState();
  const other: ScenarioDocument = { v: 1, title: "other" };
  const otherOrigin = newOrigin("link");
  store.getState().open(other, otherOrigin);
  expect(store.getState()).toMatchObject({ doc: other, opened: other, origin: otherOrigin, before: null });
  store.getState().undo();
  expect(store.getState()).toMatchObject({ doc: edited, opened: doc, origin, before: null });
  expect(store.getState().usedIds).toEqual(usedIds);
  expect(store.getState().edits).toBeGreaterThan(0);
  store.getState().undo();
  expect(store.getState().doc).toBe(doc);
  store.getState().redo();
  store.getState().redo();
  expect(store.getState()).toMatchObject({ doc: other, origin: otherOrigin });
  store.getState().set("duration", 20, 0);
  store.getState().undo();
  expect(store.getState()).toMatchObject({ doc: other, opened: other, origin: otherOrigin });
});

test("flows are put into a group and taken out again", () => {
  const flows: ScenarioDocument = { v: 1, flows: [{ id: "a" }, { id: "b", group: "x" }, { id: "c" }] };
  const grouped = setGroup(flows, ["a", "b"], " Bulk ");
  expect(grouped.flows).toEqual([{ id: "a", group: "Bulk" }, { id: "b", group: "Bulk" }, { id: "c" }]);
  expect(setGroup(grouped, ["a", "b"], "").flows).toEqual([{ id: "a" }, { id: "b" }, { id: "c" }]);
});

test("edits that apply after some time differ only after it", () => {
  const doc: ScenarioDocument = { v: 1, flows: [{ id: "near" }], timeline: [{ at: 5, set: "x", to: 1 }] };
  const later = setFromTime(doc, "network.forward.rate", 1e6, 12);
  expect(firstDifference(doc, later)).toBe(12);
  expect(firstDifference(later, doc)).toBe(12);
  expect(firstDifference(doc, addFlow(doc, { id: "flow", start: 9 }, new Set()))).toBe(9);
  expect(firstDifference(doc, addFlow(doc, { id: "flow" }, new Set()))).toBe(0);
  expect(firstDifference(doc, { ...later, duration: 20 })).toBe(0);
  expect(firstDifference(doc, { ...doc, timeline: [{ at: 5, set: "x", to: 2 }] })).toBe(5);
});
